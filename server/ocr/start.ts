/** Asking for text recognition: which documents it is about is settled at once, all the rest is its job's. */
import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import { messages } from '#contracts/errors.ts'
import type { startOcr } from '#contracts/ocr.ts'
import { appendAudit } from '../audit/append.ts'
import { byCaller } from '../audit/by-caller.ts'
import { documentsIn } from '../documents/search.ts'
import type { ProjectContext } from '../http/context.ts'
import { ApiError } from '../http/error.ts'
import { keepDocuments } from '../jobs/documents.ts'
import type { Writer } from '../records/records.ts'
import { type Candidates, candidatesIn } from './candidates.ts'

type Started = ReplyOf<typeof startOcr>

/** The documents that the job would be about: looked for before its transaction, which others wait for. */
export async function candidatesOf(
  ctx: ProjectContext,
  { documents, withText }: BodyOf<typeof startOcr>,
): Promise<Candidates> {
  const among = documents === null ? null : documentsIn(ctx, documents)
  return await candidatesIn(ctx.records.read, ctx.project.projectId, among, withText)
}

/** Adds the job, and that it was asked for to the trail. Where there is nothing to recognise, nothing is begun. */
export async function askToRecognise(
  trx: Writer,
  ctx: ProjectContext,
  { documentIds, pages }: Candidates,
  { withText, correlationId }: BodyOf<typeof startOcr>,
): Promise<Started> {
  const { projectId } = ctx.project
  const { userId } = ctx.caller
  if (documentIds.length === 0)
    throw new ApiError('request.invalid', messages.emptyOcrJob, { detail: 'documents' })
  const count = documentIds.length
  const title = `Text of ${count === 1 ? 'one document' : `${count} documents`}`
  const jobId = await ctx.jobs.enqueue(trx, {
    projectId,
    kind: 'ocr',
    title,
    input: { withText },
    bytesTotal: 0,
    createdBy: userId,
  })
  await trx.updateTable('job').set({ items_total: pages }).where('job_id', '=', jobId).execute()
  await keepDocuments(trx, jobId, documentIds)
  await appendAudit(trx, `project:${projectId}`, [
    {
      ...byCaller(ctx),
      action: 'ocr.requested',
      jobId,
      how: 'manual',
      correlationId,
      facts: { documents: count, pages, withText },
    },
  ])
  return { jobId, documents: count, pages }
}
