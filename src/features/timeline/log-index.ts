/**
 * What the timeline shows and filters by, of a whole log, in small typed arrays: 100,000 envelopes take a few megabytes
 * and are filtered in milliseconds; the envelopes themselves stay in the log and are read when one is looked at. Rows
 * stand in the log's order, and grow at both ends: the newest come first, older ones as there is time.
 */
import type { Envelope, UndoKind } from '../../events/envelope.ts'
import { attemptOf, attemptType, type Outcome, rejectedType } from './tree.ts'

/** Numbers for texts that repeat. */
interface Names {
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
type Columns = { [K in keyof typeof columnKinds]: InstanceType<(typeof columnKinds)[K]> }
const columnNames = Object.keys(columnKinds) as (keyof Columns)[]

const makeColumns = (capacity: number): Columns =>
  Object.fromEntries(columnNames.map((name) => [name, new columnKinds[name](capacity)])) as unknown as Columns

const audit = 1
const attempt = 2
const undoShift = 2
const undoKinds: readonly UndoKind[] = ['none', 'do', 'undo', 'redo']
const ends = { none: 0, over: 1, failed: 2, waiting: 3 } as const

export interface IndexFilter {
  /** Words of a label, of a type or a stream, or the beginning of a gesture's id; without case. */
  readonly text: string
  /** One of each; '': all. */
  readonly type: string
  readonly actor: string
  readonly tabId: string
  readonly stream: string
  /** Ms since 1970; null: open. By the clock of the browser that wrote it. */
  readonly from: number | null
  readonly to: number | null
  /** Gestures that only move the screen are left out. */
  readonly work: boolean
  /** Only what was refused or failed. */
  readonly failures: boolean
}

export const noFilter: IndexFilter = {
  text: '',
  type: '',
  actor: '',
  tabId: '',
  stream: '',
  from: null,
  to: null,
  work: false,
  failures: false,
}

/** A gesture as its row shows it. */
export interface GestureRow {
  readonly id: string
  readonly label: string
  readonly at: number
  readonly tabId: string
  readonly actor: string
  readonly undo: UndoKind
  readonly outcome: Outcome
  readonly calls: number
  readonly events: number
  /** Seqs of its first and its last envelope. */
  readonly first: number
  readonly last: number
  /** From its first envelope to its last, by the browser's clock. */
  readonly ms: number
}

export interface Counted {
  readonly name: string
  readonly count: number
}

export interface LogIndex {
  readonly size: () => number
  /** 0 where there is nothing. */
  readonly firstSeq: () => number
  readonly lastSeq: () => number
  /** Envelopes that follow the last one, or come before the first; what is known already is passed over. */
  readonly add: (envelopes: readonly Envelope[]) => void
  readonly gestures: () => number
  /** Numbers of the gestures that pass, the newest first. */
  readonly filter: (by: IndexFilter) => Uint32Array
  readonly gesture: (number: number) => GestureRow
  /** -1: no such gesture. */
  readonly numberOf: (id: string) => number
  /** Seqs of a gesture's envelopes, in order. */
  readonly seqsOf: (number: number) => number[]
  readonly types: () => readonly Counted[]
  readonly actors: () => readonly Counted[]
  readonly tabs: () => readonly Counted[]
  /** The nearest envelope at or before a seq: when it was, of which tab, which gesture; null before the first. */
  readonly at: (seq: number) => Moment | null
  /** The nearest seq before or after one at which an envelope stands; null: none. */
  readonly next: (seq: number, by: 1 | -1) => number | null
}

export interface Moment {
  readonly seq: number
  readonly time: number
  readonly tabId: string
  readonly label: string
  readonly type: string
}

export function createLogIndex(): LogIndex {
  const names = {
    gesture: createNames(),
    command: createNames(),
    type: createNames(),
    stream: createNames(),
    tab: createNames(),
    actor: createNames(),
    label: createNames(),
  }
  let columns = makeColumns(1_024)
  /** Rows stand from `start` up to, not including, `end`. */
  let start = 512
  let end = 512
  let summary: Summary | null = null

  const seqAtRow = (row: number): number => columns.seq[row] ?? 0
  const makeRoom = (before: number, after: number): void => {
    if (start >= before && end + after <= columns.seq.length) return
    const size = end - start
    const grown = makeColumns(2 * (size + before + after) + 1_024)
    const at = before > 0 ? grown.seq.length - size - after - 512 : 512
    for (const name of columnNames) grown[name].set(columns[name].subarray(start, end), at)
    columns = grown
    start = at
    end = at + size
  }

  const put = (row: number, envelope: Envelope): void => {
    const { type, payload, retention, undo, causationId } = envelope
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
    columns.flags[row] =
      (retention === 'audit' ? audit : 0) |
      (isAttempt ? attempt : 0) |
      (undoKinds.indexOf(undo.kind) << undoShift)
    const call = isAttempt ? attemptOf(payload) : null
    columns.end[row] = call === null ? ends.none : endOf(call.outcome, call.waitMs)
    columns.asking[row] = call === null ? 0 : hash(`${call.effect} ${causationId}`)
  }

  /** The first row whose seq is greater. */
  const rowAfter = (seq: number): number => {
    let low = start
    let high = end
    while (low < high) {
      const middle = (low + high) >>> 1
      if (seqAtRow(middle) > seq) high = middle
      else low = middle + 1
    }
    return low
  }

  const summed = (): Summary => {
    summary ??= sum(columns, start, end, names.gesture.all.length, names.type.find(rejectedType))
    return summary
  }
  const countedBy = (column: 'type' | 'actor' | 'tab', of: Names): Counted[] => {
    const counts = new Uint32Array(of.all.length)
    const values = columns[column]
    for (let row = start; row < end; row++) {
      const value = values[row] ?? 0
      counts[value] = (counts[value] ?? 0) + 1
    }
    return of.all.map((name, at) => ({ name, count: counts[at] ?? 0 })).sort((a, b) => b.count - a.count)
  }

  return {
    size: () => end - start,
    firstSeq: () => (end > start ? seqAtRow(start) : 0),
    lastSeq: () => (end > start ? seqAtRow(end - 1) : 0),
    add: (envelopes) => {
      const [head, last] = end > start ? [seqAtRow(start), seqAtRow(end - 1)] : [Number.POSITIVE_INFINITY, 0]
      const before = envelopes.filter(({ seq }) => seq < head && end > start)
      const after = envelopes.filter(({ seq }) => seq > last)
      makeRoom(before.length, after.length)
      start -= before.length
      for (const [at, envelope] of before.entries()) put(start + at, envelope)
      for (const envelope of after) put(end++, envelope)
      if (before.length + after.length > 0) summary = null
    },
    gestures: () => summed().order.length,
    filter: (by) => filterRows(by, columns, start, end, names, summed()),
    gesture: (number) => {
      const { first, last, labelled, undo, calls, events, outcome } = summed()
      const from = first[number] ?? start
      const to = last[number] ?? start
      const head = labelled[number] ?? from
      return {
        id: names.gesture.all[number] ?? '',
        label: names.label.all[columns.label[head] ?? 0] ?? '',
        at: columns.time[from] ?? 0,
        tabId: names.tab.all[columns.tab[from] ?? 0] ?? '',
        actor: names.actor.all[columns.actor[from] ?? 0] ?? '',
        undo: undoKinds[undo[number] ?? 0] ?? 'none',
        outcome: outcomes[outcome[number] ?? 0] ?? 'done',
        calls: calls[number] ?? 0,
        events: events[number] ?? 0,
        first: seqAtRow(from),
        last: seqAtRow(to),
        ms: Math.max(0, (columns.time[to] ?? 0) - (columns.time[from] ?? 0)),
      }
    },
    numberOf: (id) => names.gesture.find(id),
    seqsOf: (number) => {
      const { first, last } = summed()
      const seqs: number[] = []
      for (let row = first[number] ?? end; row <= (last[number] ?? -1); row++) {
        if (columns.gesture[row] === number) seqs.push(seqAtRow(row))
      }
      return seqs
    },
    types: () => countedBy('type', names.type),
    actors: () => countedBy('actor', names.actor),
    tabs: () => countedBy('tab', names.tab),
    at: (seq) => {
      const row = rowAfter(seq) - 1
      return row < start
        ? null
        : {
            seq: seqAtRow(row),
            time: columns.time[row] ?? 0,
            tabId: names.tab.all[columns.tab[row] ?? 0] ?? '',
            label: names.label.all[columns.label[row] ?? 0] ?? '',
            type: names.type.all[columns.type[row] ?? 0] ?? '',
          }
    },
    next: (seq, by) => {
      const after = rowAfter(seq)
      const row = by === 1 ? after : rowAfter(seq - 1) - 1
      return row >= start && row < end ? seqAtRow(row) : null
    },
  }
}

/** Who acted: the account's id with the role it acted in. */
const actorName = ({ actor }: Envelope): string =>
  actor.userId === null ? 'nobody' : `${actor.userId}${actor.role === '' ? '' : ` · ${actor.role}`}`

function endOf(outcome: string, waitMs: number | null): number {
  if (outcome === 'failed' && waitMs === null) return ends.failed
  return outcome === 'unknown' || waitMs !== null ? ends.waiting : ends.over
}

const outcomes: readonly Outcome[] = ['done', 'rejected', 'failed', 'waiting']

interface Summary {
  /** Gestures by their first row. */
  readonly order: Uint32Array
  readonly first: Int32Array
  readonly last: Int32Array
  /** The row that names it: its first that is no try. */
  readonly labelled: Int32Array
  readonly undo: Uint8Array
  readonly calls: Uint16Array
  readonly events: Uint16Array
  readonly outcome: Uint8Array
}

/** One pass over all rows: two milliseconds for 100,000. */
function sum(
  { gesture, flags, type, end: ended, asking }: Columns,
  from: number,
  to: number,
  gestures: number,
  rejected: number,
): Summary {
  const order = new Uint32Array(gestures)
  const first = new Int32Array(gestures).fill(-1)
  const last = new Int32Array(gestures).fill(-1)
  const labelled = new Int32Array(gestures).fill(-1)
  const undo = new Uint8Array(gestures)
  const calls = new Uint16Array(gestures)
  const events = new Uint16Array(gestures)
  const outcome = new Uint8Array(gestures)
  /** Only of gestures with a try that was not answered at once: what each asking came to at last. */
  const troubled = new Map<number, Map<number, number>>()
  let known = 0
  for (let row = from; row < to; row++) {
    const number = gesture[row] ?? 0
    const flag = flags[row] ?? 0
    if (first[number] === -1) {
      first[number] = row
      order[known++] = number
    }
    last[number] = row
    if (undo[number] === 0) undo[number] = flag >> undoShift
    if ((flag & attempt) !== 0) {
      calls[number] = (calls[number] ?? 0) + 1
      const end = ended[row] ?? 0
      const askings = troubled.get(number)
      if (askings) askings.set(asking[row] ?? 0, end)
      else if (end > ends.over) troubled.set(number, new Map([[asking[row] ?? 0, end]]))
      continue
    }
    events[number] = (events[number] ?? 0) + 1
    if (labelled[number] === -1) {
      labelled[number] = row
      if (type[row] === rejected) outcome[number] = 1
    }
  }
  for (const [number, askings] of troubled) {
    if (outcome[number] === 1) continue
    const last = [...askings.values()]
    outcome[number] = last.includes(ends.failed) ? 2 : last.includes(ends.waiting) ? 3 : 0
  }
  return { order: order.subarray(0, known), first, last, labelled, undo, calls, events, outcome }
}

const has = { stream: 1, work: 2, text: 4, type: 8, actor: 16 } as const

function filterRows(
  by: IndexFilter,
  columns: Columns,
  from: number,
  to: number,
  names: Readonly<Record<'gesture' | 'command' | 'type' | 'stream' | 'tab' | 'actor' | 'label', Names>>,
  { order, first, labelled, outcome }: Summary,
): Uint32Array {
  const text = by.text.trim().toLowerCase()
  const wanted = {
    stream: by.stream === '' ? -2 : names.stream.find(by.stream),
    type: by.type === '' ? -2 : names.type.find(by.type),
    actor: by.actor === '' ? -2 : names.actor.find(by.actor),
    tab: by.tabId === '' ? -2 : names.tab.find(by.tabId),
  }
  const needed =
    (wanted.stream === -2 ? 0 : has.stream) |
    (by.work ? has.work : 0) |
    (text === '' ? 0 : has.text) |
    (wanted.type === -2 ? 0 : has.type) |
    (wanted.actor === -2 ? 0 : has.actor)
  const found = new Uint8Array(names.gesture.all.length)
  if (needed !== 0) {
    // Each text that occurs is looked at once, however often it stands in the log.
    const holds = ({ all }: Names) =>
      Uint8Array.from(all, (one) => (one.toLowerCase().includes(text) ? 1 : 0))
    const words =
      text === ''
        ? null
        : { command: holds(names.command), type: holds(names.type), stream: holds(names.stream) }
    const { gesture, flags, type, stream, actor, command } = columns
    for (let row = from; row < to; row++) {
      const number = gesture[row] ?? 0
      const flag = flags[row] ?? 0
      let bits = 0
      if (type[row] === wanted.type) bits |= has.type
      if (actor[row] === wanted.actor) bits |= has.actor
      if ((flag & attempt) === 0) {
        if (stream[row] === wanted.stream) bits |= has.stream
        if ((flag & audit) !== 0) bits |= has.work
        if (
          words !== null &&
          (words.command[command[row] ?? 0] || words.type[type[row] ?? 0] || words.stream[stream[row] ?? 0])
        )
          bits |= has.text
      }
      found[number] = (found[number] ?? 0) | bits
    }
    if (text !== '') {
      const labels = holds(names.label)
      for (const number of order) {
        const head = labelled[number] ?? -1
        const named = labels[columns.label[head === -1 ? (first[number] ?? 0) : head] ?? 0] === 1
        if (named || names.gesture.all[number]?.toLowerCase().startsWith(text)) {
          found[number] = (found[number] ?? 0) | has.text
        }
      }
    }
  }
  const passed = new Uint32Array(order.length)
  let count = 0
  for (let at = order.length - 1; at >= 0; at--) {
    const number = order[at] ?? 0
    const row = first[number] ?? 0
    const time = columns.time[row] ?? 0
    if (
      ((found[number] ?? 0) & needed) === needed &&
      (wanted.tab === -2 || columns.tab[row] === wanted.tab) &&
      (by.from === null || time >= by.from) &&
      (by.to === null || time <= by.to) &&
      (!by.failures || outcome[number] === 1 || outcome[number] === 2)
    )
      passed[count++] = number
  }
  return passed.subarray(0, count)
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  return value >>> 0
}
