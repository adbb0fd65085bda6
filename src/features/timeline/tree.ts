/** What a log tells, as a tree: gesture → commands → events → calls. Pure. */
import type { Envelope } from '../../events/envelope.ts'

export type Row =
  | { readonly kind: 'gesture'; readonly id: string; readonly depth: 0; readonly gesture: Gesture }
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

export interface Gesture {
  readonly id: string
  readonly label: string
  readonly at: string
  readonly tabId: string
  readonly role: string
  readonly undo: Envelope['undo']['kind']
  readonly commands: readonly Command[]
  readonly outcome: Outcome
  readonly calls: number
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

export interface Filter {
  /** In the label, the type or the stream; without case. */
  readonly text: string
  /** Whole stream, `document:12`; empty: all. */
  readonly stream: string
  readonly tabId: string
  /** Gestures that only move the screen are left out. */
  readonly work: boolean
}

const attemptType = 'effect.attempted'
const rejectedType = 'command.rejected'

/** Gestures, newest first; each with its commands in the order in which they happened. */
export function gestures(envelopes: readonly Envelope[]): Gesture[] {
  const byCorrelation = new Map<string, Envelope[]>()
  for (const envelope of envelopes) {
    const known = byCorrelation.get(envelope.correlationId)
    if (known) known.push(envelope)
    else byCorrelation.set(envelope.correlationId, [envelope])
  }
  return [...byCorrelation].map(([id, own]) => gestureOf(id, own)).reverse()
}

function gestureOf(id: string, envelopes: readonly Envelope[]): Gesture {
  const commands = commandsOf(envelopes)
  const first = envelopes[0]
  const calls = commands.flatMap((command) => command.calls)
  return {
    id,
    label: commands[0]?.label ?? first?.label ?? '',
    at: first?.at ?? '',
    tabId: first?.tabId ?? '',
    role: first?.actor.role ?? '',
    undo: envelopes.find(({ undo }) => undo.kind !== 'none')?.undo.kind ?? 'none',
    commands,
    outcome: outcomeOf(commands, calls),
    calls: calls.length,
  }
}

function commandsOf(envelopes: readonly Envelope[]): Command[] {
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
  for (const envelope of attempts) {
    const owner = envelope.causationId === null ? undefined : ownerOf.get(envelope.causationId)
    const call = attemptOf(envelope.payload)
    if (owner && call) owner.calls.push({ envelope, call })
  }
  return [...byId.values()]
}

/** What an event asks for is asked until it is answered, by another tab or after a reload too: its last try counts. */
function outcomeOf(commands: readonly Command[], calls: Command['calls']): Outcome {
  if (commands[0] && commands[0].rejected !== null) return 'rejected'
  const last = new Map(calls.map(({ envelope, call }) => [`${call.effect} ${envelope.causationId}`, call]))
  const ends = [...last.values()]
  if (ends.some(({ outcome, waitMs }) => outcome === 'failed' && waitMs === null)) return 'failed'
  return ends.some(({ outcome, waitMs }) => outcome === 'unknown' || waitMs !== null) ? 'waiting' : 'done'
}

/** The rows that show: of gestures that pass the filter, and below those that are open. */
export function rows(all: readonly Gesture[], open: ReadonlySet<string>, filter: Filter): Row[] {
  const shown: Row[] = []
  for (const gesture of all) {
    if (!passes(gesture, filter)) continue
    shown.push({ kind: 'gesture', id: gesture.id, depth: 0, gesture })
    if (!open.has(gesture.id)) continue
    const longest = Math.max(0, ...gesture.commands.flatMap(({ calls }) => calls.map(({ call }) => call.ms)))
    for (const command of gesture.commands) {
      shown.push({ kind: 'command', id: `${gesture.id}/${command.id}`, depth: command.depth, command })
      for (const envelope of command.events) {
        shown.push({ kind: 'event', id: envelope.id, depth: command.depth + 1, envelope })
      }
      for (const { envelope, call } of command.calls) {
        const share = longest > 0 ? call.ms / longest : 0
        shown.push({ kind: 'call', id: envelope.id, depth: command.depth + 2, envelope, call, share })
      }
    }
  }
  return shown
}

/** The row that this one hangs from: the nearest above that is less deep. */
export function parentOf(shown: readonly Row[], at: number): number {
  const depth = shown[at]?.depth ?? 0
  return shown.findLastIndex((row, index) => index < at && row.depth < depth)
}

function passes(gesture: Gesture, filter: Filter): boolean {
  if (filter.tabId !== '' && gesture.tabId !== filter.tabId) return false
  const events = gesture.commands.flatMap((command) => command.events)
  if (filter.stream !== '' && !events.some(({ stream }) => stream === filter.stream)) return false
  if (filter.work && !events.some(({ retention }) => retention === 'audit')) return false
  const text = filter.text.trim().toLowerCase()
  return (
    text === '' ||
    gesture.label.toLowerCase().includes(text) ||
    gesture.commands.some(({ type }) => type.toLowerCase().includes(text)) ||
    events.some(({ type, stream }) => type.toLowerCase().includes(text) || stream.includes(text))
  )
}

function textOf(payload: unknown, key: string): string {
  const value = (payload as Readonly<Record<string, unknown>> | null)?.[key]
  return typeof value === 'string' ? value : ''
}

function attemptOf(payload: unknown): Attempt | null {
  return typeof payload === 'object' && payload !== null && 'run' in payload && 'outcome' in payload
    ? (payload as Attempt)
    : null
}
