/** The columns of a log's index: small typed arrays, and numbers for the texts that repeat. */
import type { Envelope, UndoKind } from '../../events/envelope.ts'
import { attemptOf, attemptType } from './tree.ts'

/** Numbers for texts that repeat. */
export interface Names {
  readonly all: readonly string[]
  readonly of: (text: string) => number
  /** -1: never seen. */
  readonly find: (text: string) => number
}

function createNames(): Names {
  const all: string[] = []
  const known = new Map<string, number>()
  return {
    all,
    of: (text) => {
      const at = known.get(text)
      if (at !== undefined) return at
      known.set(text, all.length)
      return all.push(text) - 1
    },
    find: (text) => known.get(text) ?? -1,
  }
}

const columnKinds = {
  seq: Uint32Array,
  gesture: Uint32Array,
  command: Uint16Array,
  type: Uint16Array,
  stream: Uint32Array,
  tab: Uint16Array,
  actor: Uint16Array,
  label: Uint32Array,
  time: Float64Array,
  flags: Uint8Array,
  /** What became of a try, and which asking it belongs to (a hash of the effect and its cause). */
  end: Uint8Array,
  asking: Uint32Array,
} as const
export type Columns = { [K in keyof typeof columnKinds]: InstanceType<(typeof columnKinds)[K]> }
export const columnNames = Object.keys(columnKinds) as (keyof Columns)[]

export const makeColumns = (capacity: number): Columns =>
  Object.fromEntries(columnNames.map((name) => [name, new columnKinds[name](capacity)])) as unknown as Columns

export const attempt = 2
export const undoShift = 2
export const undoKinds: readonly UndoKind[] = ['none', 'do', 'undo', 'redo']
export const ends = { none: 0, over: 1, failed: 2, waiting: 3 } as const

export const createNameLists = () => ({
  gesture: createNames(),
  command: createNames(),
  type: createNames(),
  stream: createNames(),
  tab: createNames(),
  actor: createNames(),
  label: createNames(),
})
export type NameLists = ReturnType<typeof createNameLists>

export function writeRow(columns: Columns, row: number, names: NameLists, envelope: Envelope): void {
  const { type, payload, undo, causationId } = envelope
  columns.seq[row] = envelope.seq
  columns.gesture[row] = names.gesture.of(envelope.correlationId)
  columns.command[row] = names.command.of(envelope.commandType)
  columns.type[row] = names.type.of(type)
  columns.stream[row] = names.stream.of(envelope.stream)
  columns.tab[row] = names.tab.of(envelope.tabId)
  columns.actor[row] = names.actor.of(actorName(envelope))
  columns.label[row] = names.label.of(envelope.label)
  columns.time[row] = Date.parse(envelope.at)
  const isAttempt = type === attemptType
  columns.flags[row] = (isAttempt ? attempt : 0) | (undoKinds.indexOf(undo.kind) << undoShift)
  const call = isAttempt ? attemptOf(payload) : null
  columns.end[row] = call === null ? ends.none : endOf(call.outcome, call.waitMs)
  columns.asking[row] = call === null ? 0 : hash(`${call.effect} ${causationId}`)
}

/** Who acted: the account's id with the role it acted in. */
const actorName = ({ actor }: Envelope): string =>
  actor.userId === null ? 'nobody' : `${actor.userId}${actor.role === '' ? '' : ` · ${actor.role}`}`

function endOf(outcome: string, waitMs: number | null): number {
  if (outcome === 'failed' && waitMs === null) return ends.failed
  return outcome === 'unknown' || waitMs !== null ? ends.waiting : ends.over
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  return value >>> 0
}
