/** What is wrong with a text that a job has made, or could not make, of a document. */
import type { ExceptionTable } from '../../platform/jobs/tables.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import type { Writer } from '../../platform/records/records.ts'

/** Writes an exception of the document; whether the job counts it is the job's. */
export async function raiseException(
  trx: Writer,
  { jobId, projectId }: { readonly jobId: number; readonly projectId: number },
  documentId: number,
  { code, reason, stage }: Pick<ExceptionTable, 'code' | 'reason' | 'stage'>,
  now: Date,
): Promise<void> {
  const { source_path: path, ...document } = await trx
    .selectFrom('document')
    .select(['source_path', 'size', 'sha256'])
    .where('document_id', '=', documentId)
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('exception')
    .values({
      ...document,
      project_id: projectId,
      job_id: jobId,
      document_id: documentId,
      code,
      reason,
      stage,
      path,
      at: instantOf(now),
    })
    .execute()
}
