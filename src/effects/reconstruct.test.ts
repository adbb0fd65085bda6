import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BodyOf } from '#contracts/call.ts'
import type { ActivityEvent, activity, Moment } from '#contracts/reconstruct.ts'
import { runs, property as test } from '#tests/runs.ts'
import { firstLook, type LookFilter, type PastMoment } from '../events/catalog/reconstruct.ts'
import { answerKey, answerTo } from '../reads/reconstruct.ts'
import { write } from '../stores/cache.ts'
import { activities } from '../stores/reconstruct-cache.ts'
import type { RequestContext } from './define.ts'
import { stepFrom } from './reconstruct.ts'

const begin = Date.parse('2026-03-02T10:00:00.000Z')
const isoOf = (second: number): string => new Date(begin + second * 1000).toISOString()

const change = (seq: number, second: number, save: number, userId = 1): ActivityEvent => ({
  seq,
  auditId: seq,
  at: isoOf(second),
  userId,
  userName: 'Ada',
  roleName: 'Reviewer',
  documentId: save + 1,
  controlNumber: `NW${save}`,
  kind: 'field',
  subjectId: 1,
  field: 'Responsive',
  old: { value: null, erased: false },
  new: { value: 'Yes', erased: false },
  how: 'manual',
  commandId: `command-${save}`,
  jobId: null,
  tookMs: null,
})

/** The record as the contract describes it. */
function record(changes: readonly ActivityEvent[]) {
  const asked: BodyOf<typeof activity>[] = []
  const isUpTo = (row: ActivityEvent, moment: Moment): boolean =>
    'seq' in moment ? row.seq <= moment.seq : Date.parse(row.at) <= Date.parse(moment.at)
  const call = async (_: unknown, { body }: { readonly body: BodyOf<typeof activity> }) => {
    asked.push(body)
    const { filter, before, limit = 100 } = body
    const meant = changes
      .filter((row) => filter.userIds?.includes(row.userId ?? 0) ?? true)
      .filter((row) => filter.from === undefined || !isUpTo(row, filter.from))
      .filter((row) => filter.to === undefined || isUpTo(row, filter.to))
      .filter((row) => before === undefined || row.seq < before)
      .toReversed()
    const data = meant.slice(0, limit)
    return { data, next: meant.length > limit ? (data.at(-1)?.seq ?? null) : null }
  }
  const held = new Map<string, unknown>()
  const ctx = {
    call,
    cached: (_: unknown, key: string) => held.get(key),
  } as unknown as RequestContext
  return { ctx, asked, held }
}

/** Saves of one to three fields, with what else is on the chain between them. */
const histories = fc
  .array(
    fc.record({
      fields: fc.integer({ min: 1, max: 3 }),
      gap: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constant(700), fc.constant(9000)),
      seconds: fc.integer({ min: 0, max: 50 }),
      userId: fc.constantFrom(1, 2),
    }),
    { maxLength: 12 },
  )
  .map((saves) => {
    let seq = 0
    let second = 0
    return saves.flatMap(({ fields, gap, seconds, userId }, save) => {
      seq += gap
      second += seconds
      return Array.from({ length: fields }, () => change(++seq, second, save, userId))
    })
  })

/** The last row of each save: where one steps. */
const stops = (changes: readonly ActivityEvent[]): readonly number[] =>
  changes.filter((row, at) => changes[at + 1]?.commandId !== row.commandId).map(({ seq }) => seq)

const filterBy = (userIds: readonly number[]): LookFilter => ({ ...firstLook.filter, userIds: [...userIds] })

describe('steps along the record', () => {
  test('go through every save, back and on again, whatever else is on the chain, and end at its ends', async () => {
    await fc.assert(
      fc.asyncProperty(histories, fc.constantFrom([], [1]), async (changes, userIds) => {
        const { ctx } = record(changes)
        const filter = filterBy(userIds)
        const meant = stops(changes.filter(({ userId }) => userIds.length === 0 || userId === 1))
        const walk = async (by: 1 | -1, start: PastMoment | null): Promise<readonly number[]> => {
          const seen: number[] = []
          for (let from = start; seen.length <= meant.length; ) {
            const found = await stepFrom({ by, filter, from }, ctx)
            if (found === null) break
            seen.push(found.to.seq ?? -1)
            from = found.to
          }
          return seen
        }
        expect(await walk(-1, null)).toEqual(meant.toReversed())
        expect(await walk(1, { at: isoOf(-1), seq: 0 })).toEqual(meant)
      }),
      { numRuns: runs(60) },
    )
  })

  it('from a moment between two changes lead to the one before and the one after it', async () => {
    const { ctx } = record([change(3, 10, 0), change(7, 20, 1), change(9, 30, 2)])
    const from = { at: isoOf(25), seq: null }
    const filter = firstLook.filter
    expect((await stepFrom({ by: -1, filter, from }, ctx))?.to.seq).toBe(7)
    expect((await stepFrom({ by: 1, filter, from }, ctx))?.to.seq).toBe(9)
  })

  it('stay within the period, and come back into it from outside', async () => {
    const { ctx } = record([change(3, 10, 0), change(7, 20, 1), change(9, 30, 2), change(12, 40, 3)])
    const filter = { ...firstLook.filter, from: isoOf(15), to: isoOf(35) }
    const at = (second: number) => ({ at: isoOf(second), seq: null })
    expect((await stepFrom({ by: -1, filter, from: at(50) }, ctx))?.to.seq).toBe(9)
    expect(await stepFrom({ by: 1, filter, from: at(50) }, ctx)).toBeNull()
    expect((await stepFrom({ by: 1, filter, from: at(1) }, ctx))?.to.seq).toBe(7)
    expect(await stepFrom({ by: -1, filter, from: { at: isoOf(20), seq: 7 } }, ctx)).toBeNull()
  })

  it('find the next among thousands of one instant', async () => {
    const bulk = Array.from({ length: 3000 }, (_, at) => change(at + 2, 5, at))
    const { ctx, asked } = record([change(1, 1, 4000), ...bulk])
    const found = await stepFrom({ by: 1, filter: firstLook.filter, from: { at: isoOf(1), seq: 1 } }, ctx)
    expect(found?.to.seq).toBe(2)
    expect(asked.length).toBeLessThan(6)
  })
})

describe('a list read page by page', () => {
  const question = {
    about: 'activity',
    filter: firstLook.filter,
    moment: { at: isoOf(500), seq: null },
    next: null,
  } as const

  it('grows by the page that follows it, up to the moment, and by no other', async () => {
    const { ctx, held, asked } = record(Array.from({ length: 450 }, (_, at) => change(at + 1, at, at)))
    const key = answerKey(question)
    const read = async (next: number | null) => {
      const entries = await answerTo({ ...question, next }, ctx)
      for (const entry of entries) held.set(entry.key, entry.value)
      return entries
    }
    const [first] = await read(null)
    expect(first).toEqual(write(activities, key, { pages: [expect.any(Array)], next: 251 }))
    await read(251)
    // Asked for twice, it is put there once; what follows nothing is dropped.
    expect(await read(251)).toEqual([])
    expect(await read(77)).toEqual([])
    await read(51)
    const whole = held.get(key) as { pages: ActivityEvent[][]; next: number | null }
    expect(whole.next).toBeNull()
    expect(whole.pages.flat().map(({ seq }) => seq)).toEqual(Array.from({ length: 450 }, (_, at) => 450 - at))
    expect(
      asked.every(({ filter }) => JSON.stringify(filter.to) === JSON.stringify({ at: isoOf(500) })),
    ).toBe(true)
  })
})

describe('batches', () => {
  it('are read page by page as of a moment; whose documents are listed, and what the activity is narrowed to, is asked by id', async () => {
    const asked: unknown[] = []
    const held = new Map<string, unknown>()
    const answers: Readonly<Record<string, object>> = {
      'reconstruct.batchesAsOf': { data: [{ batchId: 5 }], next: 9, total: { batches: 2 } },
    }
    const ctx = {
      call: async ({ name }: { readonly name: string }, given: Record<string, unknown>) => {
        asked.push(given.query ?? given.body)
        return answers[name] ?? { data: [], next: null, total: 0 }
      },
      cached: (_: unknown, key: string) => held.get(key),
    } as unknown as RequestContext
    const moment = { at: isoOf(5), seq: 40 }
    const question = { about: 'batches', moment, next: null } as const
    for (const next of [null, 9]) {
      for (const { key, value } of await answerTo({ ...question, next }, ctx)) held.set(key, value)
    }
    expect(held.get(answerKey(question))).toMatchObject({ pages: [[{ batchId: 5 }], [{ batchId: 5 }]] })
    await answerTo(
      { about: 'list', moment, list: { is: 'batch', batchId: 5, reviewed: false }, next: null },
      ctx,
    )
    await answerTo({ about: 'density', filter: { ...firstLook.filter, batchId: 5 } }, ctx)
    expect(asked).toEqual([
      { seq: 40, limit: 200 },
      { seq: 40, limit: 200, after: 9 },
      { asOf: { seq: 40 }, filter: { is: 'batch', batchId: 5, reviewed: false }, limit: 200 },
      { filter: { batchId: 5 }, bins: 240 },
    ])
  })
})
