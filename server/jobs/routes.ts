/** The calls about jobs. */

import type { Job } from '#contracts/jobs.ts'
import {
  cancelJob,
  getJob,
  getJobDetails,
  type JobAction,
  jobKind,
  jobNeeds,
  listClientJobs,
  listJobs,
  pauseJob,
  resumeJob,
  retryJob,
  setPriority,
  settledStates,
  unfinishedProgress,
} from '#contracts/jobs.ts'
import { rankCan, roleRanks } from '#contracts/permission.ts'
import type { CallerContext, ProjectContext } from '../http/context.ts'
import { notFound } from '../http/error.ts'
import { idempotent } from '../http/idempotency.ts'
import { type Route, route } from '../http/route.ts'
import { denied, requireOwnCompany } from '../http/scope.ts'
import { visibleProjects } from '../project/visible.ts'
import type { Reader } from '../records/records.ts'
import { detailsOf } from './details.ts'
import { type JobRow, presentJob, selectJobs } from './present.ts'
import { changePriority } from './priority.ts'
import { controlJob } from './transitions.ts'

const defaultLimit = 50

interface Page {
  readonly before?: number | undefined
  readonly limit?: number | undefined
}

export const routes: readonly Route[] = [
  route(listJobs, (ctx, { query }) =>
    pageOfJobs(ctx.records.read, new Map([[ctx.project.projectId, ctx.project.level]]), query),
  ),
  route(listClientJobs, async (ctx, { query }) => {
    requireOwnCompany(ctx.caller, query.companyId)
    const projects = await projectsWithJobs(ctx, query.companyId)
    return await pageOfJobs(ctx.records.read, projects, query)
  }),
  route(getJob, (ctx, { query }) => jobOf(ctx, query.jobId)),
  route(getJobDetails, async (ctx, { query }) =>
    detailsOf(ctx.records.read, await rowOf(ctx, query.jobId), ctx.can),
  ),
  route(unfinishedProgress, async (ctx) => {
    const rows = await selectJobs(ctx.records.read)
      .where('j.project_id', '=', ctx.project.projectId)
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
  const row = await ctx.records.read
    .selectFrom('job')
    .select('kind')
    .where('project_id', '=', ctx.project.projectId)
    .where('job_id', '=', jobId)
    .executeTakeFirst()
  if (row === undefined) throw notFound('job')
  const needed = jobNeeds[jobKind.parse(row.kind)]
  if (!ctx.can(needed)) throw denied(needed)
}

async function jobOf(ctx: ProjectContext, jobId: number): Promise<Job> {
  return presentJob(await rowOf(ctx, jobId), ctx.can)
}

async function rowOf(ctx: ProjectContext, jobId: number): Promise<JobRow> {
  const row = await selectJobs(ctx.records.read)
    .where('j.project_id', '=', ctx.project.projectId)
    .where('j.job_id', '=', jobId)
    .executeTakeFirst()
  if (row === undefined) throw notFound('job')
  return row
}

async function pageOfJobs(
  read: Reader,
  /** With what the caller is in each. */
  levels: ReadonlyMap<number, number>,
  { before, limit }: Page,
): Promise<{ data: Job[]; totalCount: number }> {
  const projects = [...levels.keys()]
  if (projects.length === 0) return { data: [], totalCount: 0 }
  let page = selectJobs(read).where('j.project_id', 'in', projects)
  if (before !== undefined) page = page.where('j.job_id', '<', before)
  const rows = await page
    .orderBy('j.job_id', 'desc')
    .limit(limit ?? defaultLimit)
    .execute()
  const { total } = await read
    .selectFrom('job')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('project_id', 'in', projects)
    .executeTakeFirstOrThrow()
  const data = rows.map((row) =>
    presentJob(row, (capability) => rankCan(levels.get(row.project_id) ?? roleRanks.Default, capability)),
  )
  return { data, totalCount: total }
}

/** The client's projects whose jobs the caller may see. */
async function projectsWithJobs(
  { records, caller }: CallerContext,
  companyId: number,
): Promise<Map<number, number>> {
  const company = await records.read
    .selectFrom('company')
    .select('company_id')
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  if (company === undefined) throw notFound('client')
  const projects = await visibleProjects(records.read, caller, companyId)
  const seen = projects.filter(({ level }) => rankCan(level, 'job.view'))
  return new Map(seen.map(({ projectId, level }) => [projectId, level]))
}
