import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs, property as test } from '#tests/runs.ts'
import type { Envelope, UndoKind } from '../../events/envelope.ts'
import { backgroundTypes } from './background.ts'
import { gestureRows, type ShownRow } from './gesture-rows.ts'
import { type IndexFilter, noFilter } from './log-filter.ts'
import { createLogIndex, type LogIndex } from './log-index.ts'
import { attemptOf, attemptType, commandsOf, outcomeOf, rejectedType } from './tree.ts'

const start = Date.UTC(2026, 0, 2, 3)
const few = <T extends string>(...values: readonly T[]) => fc.constantFrom(...values)

/** What one envelope of a made-up log is. */
interface Made {
  readonly gesture: number
  readonly kind: 'work' | 'look' | 'rejected' | 'attempt'
  readonly tab: string
  readonly user: number | null
  readonly stream: string
  readonly undo: UndoKind
  readonly end: string
  readonly waitMs: number | null
  readonly after: number
}
const made: fc.Arbitrary<Made> = fc.record({
  gesture: fc.nat({ max: 12 }),
  kind: few('work', 'look', 'rejected', 'attempt'),
  tab: few('one', 'two'),
  user: fc.constantFrom(null, 7, 8),
  stream: few('document:1', 'document:12', 'view:one'),
  undo: few<UndoKind>('none', 'do', 'undo', 'redo'),
  end: few('answered', 'failed', 'unknown', 'canceled'),
  waitMs: fc.constantFrom(null, null, 300),
  // Also backwards: a clock that is set while one works.
  after: fc.integer({ min: -5_000, max: 5_000 }),
})

/** Each gesture is one command with what it caused; its first envelope is no try. */
function logOf(all: readonly Made[]): Envelope[] {
  const begun = new Map<number, string>()
  let at = start
  return all.map((one, index): Envelope => {
    at += one.after
    const cause = begun.get(one.gesture)
    const kind = cause === undefined && one.kind === 'attempt' ? 'work' : one.kind
    const id = `event-${index}`
    if (cause === undefined) begun.set(one.gesture, id)
    const types = {
      work: 'coding.valuesSet',
      look: 'jobs.listRequested',
      rejected: rejectedType,
      attempt: attemptType,
    }
    return {
      id,
      seq: index + 1,
      type: types[kind],
      version: 1,
      payload:
        kind === 'attempt'
          ? {
              effect: 'save',
              run: 'run',
              attempt: 1,
              call: 'coding.save',
              ms: 3,
              outcome: one.end,
              status: 0,
              message: '',
              waitMs: one.waitMs,
            }
          : kind === 'rejected'
            ? { commandType: 'x', reason: 'no' }
            : {},
      stream: one.stream,
      log: 'project',
      retention: kind === 'work' ? 'audit' : 'session',
      actor: { userId: one.user, role: one.user === null ? '' : 'Reviewer' },
      clientId: 'client',
      tabId: one.tab,
      projectId: 1,
      at: new Date(at).toISOString(),
      commandId: `command-${one.gesture}-${kind === 'rejected' ? 'refused' : kind}`,
      commandType: kind === 'look' ? 'review.open' : 'coding.set',
      correlationId: `gesture-${one.gesture}`,
      causationId: kind === 'attempt' ? (cause ?? null) : null,
      undo: { kind: kind === 'attempt' ? 'none' : one.undo, group: '', targets: [] },
      label: kind === 'look' ? 'Open a document' : `Set a value ${one.gesture % 3}`,
    }
  })
}

/** The same by hand: all envelopes of a gesture together, folded by the tree's own functions. */
function naive(envelopes: readonly Envelope[]) {
  const byId = new Map<string, Envelope[]>()
  for (const one of envelopes) byId.set(one.correlationId, [...(byId.get(one.correlationId) ?? []), one])
  return [...byId].reverse().map(([id, own]) => {
    const [first] = own
    const plain = own.filter(({ type }) => type !== attemptType)
    const last = own.at(-1)
    if (!first || !last) throw new Error('an empty gesture')
    return {
      id,
      own,
      plain,
      row: {
        id,
        label: (plain[0] ?? first).label,
        at: Date.parse(first.at),
        tabId: first.tabId,
        actor: first.actor.userId === null ? 'nobody' : `${first.actor.userId} · Reviewer`,
        undo: own.find(({ undo }) => undo.kind !== 'none')?.undo.kind ?? 'none',
        outcome: plain[0]?.type === rejectedType ? 'rejected' : outcomeOf(unrefused(own)),
        calls: own.filter(({ type, payload }) => type === attemptType && attemptOf(payload)).length,
        events: plain.length,
        first: first.seq,
        last: last.seq,
        ms: Math.max(0, Date.parse(last.at) - Date.parse(first.at)),
      },
    }
  })
}
/** The gesture is refused only where its first command was. */
const unrefused = (own: readonly Envelope[]) => commandsOf(own).map((one) => ({ ...one, rejected: null }))

const passes = (one: ReturnType<typeof naive>[number], by: IndexFilter): boolean => {
  const text = by.text.toLowerCase()
  const { own, plain, row } = one
  return (
    (by.tabId === '' || row.tabId === by.tabId) &&
    (by.stream === '' || plain.some(({ stream }) => stream === by.stream)) &&
    (by.type === '' || own.some(({ type }) => type === by.type)) &&
    (by.actor === '' ||
      own.some(
        ({ actor }) => (actor.userId === null ? 'nobody' : `${actor.userId} · Reviewer`) === by.actor,
      )) &&
    (!by.work || plain.some(({ type }) => !backgroundTypes.has(type))) &&
    (!by.failures || row.outcome === 'failed' || row.outcome === 'rejected') &&
    (by.from === null || row.at >= by.from) &&
    (by.to === null || row.at <= by.to) &&
    (text === '' ||
      row.label.toLowerCase().includes(text) ||
      one.id.startsWith(text) ||
      plain.some(({ type, stream, commandType }) =>
        [type, stream, commandType].some((words) => words.toLowerCase().includes(text)),
      ))
  )
}

const anyFilter: fc.Arbitrary<IndexFilter> = fc.record({
  text: few('', '', 'open', 'VALUE 1', 'coding', 'document:12', 'gesture-1', 'nothing like it'),
  type: few('', '', 'coding.valuesSet', attemptType, 'never.seen'),
  actor: few('', '', 'nobody', '7 · Reviewer'),
  tabId: few('', '', 'one', 'three'),
  stream: few('', '', 'document:1', 'document:99'),
  from: fc.constantFrom(null, null, start),
  to: fc.constantFrom(null, null, start + 3_000),
  work: fc.boolean(),
  failures: fc.boolean(),
})

/** Newest first, older pages after it, and what comes meanwhile: as a log is read. */
function filled(envelopes: readonly Envelope[], at: number, page: number): LogIndex {
  const index = createLogIndex()
  const from = Math.min(envelopes.length, at)
  index.add(envelopes.slice(from, from + 3))
  for (let end = from; end > 0; end -= page) index.add(envelopes.slice(Math.max(0, end - page), end))
  // What is there already comes again, as it does where a page overlaps.
  for (let next = from; next < envelopes.length; next += page)
    index.add(envelopes.slice(Math.max(0, next - 1), next + page))
  return index
}
const rowsOf = (index: LogIndex, by: IndexFilter) =>
  [...index.filter(by)].map((number) => index.gesture(number))

describe('the index of a log', () => {
  test('has the rows of a plain fold, however the log came, and passes the same ones', () => {
    fc.assert(
      fc.property(
        fc.array(made, { minLength: 1, maxLength: 120, size: 'max' }),
        fc.nat({ max: 120 }),
        fc.integer({ min: 1, max: 40 }),
        anyFilter,
        (all, at, page, by) => {
          const envelopes = logOf(all)
          const expected = naive(envelopes)
          const index = filled(envelopes, at, page)
          expect(index.size()).toBe(envelopes.length)
          expect(rowsOf(index, noFilter)).toEqual(expected.map(({ row }) => row))
          expect(rowsOf(index, by)).toEqual(expected.filter((one) => passes(one, by)).map(({ row }) => row))
          for (const { id, own } of expected)
            expect(index.seqsOf(index.numberOf(id))).toEqual(own.map(({ seq }) => seq))
        },
      ),
      { numRuns: runs(200) },
    )
  })

  it('counts types, tabs and actors, and knows what stood at a seq', () => {
    const index = createLogIndex()
    const envelopes = logOf(fc.sample(fc.array(made, { minLength: 50, maxLength: 50 }), 1)[0] ?? [])
    // Compaction has left holes.
    const left = envelopes.filter(({ seq }) => seq % 3 !== 0)
    index.add(left)
    expect(index.types().reduce((sum, { count }) => sum + count, 0)).toBe(left.length)
    expect(index.at(3)?.seq).toBe(2)
    expect(index.at(0)).toBeNull()
    expect(index.next(2, 1)).toBe(4)
    expect(index.next(4, -1)).toBe(2)
    expect(index.next(1, -1)).toBeNull()
    expect(index.next(50, 1)).toBeNull()
  })

  test('finds every row by its place and its place by its id, with gestures open anywhere', () => {
    fc.assert(
      fc.property(
        fc.array(made, { minLength: 1, maxLength: 80 }),
        fc.array(fc.nat({ max: 12 }), { maxLength: 5 }),
        (all, open) => {
          const index = createLogIndex()
          index.add(logOf(all))
          const passed = index.filter(noFilter)
          const inside = new Map(
            open.map((number): [string, ShownRow[]] => [
              `gesture-${number}`,
              Array.from({ length: number % 4 }, (_, nth) => ({
                kind: 'note',
                id: `gesture-${number}/${nth}`,
                depth: 1,
                words: '',
              })),
            ]),
          )
          const rows = gestureRows(index, passed, inside)
          const expected = [...passed].flatMap((number) => {
            const { id } = index.gesture(number)
            return [id, ...(inside.get(id) ?? []).map((row) => row.id)]
          })
          expect(Array.from({ length: rows.count }, (_, row) => rows.at(row)?.id)).toEqual(expected)
          expect(expected.map((id) => rows.find(id))).toEqual(expected.map((_, row) => row))
          for (const [row, id] of expected.entries()) {
            const parent = rows.parentOf(row)
            expect(parent).toBe(id.includes('/') ? expected.indexOf(id.slice(0, id.indexOf('/'))) : -1)
          }
          expect(rows.at(rows.count)).toBeNull()
          expect(rows.find('nobody')).toBe(-1)
        },
      ),
    )
  })
})
