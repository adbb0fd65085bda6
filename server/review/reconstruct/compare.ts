/** What stood differently at two moments. */

import { how } from '#contracts/audit.ts'
import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import { sameValue } from '#contracts/coding-values.ts'
import {
  activityLimit,
  type compare,
  type compareTotals,
  type Difference,
  type PastValue,
  type StoodAt,
} from '#contracts/reconstruct.ts'
import { namesOf } from '../../platform/auth/names.ts'
import { notFound } from '../../platform/http/error.ts'
import { breathe } from '../../platform/records/breathe.ts'
import { checkedOnly, slices } from '../../platform/records/dialect.ts'
import { isEmpty } from '../coding-history/changes.ts'
import { type ChoiceNames, choiceNames } from '../coding-history/choice-names.ts'
import { heldBy } from '../coding-history/spans.ts'
import type { CodingSpanTable } from '../coding-history/tables.ts'
import { isInReview } from '../documents/visible.ts'
import { controlNumbers } from './activity.ts'
import { documentsBy } from './counts.ts'
import { meantSpans } from './filter.ts'
import { type Past, resolve } from './moments.ts'
import { subjectsOf } from './subjects.ts'
import { isBeside, nothing, trailRows } from './trail.ts'
import { Worked, workedBy } from './worked.ts'

type Asked = BodyOf<typeof compareTotals>
type Span = CodingSpanTable

interface Moments {
  readonly from: StoodAt
  readonly to: StoodAt
}

/** The two moments, the earlier one first. */
async function momentsOf(past: Past, { from, to, documentId }: Asked): Promise<Moments> {
  if (documentId !== undefined && !(await isInReview(past.read, past.projectId, documentId)))
    throw notFound('document')
  const one = await resolve(past, from)
  const other = await resolve(past, to)
  const isOrdered = one.seq < other.seq || (one.seq === other.seq && one.at <= other.at)
  return isOrdered ? { from: one, to: other } : { from: other, to: one }
}

/** What stands at the later moment and began after the earlier one, and what stood instead. */
interface Pair {
  readonly now: Span
  readonly before: Span | undefined
}

const looked = 500

export async function comparePage(
  past: Past,
  { before: start, limit = activityLimit.default, ...asked }: BodyOf<typeof compare>,
): Promise<ReplyOf<typeof compare>> {
  const moments = await momentsOf(past, asked)
  const names = await choiceNames(past.read, past.projectId)
  const found: Differing[] = []
  for await (const pairs of pairsOf(past, moments, asked.documentId, start)) {
    found.push(...(await differing(past, names, moments, pairs)))
    if (found.length > limit) break
  }
  const page = found.slice(0, limit)
  return {
    ...moments,
    data: await present(past, page),
    next: found.length > limit ? (page.at(-1)?.now.from_seq ?? null) : null,
  }
}

/** Pairs, what was changed last first, in pages between which others are served. */
async function* pairsOf(
  { read, projectId }: Past,
  { from, to }: Moments,
  documentId: number | undefined,
  start?: number,
): AsyncGenerator<Pair[]> {
  const unlimited = { after: null, to: null, afterSeq: 0, toSeq: null }
  const meant = {
    period: unlimited,
    afterSeq: from.seq,
    toSeq: to.seq,
    ...(documentId === undefined ? {} : { documentId }),
  }
  let below = start
  for (;;) {
    let spans = read
      .selectFrom('coding_span')
      .selectAll()
      // In the order of the chain, not by what stands: nearly everything does.
      .where(checkedOnly('until_seq'), '>', to.seq)
      .orderBy('from_seq', 'desc')
      .limit(looked)
    if (below !== undefined) spans = spans.where('from_seq', '<', below)
    const rows = await meantSpans(spans, projectId, meant).execute()
    const earlier =
      from.seq === 0 ? new Map<string, Span>() : await stoodInstead(read, projectId, rows, from.seq)
    if (rows.length > 0) yield rows.map((now) => ({ now, before: earlier.get(keyOf(now)) }))
    if (rows.length < looked) return
    below = rows.at(-1)?.from_seq
    await breathe()
  }
}

const keyOf = ({ document_id, kind, subject_id }: Span): string => `${document_id} ${kind} ${subject_id}`

async function stoodInstead(
  read: Past['read'],
  projectId: number,
  rows: readonly Span[],
  seq: number,
): Promise<Map<string, Span>> {
  const found = new Map<string, Span>()
  for (const ids of slices([...new Set(rows.map(({ document_id }) => document_id))], 1)) {
    const spans = await read
      .selectFrom('coding_span')
      .selectAll()
      .where('document_id', 'in', ids)
      .where('until_seq', '>', seq)
      .where('from_seq', '<=', seq)
      .where('kind', '!=', 'document')
      .execute()
    for (const span of spans) if (span.project_id === projectId) found.set(keyOf(span), span)
  }
  return found
}

interface Differing extends Pair {
  readonly old: PastValue
  readonly new: PastValue
}

/** Those whose value is another one; a choice or tag that was merely renamed is the same. */
async function differing(
  { read }: Past,
  names: ChoiceNames,
  { to }: Moments,
  pairs: readonly Pair[],
): Promise<Differing[]> {
  const typed = await trailRows(
    read,
    pairs.flatMap(({ now, before }) =>
      [now, before].flatMap((span) => (span !== undefined && isBeside(span) ? [span.audit_id] : [])),
    ),
  )
  const valueIn = (span: Span | undefined): PastValue => {
    if (span === undefined) return nothing
    if (isBeside(span)) return typed.get(span.audit_id)?.new ?? { value: null, erased: true }
    return { value: names.calledAt(span, heldBy(span), span.from_seq, to.seq), erased: false }
  }
  return pairs.flatMap((pair) => {
    const old = valueIn(pair.before)
    const then = valueIn(pair.now)
    const isSame =
      !old.erased &&
      !then.erased &&
      (sameValue(old.value, then.value) || (isEmpty(old.value) && isEmpty(then.value)))
    return isSame ? [] : [{ ...pair, old, new: then }]
  })
}

async function present(past: Past, rows: readonly Differing[]): Promise<Difference[]> {
  const spans = rows.map(({ now }) => now)
  const subjects = await subjectsOf(past.read, past.projectId)
  const numbers = await controlNumbers(past, spans)
  const trail = await trailRows(
    past.read,
    spans.map(({ audit_id }) => audit_id),
  )
  return rows.map(({ now, old, new: value }) => ({
    documentId: now.document_id,
    controlNumber: numbers.get(now.document_id) ?? '',
    ...subjects.of(now.kind, now.subject_id),
    old,
    new: value,
    userId: now.user_id,
    userName: trail.get(now.audit_id)?.userName ?? '',
    at: now.at,
    seq: now.from_seq,
    how: how.parse(now.how),
    jobId: now.job_id,
  }))
}

export async function totalsOf(past: Past, asked: Asked): Promise<ReplyOf<typeof compareTotals>> {
  const moments = await momentsOf(past, asked)
  const names = await choiceNames(past.read, past.projectId)
  const total = new Worked()
  const subjects = new Map<string, Worked>()
  const people = new Map<number | null, Worked>()
  for await (const pairs of pairsOf(past, moments, asked.documentId))
    for (const { now } of await differing(past, names, moments, pairs)) {
      total.add(now.document_id)
      workedBy(subjects, `${now.kind} ${now.subject_id}`).add(now.document_id)
      workedBy(people, now.user_id).add(now.document_id)
    }
  const known = await subjectsOf(past.read, past.projectId)
  const called = await namesOf(past.read, [...people.keys()])
  const added = async (): Promise<number> =>
    (await documentsBy(past, moments.to.at)) - (await documentsBy(past, moments.from.at))
  return {
    ...moments,
    ...total.counts,
    documentsAdded: asked.documentId === undefined ? await added() : 0,
    subjects: [...subjects].map(([key, sum]) => {
      const [kind = '', subjectId] = key.split(' ')
      return { ...known.of(kind, Number(subjectId)), ...sum.counts }
    }),
    reviewers: [...people]
      .map(([userId, sum]) => ({
        userId,
        userName: userId === null ? 'Affiant' : (called.get(userId) ?? ''),
        ...sum.counts,
      }))
      .sort((a, b) => b.changes - a.changes),
  }
}
