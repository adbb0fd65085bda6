/** Asking for texts: which documents it is about and where they go is settled at once, all the rest is the job's. */
import type { BulkDocuments } from '#contracts/bulk-changes.ts'
import { maxSent, type TextCheck } from '#contracts/derived-texts.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { keepDocuments } from '../documents/job-documents.ts'
import { documentsIn } from '../search/search-documents.ts'
import { type Candidates, candidatesIn } from './candidates.ts'
import { destinationOf, isAllowed, requireSendable, whyNotSent } from './gate.ts'
import { type DerivedTextRequest, names } from './kinds.ts'
import { underWay } from './under-way.ts'

/** What a job would be about; nothing is begun, and nothing sent. */
export async function check(
  ctx: ProjectContext,
  documents: BulkDocuments,
  want: DerivedTextRequest,
): Promise<TextCheck> {
  const { read } = ctx.records
  const { projectId } = ctx.project
  const found = await candidatesIn(read, projectId, documentsIn(ctx, documents), want)
  const { documentIds, ...counts } = found
  const why = want.sendTo === null ? null : await whyNotSent(ctx.config, read, projectId, want.kind)
  const refusal = why?.message ?? tooMany(want, documentIds.length)
  return {
    destination: destinationOf(ctx.config, want.kind),
    allowed: await isAllowed(read, projectId),
    refusal,
    documents: documentIds.length,
    ...counts,
  }
}

const tooMany = ({ sendTo }: DerivedTextRequest, count: number): string | null =>
  sendTo !== null && count > maxSent
    ? `At most ${maxSent.toLocaleString('en')} documents are sent at once. Pick fewer.`
    : null

/** Adds the job, and to the trail who sends how much of what where. Where there is nothing to do, nothing is begun. */
export async function start(
  ctx: ProjectContext,
  documents: BulkDocuments,
  want: DerivedTextRequest,
  correlationId: string,
): Promise<{ jobId: number; documents: number }> {
  const { projectId } = ctx.project
  const { kind, sendTo } = want
  // Looked for before the transaction, which others wait for.
  const found = await candidatesIn(ctx.records.read, projectId, documentsIn(ctx, documents), want)
  const { documentIds, billing } = found
  const started = await idempotent(
    ctx,
    async (trx) => {
      if (sendTo !== null) await requireSendable(ctx.config, trx, projectId, kind, sendTo)
      if (documentIds.length === 0 && found.underWay > 0)
        throw new ApiError('conflict', 'A job that is not over makes such texts of these documents.')
      if (documentIds.length === 0)
        throw new ApiError('request.invalid', nothingToDo(want, found), { detail: 'documents' })
      const many = tooMany(want, documentIds.length)
      if (many !== null) throw new ApiError('request.invalid', many, { detail: 'documents' })
      // Asked for by two at the same time: one of them came first.
      const making = await underWay(trx, projectId, want)
      if (documentIds.some((id) => making.has(id)))
        throw new ApiError(
          'conflict',
          'Such texts of these documents were asked for meanwhile. Look again at what is left.',
        )
      const count = documentIds.length
      const jobId = await ctx.jobs.enqueue(trx, {
        projectId,
        kind,
        title: `${names[kind].title} of ${count === 1 ? 'one document' : `${count} documents`}`,
        input: want,
        bytesTotal: 0,
        createdBy: ctx.caller.userId,
      })
      await trx.updateTable('job').set({ items_total: count }).where('job_id', '=', jobId).execute()
      await keepDocuments(trx, jobId, documentIds)
      await appendAudit(trx, `project:${projectId}`, [
        {
          ...byCaller(ctx),
          action: names[kind].requested,
          jobId,
          how: 'manual',
          correlationId,
          facts: {
            documents: count,
            ...(kind === 'transcribe' ? { bytes: billing.transcribe } : { characters: billing.translate }),
            ...(kind === 'translate' ? { to: want.to } : {}),
            endpoint: sendTo?.host ?? null,
            model: sendTo?.model ?? null,
            again: want.again,
          },
        },
      ])
      return { jobId, documents: count }
    },
    { alone: true },
  )
  ctx.jobs.wake()
  return started
}

function nothingToDo({ kind }: DerivedTextRequest, { done }: Pick<Candidates, 'done'>): string {
  if (done > 0) return 'All of these documents have such a text already. Ask for new ones, to replace them.'
  return kind === 'transcribe'
    ? 'There are no recordings among these documents.'
    : 'None of these documents has text. Run OCR or transcribe it first.'
}
