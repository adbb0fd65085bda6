/** The calls about jobs. */

import type { Job } from '#contracts/jobs.ts'
import {
  actionsFor,
  cancelJob,
  getJob,
  getJobDetails,
  getJobStatus,
  type JobAction,
  jobKind,
  jobNeeds,
  listJobs,
  pauseJob,
  resumeJob,
  retryJob,
  setPriority,
  settledStates,
  unfinishedProgress,
} from '#contracts/jobs.ts'
import type { ProjectContext } from '../http/context.ts'
import { notFound } from '../http/error.ts'
import { idempotent } from '../http/idempotency.ts'
import { type Route, route } from '../http/route.ts'
import { denied } from '../http/scope.ts'
import { detailsOf } from './details.ts'
import { pageOfJobs } from './page.ts'
import { type JobRow, presentJob, selectJobs } from './present.ts'
import { changePriority } from './priority.ts'
import { controlJob } from './transitions.ts'

export const routes: readonly Route[] = [
  route(listJobs, (ctx, { query }) =>
    pageOfJobs(
      ctx.records.read,
      ctx.caller.userId,
      new Map([[ctx.project.projectId, ctx.project.holder]]),
      query,
    ),
  ),
  route(getJob, (ctx, { query }) => jobOf(ctx, query.jobId)),
  route(getJobDetails, async (ctx, { query }) =>
    detailsOf(ctx.records.read, await rowOf(ctx, query.jobId), ctx.can),
  ),
  route(getJobStatus, async (ctx, { query }) => {
    const job = await jobOf(ctx, query.jobId)
    const { jobId, state, itemsTotal, itemsDone, exceptions, message } = job
    return {
      ...{ jobId, state, itemsTotal, itemsDone, exceptions, message },
      settled: settledStates.includes(state),
      actions: ctx.can(jobNeeds[job.kind]) ? actionsFor(job) : [],
    }
  }),
  route(unfinishedProgress, async (ctx) => {
    const rows = await jobsSeen(ctx)
      .where('j.state', 'not in', [...settledStates])
      .orderBy('j.job_id', 'desc')
      .execute()
    return { data: rows.map((row) => presentJob(row, ctx.can)), totalCount: rows.length }
  }),
  route(cancelJob, (ctx, { body }) => control(ctx, body.jobId, 'cancel')),
  route(pauseJob, (ctx, { body }) => control(ctx, body.jobId, 'pause')),
  route(resumeJob, (ctx, { body }) => control(ctx, body.jobId, 'resume')),
  route(retryJob, (ctx, { body }) =>
    control(
      ctx,
      body.jobId,
      'retry',
      body.exceptionIds === undefined ? null : [...new Set(body.exceptionIds)],
    ),
  ),
  route(setPriority, async (ctx, { body }) => {
    await idempotent(ctx, (trx) => changePriority(trx, ctx, body.jobId, body.priority))
    ctx.jobs.wake()
    return await jobOf(ctx, body.jobId)
  }),
]

async function control(
  ctx: ProjectContext,
  jobId: number,
  action: JobAction,
  exceptionIds: readonly number[] | null = null,
): Promise<Job> {
  await requireKind(ctx, jobId)
  await idempotent(ctx, (trx) => controlJob(trx, ctx, jobId, action, exceptionIds))
  ctx.jobs.interrupt(jobId)
  ctx.jobs.wake()
  return await jobOf(ctx, jobId)
}

/** Refuses who may not start a job of this one's kind. */
async function requireKind(ctx: ProjectContext, jobId: number): Promise<void> {
  const { kind } = await rowOf(ctx, jobId)
  const needed = jobNeeds[jobKind.parse(kind)]
  if (!ctx.can(needed)) throw denied(needed)
}

async function jobOf(ctx: ProjectContext, jobId: number): Promise<Job> {
  return presentJob(await rowOf(ctx, jobId), ctx.can)
}

async function rowOf(ctx: ProjectContext, jobId: number): Promise<JobRow> {
  const row = await jobsSeen(ctx).where('j.job_id', '=', jobId).executeTakeFirst()
  if (row === undefined) throw notFound('job')
  return row
}

/** The jobs of the project that the caller may see: all, or their own. */
function jobsSeen(ctx: ProjectContext) {
  const all = selectJobs(ctx.records.read).where('j.project_id', '=', ctx.project.projectId)
  return ctx.reach('job.view') === 'own' ? all.where('j.created_by', '=', ctx.caller.userId) : all
}
