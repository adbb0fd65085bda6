/**
 * The job that splits an assignment: works its batches out, then writes them some at a time, each step one transaction with
 * its row of the trail. A run that was cut goes on with the documents that are in no batch yet.
 */

import { createHash } from 'node:crypto'
import { appendAudit } from '../../platform/audit/append.ts'
import type { JobKind, JobRun } from '../../platform/jobs/jobs.ts'
import { breathe } from '../../platform/records/breathe.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import { insertAll } from '../../platform/records/insert.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import type { Services } from '../../platform/services.ts'
import { plannedDocuments } from '../documents/job-documents.ts'
import { inReview } from '../documents/visible.ts'
import { holdAssignment } from './assignments.ts'
import { type Listed, partition, type Rules } from './partition.ts'
import { batchesInRow } from './told.ts'

/** Documents whose batches one transaction writes: nobody's save waits long. */
const stepDocuments = 2_000
/** Documents that are read at once. */
const pageDocuments = 5_000

interface Splitting extends Rules {
  readonly assignmentId: number
  readonly projectId: number
  readonly families: boolean
  readonly threads: boolean
  readonly nearDuplicates: boolean
}

/** The job kind `assignment`. */
export function assignmentKind({ records, now }: Pick<Services, 'records' | 'now'>): JobKind {
  return {
    kind: 'assignment',
    awaited: true,
    run: async (run) => {
      const splitting = await splittingOf(records.read, run.jobId)
      const documentIds = await plannedDocuments(records.read, run.jobId, splitting.families)
      const { data, placed, lastNumber } = await notPlaced(records.read, splitting, documentIds)
      const total = placed + data.length
      let done = placed
      let number = lastNumber
      for (const step of stepsOf(partition(data, splitting))) {
        await run.beat(null)
        const documents = step.reduce((sum, { length }) => sum + length, 0)
        const reached = { items_done: done + documents, items_total: total }
        const goesOn = await records.write('bulk', async (trx) => {
          await run.hold(trx)
          return await writeStep(trx, run, splitting, { batches: step, after: number, reached }, now())
        })
        if (!goesOn) return
        done += documents
        number += step.length
      }
    },
  }
}

async function splittingOf(read: Reader, jobId: number): Promise<Splitting> {
  const row = await read
    .selectFrom('assignment')
    .selectAll()
    .where('job_id', '=', jobId)
    .executeTakeFirstOrThrow()
  return {
    assignmentId: row.assignment_id,
    projectId: row.project_id,
    families: row.families === 1,
    size: row.batch_size,
    groupBy: row.group_by === 'custodian' ? 'custodian' : 'none',
    threads: row.group_threads === 1,
    nearDuplicates: row.group_near_duplicates === 1,
  }
}

/** The documents that are in no batch of the assignment yet; those that are not in review are left out. */
async function notPlaced(
  read: Reader,
  { assignmentId, projectId, threads, nearDuplicates }: Splitting,
  documentIds: Int32Array,
): Promise<{ data: Listed[]; placed: number; lastNumber: number }> {
  const data: Listed[] = []
  for (let from = 0; from < documentIds.length; from += pageDocuments) {
    const rows = await read
      .selectFrom('document as d')
      .innerJoin('custodian as c', 'c.custodian_id', 'd.custodian_id')
      .leftJoin('document_analysis as a', 'a.document_id', 'd.document_id')
      .select(['d.document_id', 'd.project_id', 'd.family_id', 'd.ordinal', 'd.sort_key', 'c.name'])
      .select(['a.review_thread_id', 'a.review_near_dup_group'])
      .where('d.document_id', 'in', [...documentIds.subarray(from, from + pageDocuments)])
      .where('d.state', '=', inReview)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('batch_document as p')
              .innerJoin('batch as b', 'b.batch_id', 'p.batch_id')
              .select('p.document_id')
              .whereRef('p.document_id', '=', 'd.document_id')
              .where('b.assignment_id', '=', assignmentId),
          ),
        ),
      )
      .execute()
    for (const row of rows)
      if (row.project_id === projectId)
        data.push({
          documentId: row.document_id,
          familyId: row.family_id,
          ordinal: row.ordinal,
          custodian: row.name,
          sortKey: row.sort_key,
          ties: [
            ...(threads && row.review_thread_id !== null ? [`thread ${row.review_thread_id}`] : []),
            ...(nearDuplicates && row.review_near_dup_group !== null
              ? [`alike ${row.review_near_dup_group}`]
              : []),
          ],
        })
    await breathe()
  }
  const { placed, last } = await read
    .selectFrom('batch')
    .select((eb) => [eb.fn.sum<number | null>('size').as('placed'), eb.fn.max('number').as('last')])
    .where('assignment_id', '=', assignmentId)
    .executeTakeFirstOrThrow()
  return { data, placed: Number(placed ?? 0), lastNumber: Number(last ?? 0) }
}

function* stepsOf(batches: readonly number[][]): Generator<number[][]> {
  let step: number[][] = []
  let documents = 0
  for (const batch of batches) {
    step.push(batch)
    documents += batch.length
    if (documents < stepDocuments && step.length < batchesInRow) continue
    yield step
    step = []
    documents = 0
  }
  if (step.length > 0) yield step
}

interface Step {
  readonly batches: readonly number[][]
  /** The number of the batch before. */
  readonly after: number
  readonly reached: { readonly items_done: number; readonly items_total: number }
}

/** Whether there is an assignment to go on with: it may have been deleted since. */
async function writeStep(
  trx: Writer,
  run: JobRun,
  { assignmentId, projectId }: Splitting,
  { batches, after, reached }: Step,
  now: Date,
): Promise<boolean> {
  if ((await holdAssignment(trx, projectId, assignmentId)) === undefined) return false
  const at = instantOf(now)
  const rows = await trx
    .insertInto('batch')
    .values(
      batches.map(({ length: size }, i) => ({
        project_id: projectId,
        assignment_id: assignmentId,
        number: after + 1 + i,
        size,
        status: 'NotStarted',
        holder: null,
        at,
      })),
    )
    .returning(['batch_id as batchId', 'number'])
    .execute()
  // The order of RETURNING is nobody's promise.
  const made = rows
    .toSorted((a, b) => a.number - b.number)
    .map((row, i) => ({ ...row, documentIds: batches[i] ?? [] }))
  await insertAll(
    trx,
    'batch_document',
    made.flatMap(({ batchId, documentIds }) =>
      documentIds.map((document_id, position) => ({ batch_id: batchId, position, document_id })),
    ),
  )
  const told = made.map(({ batchId, number, documentIds }) => ({
    batchId,
    status: 'NotStarted',
    userId: null,
    number,
    size: documentIds.length,
    // What is in a batch never changes; the trail can prove it.
    sha256: createHash('sha256').update(documentIds.join(',')).digest('hex'),
  }))
  await trx.updateTable('job').set(reached).where('job_id', '=', run.jobId).execute()
  await appendAudit(trx, `project:${projectId}`, [
    {
      at: now,
      user: null,
      action: 'assignment.split',
      projectId,
      jobId: run.jobId,
      facts: { assignmentId, batches: told },
    },
  ])
  return true
}
