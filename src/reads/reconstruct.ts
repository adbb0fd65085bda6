/** What the record says of the past. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import {
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
import { reject } from '../commands/define.ts'
import { type RequestContext, readTimeout } from '../effects/define.ts'
import {
  type LookFilter,
  type LookList,
  lookFilter,
  lookList,
  type PastMoment,
  pastMoment,
  unbatched,
} from '../events/catalog/reconstruct.ts'
import { type Cache, type CacheWrite, write } from '../stores/cache.ts'
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
import { questions, withoutTab } from './read.ts'

const moment = z.nullable(pastMoment)
/** Rows that come after those which are there; null: the first ones. */
const next = z.nullable(id)

const lookQuestion = z.union([
  z.strictObject({ about: z.enum(['density', 'summary']), filter: lookFilter }),
  z.strictObject({ about: z.literal('activity'), filter: lookFilter, moment, next }),
  z.strictObject({ about: z.literal('counts'), moment }),
  z.strictObject({ about: z.literal('list'), moment, list: lookList, next }),
  z.strictObject({ about: z.literal('batches'), moment, next }),
  z.strictObject({ about: z.literal('document'), moment, documentId: id }),
  z.strictObject({ about: z.literal('totals'), moment, other: pastMoment }),
  z.strictObject({ about: z.literal('compare'), moment, other: pastMoment, next }),
  z.strictObject({ about: z.literal('row'), documentId: id, seq: id }),
])
export type LookQuestion = z.infer<typeof lookQuestion>

/** Rows of a page of a list. */
const limit = 200
/** Columns of the picture of a period. */
const bins = 240

/** These go out as writes, and are reads: nothing of them is to be kept, and they may be asked again. */
export const unkept = { idempotencyKey: null, repeatable: true, timeout: readTimeout } as const

/** Answers the entries that the answer makes; none where what it would continue has gone. */
export async function answerTo(question: LookQuestion, ctx: RequestContext): Promise<readonly CacheWrite[]> {
  const key = answerKey(question)
  const { call } = ctx
  switch (question.about) {
    case 'density': {
      const body = { filter: filterOf(question.filter), bins }
      return [write(densities, key, await call(density, { ...unkept, body }))]
    }
    case 'summary': {
      const body = { filter: filterOf(question.filter) }
      return [write(summaries, key, await call(summary, { ...unkept, body }))]
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
      return [write(totalsBetween, key, await call(compareTotals, { ...unkept, body }))]
    }
    case 'row': {
      const { documentId, seq } = question
      const filter = { documentId, from: { seq: seq - 1 }, to: { seq } }
      const { data } = await call(activity, { ...unkept, body: { filter, limit: 10 } })
      return [write(rowsBehind, key, { row: data.find((one) => one.seq === seq) ?? null })]
    }
    case 'activity': {
      const { next } = question
      const filter = filterOf(question.filter, question.moment)
      const body = { filter, limit, ...(next === null ? {} : { before: next }) }
      const page = await call(activity, { ...unkept, body })
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
      const { data, ...page } = await call(listAsOf, { ...unkept, body })
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
      const { data, ...page } = await call(compare, { ...unkept, body })
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

export const momentOf = ({ at, seq }: PastMoment): Moment => (seq === null ? { at } : { seq })
const inAddress = (moment: PastMoment | null) => (moment === null ? {} : momentOf(moment))
const upTo = (moment: PastMoment | null) => (moment === null ? {} : { to: momentOf(moment) })

/** With a moment: up to it, where the period does not end before. */
export function filterOf(filter: LookFilter, moment: PastMoment | null = null): ActivityFilter {
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

/** `place`: where on the screen an answer shows; what is asked there next takes the place of it. */
export const recordAnswers = questions({
  adds: true,
  name: 'reconstruct.ask',
  event: 'reconstruct.asked',
  version: 3,
  upcasts: [
    (first) => ({ ...Object(first), question: unbatched(Object(first).question) }),
    ...withoutTab.upcasts,
  ],
  label: ({ question }) => `Ask the record: ${question.about}`,
  log: 'project',
  payload: z.strictObject({ place: z.string().check(z.maxLength(40)), question: lookQuestion }),
  // The pages of one list are one answer.
  of: ({ question }) => ('next' in question ? { ...question, next: null } : question),
  lane: ({ place }) => `reconstruct:${place}`,
  mayNot: (_state, _asked, { can }) =>
    can('audit.project') ? null : reject('Reading the record needs a review manager or a stronger role.'),
  ask: ({ question }, ctx) => answerTo(question, ctx),
})

/** Under which the answer to a question is held. */
export const answerKey = (question: LookQuestion): string => recordAnswers.key({ place: '', question })
