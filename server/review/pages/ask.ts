/** Asking for the pages of many documents. */
import type { BulkDocuments } from '#contracts/bulk-changes.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import type { Writer } from '../../platform/records/records.ts'
import { keepDocuments } from '../documents/job-documents.ts'
import { documentsMeant } from '../search/search-documents.ts'

/** Adds the job, with its row of the trail; null: all documents that the project has now. */
export async function askForPages(
  trx: Writer,
  ctx: ProjectContext,
  documents: BulkDocuments | null,
): Promise<{ jobId: number }> {
  const { projectId } = ctx.project
  const { userId } = ctx.caller
  const ids = documents === null ? await allOf(trx, projectId) : documentsMeant(ctx, documents)
  const jobId = await ctx.jobs.enqueue(trx, {
    projectId,
    kind: 'pages',
    title: 'Page images',
    input: null,
    bytesTotal: 0,
    createdBy: userId,
  })
  await trx.updateTable('job').set({ items_total: ids.length }).where('job_id', '=', jobId).execute()
  await keepDocuments(trx, jobId, ids)
  await appendAudit(trx, `project:${projectId}`, [
    {
      ...byCaller(ctx),
      action: 'pages.requested',
      jobId,
      how: 'manual',
      facts: { documents: ids.length },
    },
  ])
  return { jobId }
}

async function allOf(trx: Writer, projectId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('document')
    .select('document_id')
    .where('project_id', '=', projectId)
    .execute()
  return rows.map(({ document_id }) => document_id)
}
