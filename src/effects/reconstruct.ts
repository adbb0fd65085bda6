/** Asks the record about the past. */
import type { ReplyOf } from '#contracts/call.ts'
import {
  type ActivityEvent,
  type ActivityFilter,
  type AsOfFilter,
  activity,
  batchesAsOf,
  compare,
  compareTotals,
  countsAsOf,
  density,
  documentAsOf,
  listAsOf,
  type Moment,
  summary,
} from '#contracts/reconstruct.ts'
import { movePlayhead } from '../commands/reconstruct.ts'
import { addToast } from '../commands/toasts.ts'
import {
  type LookFilter,
  type LookList,
  type LookQuestion,
  lookAsked,
  type PastMoment,
  stepSought,
} from '../events/catalog/reconstruct.ts'
import { failures } from '../stores/answers.ts'
import { type Cache, type CacheWrite, write } from '../stores/cache.ts'
import { answerKey } from '../stores/reconstruct.ts'
import {
  activities,
  batchesThen,
  comparisons,
  countsThen,
  densities,
  documentsThen,
  listsThen,
  type Paged,
  rowsBehind,
  summaries,
  totalsBetween,
} from '../stores/reconstruct-cache.ts'
import { effect, type RequestContext, readTimeout } from './define.ts'
import { missed, refused } from './outcomes.ts'

/** Rows of a page of a list. */
const limit = 200
/** Columns of the picture of a period. */
const bins = 240

/** These go out as writes, and are reads: nothing of them is to be kept, and they may be asked again. */
const reads = { idempotencyKey: null, repeatable: true, timeout: readTimeout } as const

/** Answers the entries that the answer makes; none where what it would continue has gone. */
export async function answerTo(question: LookQuestion, ctx: RequestContext): Promise<readonly CacheWrite[]> {
  const key = answerKey(question)
  const { call } = ctx
  switch (question.about) {
    case 'density': {
      const body = { filter: filterOf(question.filter), bins }
      return [write(densities, key, await call(density, { ...reads, body }))]
    }
    case 'summary': {
      const body = { filter: filterOf(question.filter) }
      return [write(summaries, key, await call(summary, { ...reads, body }))]
    }
    case 'counts':
      return [write(countsThen, key, await call(countsAsOf, { query: inAddress(question.moment) }))]
    case 'document': {
      const { documentId } = question
      const query = { documentId, ...inAddress(question.moment) }
      return [write(documentsThen, key, await call(documentAsOf, { query }))]
    }
    case 'totals': {
      const body = { from: momentOf(question.other), ...upTo(question.moment) }
      return [write(totalsBetween, key, await call(compareTotals, { ...reads, body }))]
    }
    case 'row': {
      const { documentId, seq } = question
      const filter = { documentId, from: { seq: seq - 1 }, to: { seq } }
      const { data } = await call(activity, { ...reads, body: { filter, limit: 10 } })
      return [write(rowsBehind, key, { row: data.find((one) => one.seq === seq) ?? null })]
    }
    case 'activity': {
      const { next } = question
      const filter = filterOf(question.filter, question.moment)
      const body = { filter, limit, ...(next === null ? {} : { before: next }) }
      const page = await call(activity, { ...reads, body })
      return grown(ctx, activities, key, next, { pages: [page.data], next: page.next })
    }
    case 'list': {
      const { moment, next } = question
      const asked = moment === null ? {} : { asOf: momentOf(moment) }
      const body = {
        ...asked,
        filter: listOf(question.list),
        limit,
        ...(next === null ? {} : { after: next }),
      }
      const { data, ...page } = await call(listAsOf, { ...reads, body })
      return grown(ctx, listsThen, key, next, { ...page, pages: [data] })
    }
    case 'batches': {
      const { moment, next } = question
      const query = { ...inAddress(moment), limit, ...(next === null ? {} : { after: next }) }
      const { data, ...page } = await call(batchesAsOf, { query })
      return grown(ctx, batchesThen, key, next, { ...page, pages: [data] })
    }
    case 'compare': {
      const { next } = question
      const moments = { from: momentOf(question.other), ...upTo(question.moment) }
      const body = { ...moments, limit, ...(next === null ? {} : { before: next }) }
      const { data, ...page } = await call(compare, { ...reads, body })
      return grown(ctx, comparisons, key, next, { ...page, pages: [data] })
    }
  }
}

/** The first page stands for itself; a further one is put after those that it continues. */
function grown<P extends Paged<unknown>>(
  ctx: RequestContext,
  cache: Cache<P>,
  key: string,
  after: number | null,
  page: P,
): readonly CacheWrite[] {
  if (after === null) return [write(cache, key, page)]
  const held = ctx.cached(cache, key)
  return held?.next === after ? [write(cache, key, { ...page, pages: [...held.pages, ...page.pages] })] : []
}

const momentOf = ({ at, seq }: PastMoment): Moment => (seq === null ? { at } : { seq })
const inAddress = (moment: PastMoment | null) => (moment === null ? {} : momentOf(moment))
const upTo = (moment: PastMoment | null) => (moment === null ? {} : { to: momentOf(moment) })

/** With a moment: up to it, where the period does not end before. */
function filterOf(filter: LookFilter, moment: PastMoment | null = null): ActivityFilter {
  const { userIds, fieldIds, tagCategoryIds, how, documentId, batchId, from, to } = filter
  const ends = to === null || (moment !== null && Date.parse(moment.at) < Date.parse(to)) ? moment : null
  return {
    ...(userIds.length > 0 && { userIds }),
    ...(fieldIds.length > 0 && { fieldIds }),
    ...(tagCategoryIds.length > 0 && { tagCategoryIds }),
    ...(how.length > 0 && { how }),
    ...(documentId !== null && { documentId }),
    ...(batchId !== null && { batchId }),
    ...(from !== null && { from: { at: from } }),
    ...(ends === null ? to !== null && { to: { at: to } } : { to: momentOf(ends) }),
  }
}

function listOf(list: LookList): AsOfFilter {
  if (!('subjectId' in list)) return list
  const { is, subjectId } = list
  if (is === 'field') {
    const field = { is, fieldId: subjectId } as const
    return 'coded' in list ? { ...field, coded: list.coded } : { ...field, value: list.value }
  }
  const category = { is, tagCategoryId: subjectId } as const
  return 'coded' in list ? { ...category, coded: list.coded } : { ...category, value: String(list.value) }
}

interface Sought {
  readonly by: 1 | -1
  readonly filter: LookFilter
  readonly from: PastMoment | null
}
interface Found {
  readonly to: PastMoment
  readonly documentId: number
}

/** A save may change as many fields at once. */
const mostOfOneSave = 500

/** What was saved together is one step: nobody ever saw the document in between. */
const sameSave = (a: ActivityEvent, b: ActivityEvent): boolean =>
  a.commandId !== null && a.commandId === b.commandId && a.documentId === b.documentId

const arrivedAt = (row: ActivityEvent): Found => ({
  to: { at: row.at, seq: row.seq },
  documentId: row.documentId,
})

/** The change before or after a moment, among those that the filter means; null where there is none. */
export async function stepFrom({ by, filter, from }: Sought, ctx: RequestContext): Promise<Found | null> {
  const ask: Ask = async (bounds, most) =>
    ctx.call(activity, {
      ...reads,
      body: { filter: { ...filterOf({ ...filter, from: null, to: null }), ...bounds }, limit: most },
    })
  const begins = filter.from !== null && { from: { at: filter.from } }
  const ends = filter.to !== null && { to: { at: filter.to } }
  const isPast = (end: string | null) =>
    from !== null && end !== null && Date.parse(from.at) > Date.parse(end)
  const here = from === null ? {} : { to: momentOf(from) }
  if (by === 1) {
    if (from === null || isPast(filter.to)) return null
    const starts = filter.from !== null && !isPast(filter.from) ? { at: filter.from } : momentOf(from)
    return nextAfter(starts, ends || {}, ask)
  }
  const before = await ask({ ...begins, ...(isPast(filter.to) && ends ? ends : here) }, mostOfOneSave)
  const [last] = before.data
  // Where the playhead stands right after it, the one before is meant.
  const isHere = last !== undefined && from?.seq === last.seq
  const found = isHere ? before.data.find((row) => !sameSave(row, last)) : last
  return found === undefined ? null : arrivedAt(found)
}

type Bounds = Pick<ActivityFilter, 'from' | 'to'>
type Ask = (bounds: Bounds, most: number) => Promise<ReplyOf<typeof activity>>

/** Pages come newest first: the next change is the oldest of a stretch of the chain that fits one page. */
async function nextAfter(starts: Moment, ends: Pick<Bounds, 'to'>, ask: Ask): Promise<Found | null> {
  const [newest] = (await ask({ from: starts, ...ends }, 1)).data
  if (newest === undefined) return null
  let after = (await ask({ to: starts }, 1)).data[0]?.seq ?? 0
  for (let stride = mostOfOneSave; after < newest.seq; ) {
    const to = Math.min(newest.seq, after + stride)
    const { data, next } = await ask({ from: { seq: after }, to: { seq: to } }, mostOfOneSave)
    const oldest = data.at(-1)
    if (oldest === undefined) {
      after = to
      stride *= 8
    } else if (next !== null && stride > mostOfOneSave) {
      stride = mostOfOneSave
    } else {
      return arrivedAt(data.find((row) => sameSave(row, oldest)) ?? oldest)
    }
  }
  return null
}

const common = {
  strategy: 'latest',
  scope: 'project',
  retry: { times: 2, base: 300, cap: 5_000 },
} as const

const askTheRecord = effect({
  ...common,
  name: 'reconstruct.askTheRecord',
  on: lookAsked,
  request: ({ payload: { question } }, ctx) => answerTo(question, ctx),
  done: ({ payload: { question } }, cache) => ({
    cache: [...cache, write(failures, answerKey(question), null)],
  }),
  fail: ({ payload: { question } }, failure) => missed(answerKey(question), failure),
})

const seekStep = effect({
  ...common,
  name: 'reconstruct.seekStep',
  on: stepSought,
  // From where the step before has led: keys come faster than answers, and none of them is lost.
  strategy: 'queue',
  request: async ({ payload: { tabId, by, filter } }, ctx) => {
    const from = ctx.state().reconstruct.byTab[tabId]?.playhead ?? null
    return stepFrom({ by, filter, from }, ctx)
  },
  done: ({ payload: { by } }, found) => ({
    commands: [
      found === null
        ? addToast({
            kind: 'info',
            message: by === 1 ? 'There is no later change.' : 'There is no earlier change.',
          })
        : movePlayhead(found),
    ],
  }),
  fail: (_, failure) => refused(failure),
})

export const reconstructEffects = [askTheRecord, seekStep]
