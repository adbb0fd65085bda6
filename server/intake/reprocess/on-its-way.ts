/** A file that has come for a document and is not its own yet: until it is, or its job has ended, none is put there beside it. */
import { settledStates } from '#contracts/jobs.ts'
import { ApiError } from '../../platform/http/error.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'

/** Refuses a file while another one is on its way to the document: which of them stays would be chance. */
export async function refuseSecond(
  read: Reader | Writer,
  documentId: number,
  detail: 'exception' | 'documentId',
): Promise<void> {
  const other = await read
    .selectFrom('source_file as f')
    .leftJoin('job as j', 'j.job_id', 'f.job_id')
    .select('f.source_file_id')
    .where('f.document_id', '=', documentId)
    .where((eb) => eb.or([eb('f.job_id', 'is', null), eb('j.state', 'not in', settledStates)]))
    .executeTakeFirst()
  if (other !== undefined)
    throw new ApiError(
      'conflict',
      'Another file is on its way to this document. Wait until it is processed; if it waits in its source, have that processed.',
      { detail },
    )
}
