/**
 * The state of a document that a file was sent for. A job that puts a file in the place of a document's own names it: what is
 * put there meanwhile stays, whenever the job goes on.
 */

import type { ExpressionBuilder, Selectable } from 'kysely'
import * as z from 'zod/mini'
import { allowedFrom, hasEnded } from '#contracts/jobs.ts'
import { ApiError } from '../../platform/http/error.ts'
import type { JobTable } from '../../platform/jobs/tables.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import type { Schema } from '../../platform/records/schema.ts'
import { lastReplaced } from '../../review/documents/replaced.ts'
import { readCursor } from '../writing/cursor.ts'

const input = z.object({ putAfter: z.optional(z.int()) })

/**
 * The last that had been replaced there when the file of a job was sent, which is its only one. Jobs of earlier versions do not
 * say it: then the times of both do.
 */
export async function expectedRevision(
  read: Reader | Writer,
  job: { readonly jobId: number; readonly input: unknown },
): Promise<number> {
  const { putAfter } = input.parse(job.input)
  if (putAfter !== undefined) return putAfter
  const { last } = await read
    .selectFrom('source_file as f')
    .innerJoin('replaced_file as r', 'r.document_id', 'f.document_id')
    .select((eb) => eb.fn.max<number | null>('r.replaced_file_id').as('last'))
    .where('f.job_id', '=', job.jobId)
    .whereRef('r.at', '<=', 'f.at')
    .executeTakeFirstOrThrow()
  return Number(last ?? 0)
}

export const overtakenWords =
  'The document has got another file or text since this file was sent for it. Nothing is changed: this file stays in its source.'

/** Refuses to put a file where another file or text has been put since. */
export async function refuseSuperseded(
  read: Reader | Writer,
  documentId: number,
  putAfter: number,
): Promise<void> {
  if ((await lastReplaced(read, documentId)) === putAfter) return
  throw new ApiError('conflict', overtakenWords, { detail: 'documentId' })
}

/** Refuses to let an import go on that would put its file where another has been put since. */
export async function refuseSupersededJob(trx: Writer, jobId: number): Promise<void> {
  const row = await trx
    .selectFrom('source_file as f')
    .innerJoin('job as j', 'j.job_id', 'f.job_id')
    .select(['f.document_id', 'j.input', 'j.cursor'])
    .where('f.job_id', '=', jobId)
    .where('f.document_id', 'is not', null)
    .executeTakeFirst()
  if (row === undefined || row.document_id === null) return
  if (!isBeforeItsFile(row.cursor)) return
  const putAfter = await expectedRevision(trx, { jobId, input: JSON.parse(row.input) })
  await refuseSuperseded(trx, row.document_id, putAfter)
}

/** Later it has put its file there, or told why it could not: what is left of it changes no place. */
function isBeforeItsFile(cursor: string): boolean {
  const { at, finished } = readCursor(JSON.parse(cursor))
  return at === null && !finished
}

/** States in which a job that is not at its end has to be told to go on. */
const stoppedStates = [...allowedFrom.resume, ...allowedFrom.retry].filter((state) => !hasEnded(state))

type Job = ExpressionBuilder<Schema & { j: JobTable }, 'j'>

/** What was replaced in the document that the file of the stopped import `j` is for; null where it is for none. */
const putIn = (eb: Job) =>
  eb
    .selectFrom('source_file as t')
    .leftJoin('replaced_file as r', 'r.document_id', 't.document_id')
    .whereRef('t.job_id', '=', 'j.job_id')
    .where('t.document_id', 'is not', null)
    .where('j.kind', '=', 'import')
    .where('j.state', 'in', stoppedStates)
    .groupBy('t.job_id')

/** The last of it, and the last that was there before the file was sent, by the times of both (see `expectedRevision`). */
export const currentRevision = (eb: Job) => [
  putIn(eb)
    .select((c) => c.fn.coalesce(c.fn.max<number | null>('r.replaced_file_id'), c.val(0)).as('last'))
    .as('put_there'),
  putIn(eb)
    .select((c) =>
      c.fn
        .max<number | null>(
          c.case().when('r.at', '<=', c.ref('t.at')).then(c.ref('r.replaced_file_id')).end(),
        )
        .as('last'),
    )
    .as('put_before'),
]

/** Whether a job would be refused to go on, as `refuseSupersededJob` does, by what `currentRevision` says of it. */
export const isSuperseded = (
  job: Pick<Selectable<JobTable>, 'input' | 'cursor'> & {
    readonly put_there: number | null
    readonly put_before: number | null
  },
): boolean =>
  job.put_there !== null &&
  isBeforeItsFile(job.cursor) &&
  Number(job.put_there) !== (input.parse(JSON.parse(job.input)).putAfter ?? Number(job.put_before ?? 0))
