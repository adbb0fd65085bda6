/** What one gesture consists of, as a tree: commands → events → calls. Pure. */
import type { Envelope } from '../../events/envelope.ts'

export type Row =
  | { readonly kind: 'command'; readonly id: string; readonly depth: number; readonly command: Command }
  | { readonly kind: 'event'; readonly id: string; readonly depth: number; readonly envelope: Envelope }
  | {
      readonly kind: 'call'
      readonly id: string
      readonly depth: number
      readonly envelope: Envelope
      readonly call: Attempt
      /** How long it took beside the longest call of its gesture: 0 to 1. */
      readonly share: number
    }

export type Outcome = 'done' | 'rejected' | 'failed' | 'waiting'

export interface Command {
  readonly id: string
  readonly type: string
  readonly label: string
  readonly depth: number
  readonly events: readonly Envelope[]
  readonly calls: readonly { readonly envelope: Envelope; readonly call: Attempt }[]
  readonly rejected: string | null
}

export interface Attempt {
  readonly effect: string
  readonly run: string
  readonly attempt: number
  readonly call: string | null
  readonly ms: number
  readonly outcome: string
  readonly status: number
  readonly message: string
  readonly waitMs: number | null
}

export const attemptType = 'effect.attempted'
export const rejectedType = 'command.rejected'

/** The commands of one gesture's envelopes, in the order in which they happened. */
export function commandsOf(envelopes: readonly Envelope[]): Command[] {
  interface Open extends Omit<Command, 'events' | 'calls' | 'rejected'> {
    events: Envelope[]
    calls: { envelope: Envelope; call: Attempt }[]
    rejected: string | null
  }
  const byId = new Map<string, Open>()
  /** Which command an event, or a command itself, belongs to. */
  const ownerOf = new Map<string, Open>()
  const attempts: Envelope[] = []
  for (const envelope of envelopes) {
    if (envelope.type === attemptType) {
      attempts.push(envelope)
      continue
    }
    let command = byId.get(envelope.commandId)
    if (!command) {
      const cause = envelope.causationId === null ? undefined : ownerOf.get(envelope.causationId)
      command = {
        id: envelope.commandId,
        type: envelope.commandType,
        label: envelope.label,
        depth: cause ? cause.depth + 1 : 1,
        events: [],
        calls: [],
        rejected: null,
      }
      byId.set(command.id, command)
      ownerOf.set(command.id, command)
    }
    command.events.push(envelope)
    ownerOf.set(envelope.id, command)
    if (envelope.type === rejectedType) command.rejected = textOf(envelope.payload, 'reason')
  }
  const commands = [...byId.values()]
  for (const envelope of attempts) {
    // What it was made for may have been tidied away: then it hangs from the gesture's first command.
    const owner =
      (envelope.causationId === null ? undefined : ownerOf.get(envelope.causationId)) ?? commands[0]
    const call = attemptOf(envelope.payload)
    if (owner && call) owner.calls.push({ envelope, call })
  }
  return commands
}

/** What an event asks for is asked until it is answered, by another tab or after a reload too: its last try counts. */
export function outcomeOf(commands: readonly Command[]): Outcome {
  if (commands[0] && commands[0].rejected !== null) return 'rejected'
  const calls = commands.flatMap((command) => command.calls)
  const inOrder = [...calls].sort((a, b) => a.envelope.seq - b.envelope.seq)
  const last = new Map(inOrder.map(({ envelope, call }) => [`${call.effect} ${envelope.causationId}`, call]))
  const ends = [...last.values()]
  if (ends.some(({ outcome, waitMs }) => outcome === 'failed' && waitMs === null)) return 'failed'
  return ends.some(({ outcome, waitMs }) => outcome === 'unknown' || waitMs !== null) ? 'waiting' : 'done'
}

/** The rows below an open gesture. */
export function insideOf(gestureId: string, envelopes: readonly Envelope[]): Row[] {
  const commands = commandsOf(envelopes)
  const longest = Math.max(0, ...commands.flatMap(({ calls }) => calls.map(({ call }) => call.ms)))
  return commands.flatMap((command): Row[] => [
    { kind: 'command', id: `${gestureId}/${command.id}`, depth: command.depth, command },
    ...command.events.map(
      (envelope): Row => ({ kind: 'event', id: envelope.id, depth: command.depth + 1, envelope }),
    ),
    ...command.calls.map(({ envelope, call }): Row => {
      const share = longest > 0 ? call.ms / longest : 0
      return { kind: 'call', id: envelope.id, depth: command.depth + 2, envelope, call, share }
    }),
  ])
}

function textOf(payload: unknown, key: string): string {
  const value = (payload as Readonly<Record<string, unknown>> | null)?.[key]
  return typeof value === 'string' ? value : ''
}

export function attemptOf(payload: unknown): Attempt | null {
  return typeof payload === 'object' && payload !== null && 'run' in payload && 'outcome' in payload
    ? (payload as Attempt)
    : null
}
