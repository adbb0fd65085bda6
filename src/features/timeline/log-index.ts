/**
 * What the timeline shows and filters by, of a whole log, in small typed arrays: 100,000 envelopes take a few megabytes
 * and are filtered in milliseconds; the envelopes themselves stay in the log and are read when one is looked at. Rows
 * stand in the log's order, and grow at both ends: the newest come first, older ones as there is time.
 */
import type { Envelope, UndoKind } from '../../events/envelope.ts'
import { columnNames, createNameLists, makeColumns, type Names, undoKinds, writeRow } from './log-columns.ts'
import { filterRows, type IndexFilter } from './log-filter.ts'
import { outcomes, type Summary, sum } from './log-summary.ts'
import { type Outcome, rejectedType } from './tree.ts'

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
  const names = createNameLists()
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

  const put = (row: number, envelope: Envelope): void => writeRow(columns, row, names, envelope)

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
