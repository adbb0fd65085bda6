/** Somebody asks for text recognition: which documents it is about is settled at once, all the rest is its job's. */

import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import { messages } from '#contracts/errors.ts'
import type { startOcr } from '#contracts/ocr.ts'
import { processingOf } from '../../organization/settings/processing.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import type { Writer } from '../../platform/records/records.ts'
import { documentsIn } from '../../review/search/search-documents.ts'
import { type Candidates, candidatesIn } from './candidates.ts'
import { queueOcr } from './queue.ts'

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
  candidates: Candidates,
  { withText, correlationId }: BodyOf<typeof startOcr>,
): Promise<Started> {
  const { projectId } = ctx.project
  if (candidates.documentIds.length === 0)
    throw new ApiError('request.invalid', messages.emptyOcrJob, { detail: 'documents' })
  const { ocrLanguages: languages } = await processingOf(trx, projectId)
  const jobId = await queueOcr(trx, ctx.jobs, candidates, {
    ...{ projectId, withText, languages, createdBy: ctx.caller.userId },
    told: { ...byCaller(ctx), how: 'manual', correlationId },
  })
  return { jobId, documents: candidates.documentIds.length, pages: candidates.pages }
}
