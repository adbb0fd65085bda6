/** Adds jobs of text recognition, whoever asks for them. */

import type { OcrLanguage } from '#contracts/processing.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import type { AuditEntry } from '../../platform/audit/entry.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Writer } from '../../platform/records/records.ts'
import { keepDocuments } from '../../review/documents/job-documents.ts'
import type { Candidates } from './candidates.ts'

export interface OcrRequest {
  readonly projectId: number
  readonly createdBy: number
  readonly withText: boolean
  /** The job keeps them, whatever the project's settings say later. */
  readonly languages: readonly OcrLanguage[]
  /** The import that it follows by itself. */
  readonly after?: number
  /** What the trail says of who asks, and how. */
  readonly told: Omit<AuditEntry, 'action' | 'projectId' | 'jobId' | 'facts'>
}

/** Adds the job for these documents, and that it was asked for to the trail. Answers the job's id. */
export async function queueOcr(
  trx: Writer,
  jobs: Jobs,
  { documentIds, pages }: Candidates,
  { projectId, createdBy, withText, languages, after, told }: OcrRequest,
): Promise<number> {
  const count = documentIds.length
  const jobId = await jobs.enqueue(trx, {
    projectId,
    kind: 'ocr',
    title: `Text of ${count === 1 ? 'one document' : `${count} documents`}`,
    input: { withText, languages },
    bytesTotal: 0,
    createdBy,
  })
  await trx.updateTable('job').set({ items_total: pages }).where('job_id', '=', jobId).execute()
  await keepDocuments(trx, jobId, documentIds)
  await appendAudit(trx, `project:${projectId}`, [
    {
      ...told,
      action: 'ocr.requested',
      projectId,
      jobId,
      facts: {
        documents: count,
        pages,
        withText,
        languages,
        ...(after === undefined ? {} : { after }),
      },
    },
  ])
  return jobId
}
