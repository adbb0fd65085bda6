/** What people may do to a job, and what becomes of it. Everything that is not allowed is a 409. */
import { allowedFrom, type JobAction, type JobState } from '#contracts/jobs.ts'
import { appendAudit } from '../audit/append.ts'
import { byCaller } from '../audit/by-caller.ts'
import { readInRetry } from '../collect/read-again.ts'
import type { ProjectContext } from '../http/context.ts'
import { ApiError, notFound } from '../http/error.ts'
import type { Writer } from '../records/records.ts'

/** The state after an action; `null` where it is not allowed. */
export function stateAfter(action: JobAction, from: JobState): JobState | null {
  if (!allowedFrom[action].includes(from)) return null
  switch (action) {
    // A run stops at its next safe point; only then is it cancelled.
    case 'cancel':
      return from === 'Running' ? 'Cancelling' : 'Cancelled'
    case 'pause':
      return 'Paused'
    case 'resume':
    case 'retry':
      return 'Queued'
  }
}

const past: Readonly<Record<JobAction, string>> = {
  cancel: 'job.cancelled',
  pause: 'job.paused',
  resume: 'job.resumed',
  retry: 'job.retried',
}

/** Changes a job's state and puts it on the record; the caller tells the runner afterwards. */
export async function controlJob(
  trx: Writer,
  ctx: ProjectContext,
  jobId: number,
  action: JobAction,
): Promise<void> {
  const row = await trx
    .selectFrom('job')
    .select(['state'])
    .where('job_id', '=', jobId)
    .where('project_id', '=', ctx.project.projectId)
    .executeTakeFirst()
  if (row === undefined) throw notFound('job')
  const from = row.state as JobState
  const to =
    action === 'retry' && from === 'Completed' && (await hasUnread(trx, jobId))
      ? 'Queued'
      : stateAfter(action, from)
  if (to === null) {
    const message =
      action === 'retry' && from === 'Completed'
        ? 'Nothing of this job failed: there is nothing to retry.'
        : `A job that is ${from} cannot be ${pastWord[action]}.`
    throw new ApiError('job.transition', message, { detail: from, data: { state: from, action } })
  }
  if (to === 'Queued') await refuseTakenBack(trx, jobId)
  const now = ctx.now()
  await trx
    .updateTable('job')
    .set({
      state: to,
      ...(to === 'Queued' ? { message: null, ended_at: null } : {}),
      ...(to === 'Cancelled' ? { ended_at: now.toISOString() } : {}),
      ...(action === 'retry' ? { retry: 1 } : {}),
      rate: null,
      seconds_left: null,
    })
    .where('job_id', '=', jobId)
    .execute()
  await appendAudit(trx, `project:${ctx.project.projectId}`, [
    {
      ...byCaller(ctx),
      at: now,
      action: past[action],
      jobId,
      oldValue: from,
      newValue: to,
      how: 'manual',
    },
  ])
}

/** Documents of it were not read: a password that has come since may open them, or a limit may have been raised. */
async function hasUnread(trx: Writer, jobId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('exception as x')
    .innerJoin('job as j', 'j.job_id', 'x.job_id')
    .select('x.exception_id')
    .where('x.job_id', '=', jobId)
    .where('j.kind', '=', 'import')
    .where(readInRetry('x'))
    .where('x.resolution', '=', 'open')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** What goes on after it was taken back would do again what nobody would then take back. */
async function refuseTakenBack(trx: Writer, jobId: number): Promise<void> {
  const reversal = await trx
    .selectFrom('bulk')
    .select('job_id')
    .where('reverses', '=', jobId)
    .executeTakeFirst()
  if (reversal !== undefined)
    throw new ApiError('conflict', 'This change has been undone: it cannot go on. Make a new one.', {
      detail: 'bulk',
    })
}

const pastWord: Readonly<Record<JobAction, string>> = {
  cancel: 'cancelled',
  pause: 'paused',
  resume: 'resumed',
  retry: 'retried',
}
