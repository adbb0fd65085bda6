/** Asking for what was found to be covered, and for that to be taken back: each is a job of its own. */
import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import { settledStates } from '#contracts/jobs.ts'
import type { applyTerms } from '#contracts/term-redactions.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { controlJob } from '../../platform/jobs/transitions.ts'
import { storable } from '../../platform/records/dialect.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import { ownSearch, requireOpen, type Search } from './own.ts'
import type { WriteInput } from './write-input.ts'

type Asked = ReplyOf<typeof applyTerms>

export async function askToApply(
  ctx: ProjectContext,
  jobId: number,
  { label, reason, correlationId }: BodyOf<typeof applyTerms>,
): Promise<Asked> {
  const answer = await idempotent(
    ctx,
    async (trx) => {
      const search = await ownSearch(trx, ctx, jobId)
      requireOpen(search)
      await requireSettled(trx, jobId, 'The search is still under way. Wait until it is done, or cancel it.')
      const { n } = await trx
        .selectFrom('term_redaction_place')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('job_id', '=', jobId)
        .where('ticked', '=', 1)
        .executeTakeFirstOrThrow()
      const places = Number(n)
      if (places === 0)
        throw new ApiError('request.invalid', 'No place is ticked. Tick what is to be redacted.', {
          detail: 'jobId',
        })
      const asked = await enqueue(trx, ctx, search, correlationId, {
        ...{ act: 'apply', action: 'termRedaction.requested', items: places },
        title: `Redact ${places === 1 ? 'one place' : `${places} places`}`,
        label,
        erasable: { reason },
      })
      await trx
        .updateTable('term_redaction')
        .set({ apply_job: asked.jobId, label: storable(label), reason: storable(reason) })
        .where('job_id', '=', jobId)
        .execute()
      return asked
    },
    { alone: true },
  )
  ctx.jobs.wake()
  return answer
}

export async function askToUndo(ctx: ProjectContext, jobId: number, correlationId: string): Promise<Asked> {
  const answer = await idempotent(
    ctx,
    async (trx) => {
      const search = await ownSearch(trx, ctx, jobId)
      if (search.undo_job !== null && !(await hasStopped(trx, search.undo_job)))
        return { jobId: search.undo_job, auditIds: [] }
      if (search.apply_job === null)
        throw new ApiError('conflict', 'Nothing of this search is redacted: there is nothing to undo.', {
          detail: 'jobId',
        })
      await requireSettled(
        trx,
        search.apply_job,
        'What was found is still being redacted. Wait until it is done, or cancel it.',
      )
      const asked = await enqueue(trx, ctx, search, correlationId, {
        ...{ act: 'undo', action: 'termRedaction.undone', items: search.made, label: search.label },
        title: `Undo: redact ${search.made === 1 ? 'one place' : `${search.made} places`}`,
      })
      await trx
        .updateTable('term_redaction')
        .set({ undo_job: asked.jobId })
        .where('job_id', '=', jobId)
        .execute()
      return asked
    },
    { alone: true },
  )
  ctx.jobs.wake()
  return answer
}

/** Puts back what was taken back: it stands as redacted again, and can be undone again. */
export async function askToRedo(ctx: ProjectContext, jobId: number, correlationId: string): Promise<Asked> {
  const answer = await idempotent(
    ctx,
    async (trx) => {
      const search = await ownSearch(trx, ctx, jobId)
      if (search.undo_job === null)
        throw new ApiError('conflict', 'Nothing of this search was undone: there is nothing to redo.', {
          detail: 'jobId',
        })
      await requireSettled(
        trx,
        search.undo_job,
        'The redactions are still being taken back. Wait until it is done.',
      )
      if (await hasStopped(trx, search.undo_job))
        throw new ApiError('conflict', 'The undo ended before all was taken back. Undo the rest first.', {
          detail: 'jobId',
        })
      const asked = await enqueue(trx, ctx, search, correlationId, {
        ...{ act: 'redo', action: 'termRedaction.redone', items: search.removed, label: search.label },
        title: `Redo: redact ${search.removed === 1 ? 'one place' : `${search.removed} places`}`,
      })
      await trx
        .updateTable('term_redaction')
        .set({ apply_job: asked.jobId, undo_job: null, made: 0, removed: 0, changed: 0 })
        .set((eb) => ({ redone: eb('redone', '+', 1) }))
        .where('job_id', '=', jobId)
        .execute()
      return asked
    },
    { alone: true },
  )
  ctx.jobs.wake()
  return answer
}

/** Cancels what it does now: the search, the covering or the taking back, whichever came last. */
export async function askToStop(ctx: ProjectContext, jobId: number): Promise<{ jobId: number }> {
  const stopped = await idempotent(ctx, async (trx) => {
    const { undo_job, apply_job } = await ownSearch(trx, ctx, jobId)
    const last = undo_job ?? apply_job ?? jobId
    await controlJob(trx, ctx, last, 'cancel')
    return { jobId: last }
  })
  ctx.jobs.interrupt(stopped.jobId)
  ctx.jobs.wake()
  return stopped
}

async function enqueue(
  trx: Writer,
  ctx: ProjectContext,
  search: Search,
  correlationId: string,
  job: {
    readonly act: WriteInput['act']
    readonly action: string
    readonly items: number
    readonly title: string
    readonly label: string
    readonly erasable?: Record<string, unknown>
  },
): Promise<Asked> {
  const { projectId, roleName } = ctx.project
  const { userId, name } = ctx.caller
  const input: WriteInput = {
    ...{ act: job.act, of: search.job_id, commandId: ctx.idempotencyKey ?? '' },
    user: { userId, name, role: roleName },
  }
  const jobId = await ctx.jobs.enqueue(trx, {
    ...{ projectId, kind: 'redactTerms', title: job.title, input, bytesTotal: 0, createdBy: userId },
  })
  await trx.updateTable('job').set({ items_total: job.items }).where('job_id', '=', jobId).execute()
  const told = await appendAudit(trx, `project:${projectId}`, [
    {
      ...byCaller(ctx),
      ...{ action: job.action, jobId, how: job.act === 'apply' ? 'bulk' : job.act, correlationId },
      facts: { search: search.job_id, gesture: search.gesture, places: job.items, label: job.label },
      ...(job.erasable === undefined ? {} : { erasable: job.erasable }),
    },
  ])
  return { jobId, auditIds: told.map(({ auditId }) => auditId) }
}

/** Before its end: what is left of it is another job's. */
async function hasStopped(read: Reader, jobId: number): Promise<boolean> {
  const { state, lease_owner } = await stateOf(read, jobId)
  return (state === 'Cancelled' || state === 'Failed') && lease_owner === null
}

const stateOf = (read: Reader, jobId: number) =>
  read
    .selectFrom('job')
    .select(['state', 'lease_owner'])
    .where('job_id', '=', jobId)
    .executeTakeFirstOrThrow()

async function requireSettled(read: Reader, jobId: number, message: string): Promise<void> {
  const { state, lease_owner } = await stateOf(read, jobId)
  if (!settledStates.some((one) => one === state) || lease_owner !== null)
    throw new ApiError('conflict', message, { detail: state })
}
