/** The documents that a job is not done with. */

import type { JobRun } from '../../platform/jobs/jobs.ts'
import { documentsOf } from '../../platform/jobs/retriable.ts'
import { breathe } from '../../platform/records/breathe.ts'
import type { Reader, Records } from '../../platform/records/records.ts'
import { plannedDocuments } from '../documents/job-documents.ts'
import type { Document } from './make.ts'

export interface Waiting extends Document {
  readonly fileName: string
}

/** Documents that are read at once. */
const slice = 1_000

/** In order; those that are gone are left out. */
export async function waitingDocuments(
  read: Reader,
  { jobId, projectId }: Pick<JobRun, 'jobId' | 'projectId'>,
): Promise<Waiting[]> {
  const planned = await plannedDocuments(read, jobId, false)
  const waiting: Waiting[] = []
  for (let from = 0; from < planned.length; from += slice) {
    const rows = await read
      .selectFrom('document as d')
      .leftJoin('derived_document as o', (join) =>
        join.onRef('o.document_id', '=', 'd.document_id').on('o.job_id', '=', jobId),
      )
      .select(['d.document_id', 'd.project_id', 'd.sha256', 'd.mime_type', 'd.size', 'd.file_name'])
      .where('d.document_id', 'in', [...planned.subarray(from, from + slice)])
      .where('o.document_id', 'is', null)
      .orderBy('d.document_id')
      .execute()
    for (const row of rows)
      if (row.project_id === projectId)
        waiting.push({
          documentId: row.document_id,
          sha256: row.sha256,
          mimeType: row.mime_type,
          size: row.size,
          fileName: row.file_name,
        })
    await breathe()
  }
  return waiting
}

/** What failed waits again; the pieces of it that were answered stay answered. */
export async function forgetFailures({ write }: Pick<Records, 'write'>, run: JobRun): Promise<void> {
  await write('bulk', async (trx) => {
    await run.hold(trx)
    const { numDeletedRows } = await trx
      .deleteFrom('derived_document')
      .where('job_id', '=', run.jobId)
      .where('outcome', '=', 'failed')
      .$if(run.retryOnly !== null, (query) =>
        query.where('document_id', 'in', documentsOf(trx, run.retryOnly ?? [])),
      )
      .executeTakeFirst()
    await trx
      .updateTable('job')
      .set((eb) => ({
        exceptions: run.retryOnly === null ? 0 : eb('exceptions', '-', Number(numDeletedRows)),
        retry: 0,
      }))
      .where('job_id', '=', run.jobId)
      .execute()
  })
}
