/** What people may do to a job, and what becomes of it. Everything that is not allowed is a 409. */
import { allowedFrom, hasEnded, type JobAction, type JobState, jobKind } from '#contracts/jobs.ts'
import { appendAudit } from '../audit/append.ts'
import { byCaller } from '../audit/by-caller.ts'
import type { ProjectContext } from '../http/context.ts'
import { ApiError, notFound } from '../http/error.ts'
import type { Writer } from '../records/records.ts'
import { hasRetriable, requireRetriable } from './retriable.ts'
import { traitsOf } from './traits.ts'

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
  /** Of a retry, what it is about; all that failed where none are named. */
  exceptionIds: readonly number[] | null = null,
): Promise<void> {
  const row = await trx
    .selectFrom('job')
    .select(['state', 'kind'])
    .where('job_id', '=', jobId)
    .where('project_id', '=', ctx.project.projectId)
    .executeTakeFirst()
  if (row === undefined) throw notFound('job')
  const from = row.state as JobState
  const kind = jobKind.parse(row.kind)
  const ended = hasEnded(from)
  const retries = action === 'retry'
  // What is left to be tried again is asked of the exceptions: one that has failed may have been accepted or done by another
  // job since, and of a job that has failed with nothing documents may be locked.
  const left = retries && ended ? await hasRetriable(trx, jobId, kind) : null
  const to = left === null ? stateAfter(action, from) : left ? 'Queued' : null
  if (to === null) {
    const message =
      retries && ended
        ? 'Nothing is left of this job that could be tried again.'
        : `A job that is ${from} cannot be ${pastWord[action]}.`
    throw new ApiError('job.transition', message, { detail: from, data: { state: from, action } })
  }
  if (exceptionIds !== null && !ended)
    throw new ApiError('conflict', 'This job has stopped before its end: retry it as a whole first.', {
      detail: 'exceptionIds',
    })
  if (exceptionIds !== null) await requireRetriable(trx, ctx, jobId, kind, exceptionIds)
  if (to === 'Queued') await traitsOf(kind).refuseToGoOn?.(trx, jobId)
  const now = ctx.now()
  await trx
    .updateTable('job')
    .set({
      state: to,
      ...(to === 'Queued' ? { message: null, ended_at: null } : {}),
      ...(to === 'Cancelled' ? { ended_at: now.toISOString() } : {}),
      ...(retries ? { retry: 1 } : {}),
      // One that failed in its middle goes on with what it was about.
      ...(retries && ended
        ? { retry_only: exceptionIds === null ? null : JSON.stringify(exceptionIds) }
        : {}),
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
      ...(exceptionIds === null ? {} : { facts: { exceptionIds } }),
    },
  ])
}

const pastWord: Readonly<Record<JobAction, string>> = {
  cancel: 'cancelled',
  pause: 'paused',
  resume: 'resumed',
  retry: 'retried',
}
