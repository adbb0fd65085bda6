/** Which changes are meant: the filter of the contract as conditions on spans. */

import type { SelectQueryBuilder } from 'kysely'
import type { ActivityFilter } from '#contracts/reconstruct.ts'
import { notFound } from '../../platform/http/error.ts'
import { breathe } from '../../platform/records/breathe.ts'
import { checkedOnly } from '../../platform/records/dialect.ts'
import type { Schema } from '../../platform/records/schema.ts'
import type { CodingSpanTable } from '../coding-history/tables.ts'
import { isInReview } from '../documents/visible.ts'
import type { Period } from './active-time.ts'
import { batchOf } from './batch.ts'
import { type Past, resolve } from './moments.ts'

export interface Meant extends Omit<ActivityFilter, 'from' | 'to'> {
  readonly period: Period
  /** Changes after this row of the chain, and up to that one. */
  readonly afterSeq: number
  readonly toSeq: number | null
}

/** The filter with its moments looked up. A document, batch or job of another project is answered as one that is not there. */
export async function meantBy(past: Past, filter: ActivityFilter): Promise<Meant> {
  const { from, to, ...rest } = filter
  if (rest.documentId !== undefined && !(await isInReview(past.read, past.projectId, rest.documentId)))
    throw notFound('document')
  if (rest.jobId !== undefined && !(await jobExists(past, rest.jobId))) throw notFound('job')
  if (rest.batchId !== undefined) await batchOf(past, rest.batchId)
  const start = from === undefined ? null : await resolve(past, from)
  const end = to === undefined ? null : await resolve(past, to)
  const byRow = (asked: ActivityFilter['from']): number | null =>
    asked !== undefined && 'seq' in asked ? asked.seq : null
  return {
    ...rest,
    afterSeq: start?.seq ?? 0,
    toSeq: end?.seq ?? null,
    period: {
      afterSeq: byRow(from) ?? start?.seq ?? 0,
      toSeq: byRow(to),
      after: from !== undefined && 'at' in from ? (start?.at ?? null) : null,
      to: to !== undefined && 'at' in to ? (end?.at ?? null) : null,
    },
  }
}

async function jobExists({ read, projectId }: Past, jobId: number): Promise<boolean> {
  const found = await read
    .selectFrom('job')
    .select('job_id')
    .where('job_id', '=', jobId)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return found !== undefined
}

type Spans<O> = SelectQueryBuilder<Schema, 'coding_span', O>

/** The spans of changes that are meant; of documents as such there are none. */
export function meantSpans<O>(spans: Spans<O>, projectId: number, meant: Meant): Spans<O> {
  const { userIds, documentId, batchId, fieldIds, tagCategoryIds, how, action, jobId } = meant
  const isNarrow = documentId !== undefined || batchId !== undefined
  let query = spans.where('kind', '!=', 'document').where('from_seq', '>', meant.afterSeq)
  if (meant.toSeq !== null) query = query.where('from_seq', '<=', meant.toSeq)
  // A sign keeps a column out of the choice of an index: documents have few spans, a project a million.
  query = query.where(isNarrow ? checkedOnly('project_id') : 'project_id', '=', projectId)
  if (documentId !== undefined) query = query.where('document_id', '=', documentId)
  if (batchId !== undefined)
    query = query.where('document_id', 'in', (eb) =>
      eb.selectFrom('batch_document as b').select('b.document_id').where('b.batch_id', '=', batchId),
    )
  const [user, ...others] = userIds ?? []
  if (user !== undefined)
    query =
      others.length === 0 && !isNarrow
        ? query.where('user_id', '=', user)
        : query.where(checkedOnly('user_id'), 'in', [user, ...others])
  if (fieldIds !== undefined || tagCategoryIds !== undefined)
    query = query.where((eb) =>
      eb.or([
        eb('kind', '=', 'field').and('subject_id', 'in', fieldIds ?? [0]),
        eb('kind', '=', 'tags').and('subject_id', 'in', tagCategoryIds ?? [0]),
      ]),
    )
  if (how !== undefined) query = query.where('how', 'in', how)
  if (action !== undefined) query = query.where('kind', '=', action === 'coding' ? 'field' : 'tags')
  if (jobId !== undefined) query = query.where('job_id', '=', jobId)
  return query
}

const scanned = 5000

export type Scanned = Pick<
  CodingSpanTable,
  'from_seq' | 'kind' | 'subject_id' | 'document_id' | 'user_id' | 'how' | 'audit_id' | 'job_id' | 'at'
>

/** All changes that are meant, oldest first, in pages between which others are served. */
export async function* changesMeant(past: Past, meant: Meant, size = scanned): AsyncGenerator<Scanned[]> {
  let after = meant.afterSeq
  for (;;) {
    const spans = past.read
      .selectFrom('coding_span')
      .select(['from_seq', 'kind', 'subject_id', 'document_id', 'user_id', 'how', 'audit_id', 'job_id', 'at'])
      .orderBy('from_seq')
      .limit(size)
    const rows = await meantSpans(spans, past.projectId, { ...meant, afterSeq: after }).execute()
    if (rows.length > 0) yield rows
    if (rows.length < size) return
    after = rows.at(-1)?.from_seq ?? after
    await breathe()
  }
}
