/** Batches as of a moment: who held which, how they stood, and how much of them was reviewed. */

import { batchStatus } from '#contracts/assignments.ts'
import type { QueryOf, ReplyOf } from '#contracts/call.ts'
import { type BatchThen, type batchesAsOf, listLimit, type Moment } from '#contracts/reconstruct.ts'
import { namesOf } from '../../platform/auth/names.ts'
import { notFound } from '../../platform/http/error.ts'
import { countedIn } from '../assignments/progress.ts'
import { countsOf } from '../assignments/rows.ts'
import { stands } from '../coding-history/open-end.ts'
import { type BatchMeant, batchOf } from './batch.ts'
import { momentIn, type Past, resolve } from './moments.ts'

export async function readBatches(
  past: Past,
  { assignmentId, after, limit = listLimit.default, ...query }: QueryOf<typeof batchesAsOf>,
): Promise<ReplyOf<typeof batchesAsOf>> {
  const asked = momentIn(query)
  const asOf = await resolve(past, asked)
  if (assignmentId !== undefined) await requireAssignment(past, assignmentId)
  const standing = await standingAt(past, await rowAt(past, asked, asOf.at), assignmentId)
  const reviewed = await reviewedAt(past, standing, asOf.seq)
  const behind = after === undefined ? standing : standing.filter(isBehind(await batchOf(past, after)))
  const page = behind.slice(0, limit)
  const people = await namesOf(
    past.read,
    page.map(({ user_id }) => user_id),
  )
  return {
    asOf,
    data: page.map(
      (row): BatchThen => ({
        batchId: row.batch_id,
        assignmentId: row.assignment_id,
        assignmentName: row.name,
        number: row.number,
        size: row.size,
        status: batchStatus.parse(row.status),
        userId: row.user_id,
        userName: row.user_id === null ? null : (people.get(row.user_id) ?? ''),
        at: row.at,
        seq: row.from_seq,
        reviewed: reviewed.get(row.batch_id) ?? 0,
      }),
    ),
    next: behind.length > limit ? (page.at(-1)?.batch_id ?? null) : null,
    total: {
      batches: standing.length,
      statuses: countsOf(standing.map(({ status }) => batchStatus.parse(status))),
      documents: standing.reduce((sum, { size }) => sum + size, 0),
      reviewed: [...reviewed.values()].reduce((sum, n) => sum + n, 0),
    },
  }
}

/**
 * The row of the chain after which it is looked: batches are taken between changes of coding, so that the last of these is
 * not enough.
 */
async function rowAt({ read, projectId }: Past, asked: Moment | undefined, at: string): Promise<number> {
  if (asked !== undefined && 'seq' in asked) return asked.seq
  // The end of the chain.
  if (asked === undefined) return stands - 1
  const row = await read
    .selectFrom('batch_span')
    .select('from_seq')
    .where('project_id', '=', projectId)
    .where('moment', '<=', at)
    .orderBy('moment', 'desc')
    .orderBy('from_seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.from_seq ?? 0
}

type BatchRow = Awaited<ReturnType<typeof standingAt>>[number]

/** In their order; the batch before may have gone since its page was read. */
const isBehind =
  ({ assignmentId, number }: BatchMeant) =>
  (row: BatchRow): boolean =>
    row.assignment_id > assignmentId || (row.assignment_id === assignmentId && row.number > number)

/** By assignment and number. */
async function standingAt({ read, projectId }: Past, seq: number, assignmentId: number | undefined) {
  let spans = read
    .selectFrom('batch_span as s')
    .innerJoin('batch as b', 'b.batch_id', 's.batch_id')
    .innerJoin('assignment as a', 'a.assignment_id', 'b.assignment_id')
    .select(['s.batch_id', 's.status', 's.user_id', 's.at', 's.from_seq'])
    .select(['b.number', 'b.size', 'a.assignment_id', 'a.name', 'a.reviewed_field_id'])
    .where('s.project_id', '=', projectId)
    .where('s.from_seq', '<=', seq)
    .where('s.until_seq', '>', seq)
    .where('s.status', 'is not', null)
    .orderBy('a.assignment_id')
    .orderBy('b.number')
  if (assignmentId !== undefined) spans = spans.where('a.assignment_id', '=', assignmentId)
  return await spans.execute()
}

/** How many documents of each batch had a value of its reviewed field, or any value or tag. */
const reviewedAt = (
  { read, projectId }: Past,
  batches: readonly BatchRow[],
  seq: number,
): Promise<ReadonlyMap<number, number>> =>
  countedIn(
    batches.map((row) => ({ batchId: row.batch_id, size: row.size, reviewedFieldId: row.reviewed_field_id })),
    (batchIds, fieldId) =>
      read
        .selectFrom('batch_document as b')
        // From the batch to its documents' spans: a plain join would be free to go through all of the project's.
        .crossJoin('coding_span as s')
        .select('b.batch_id')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('b.batch_id', 'in', batchIds)
        .whereRef('s.document_id', '=', 'b.document_id')
        .where('s.project_id', '=', projectId)
        .where('s.kind', '=', fieldId === null ? 'document' : 'field')
        .where('s.subject_id', '=', fieldId ?? 0)
        .where('s.from_seq', '<=', seq)
        .where('s.until_seq', '>', seq)
        .where('s.coded', '=', 1)
        .groupBy('b.batch_id')
        .execute(),
  )

async function requireAssignment({ read, projectId }: Past, assignmentId: number): Promise<void> {
  const row = await read
    .selectFrom('assignment')
    .select('assignment_id')
    .where('assignment_id', '=', assignmentId)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  if (row === undefined) throw notFound('assignment')
}
