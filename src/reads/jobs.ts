/** Jobs of a project and of a client, one job, and how much there is to start one for. */
import * as z from 'zod/mini'
import { getJob, getJobDetails, type Job, listClientJobs, listJobs } from '#contracts/jobs.ts'
import type { RequestContext } from '../effects/define.ts'
import { lazyModule } from '../effects/lazy-module.ts'
import { type JobList, jobLists, jobsNow } from '../stores/jobs.ts'
import { read } from './read.ts'

const processing = lazyModule(() => import('#contracts/processing.ts'))

/** Rows that a jobs table asks for; older ones by its button. */
const pageLimit = 100

const before = z.optional(z.int())
const pageQuery = ({ before }: { readonly before?: number | undefined }) => ({
  limit: pageLimit,
  ...(before === undefined ? {} : { before }),
})

/** Older jobs are asked for in a lane of their own: the look at the newest does not cancel them. */
const laneOf = (of: string, { before }: { readonly before?: number | undefined }): string =>
  `${of}:${before === undefined ? 'list' : 'older'}`

/** The page with what is held around it: the newest come before older ones that were asked for, and those after. */
function around(
  held: JobList | undefined,
  { data, totalCount }: { readonly data: readonly Job[]; readonly totalCount: number },
  { before }: { readonly before?: number | undefined },
  { put }: RequestContext,
): JobList {
  for (const entry of jobsNow(data)) put(entry)
  const ids = held?.ids ?? []
  const page = data.map((job) => job.jobId)
  const last = page.at(-1)
  const older = last === undefined || page.length < pageLimit ? [] : ids.filter((id) => id < last)
  const newer = before === undefined ? [] : ids.filter((id) => id >= before)
  return { ids: [...newer, ...page, ...older], totalCount }
}

export const projectJobs = read({
  name: 'jobs.list',
  label: 'Look up jobs',
  log: 'account',
  payload: z.strictObject({ projectId: z.int(), before }),
  of: ({ projectId }) => ({ projectId }),
  lane: (asked) => laneOf(`project:${asked.projectId}:jobs`, asked),
  cache: jobLists,
  ask: async (asked, ctx): Promise<JobList> => {
    const { projectId } = asked
    const page = await ctx.call(listJobs, { projectId, query: pageQuery(asked) })
    return around(ctx.cached(jobLists, projectJobs.key(asked)), page, asked, ctx)
  },
})

export const clientJobs = read({
  name: 'jobs.clientList',
  label: "Look up the client's jobs",
  log: 'account',
  payload: z.strictObject({ companyId: z.int(), before }),
  of: ({ companyId }) => ({ companyId }),
  lane: (asked) => laneOf(`client:${asked.companyId}:jobs`, asked),
  cache: jobLists,
  ask: async (asked, ctx): Promise<JobList> => {
    const { companyId } = asked
    const page = await ctx.call(listClientJobs, { query: { companyId, ...pageQuery(asked) } })
    return around(ctx.cached(jobLists, clientJobs.key(asked)), page, asked, ctx)
  },
})

/** The job itself stands in `jobsById`, where each look at running jobs keeps it up to date. */
export const jobDetails = read({
  name: 'jobs.details',
  event: 'jobs.jobRequested',
  label: ({ jobId }) => `Look up job ${jobId}`,
  log: 'account',
  payload: z.strictObject({ projectId: z.int(), jobId: z.int() }),
  ask: async ({ projectId, jobId }, { call, put }) => {
    const query = { jobId }
    const [job, details] = await Promise.all([
      call(getJob, { projectId, query }),
      call(getJobDetails, { projectId, query }),
    ])
    for (const entry of jobsNow([job])) put(entry)
    return details
  },
})

export const startableJobs = read({
  name: 'jobs.startable',
  label: 'Look how much there is to do',
  log: 'account',
  payload: z.strictObject({ projectId: z.int() }),
  ask: async ({ projectId }, { call }) => call((await processing()).startable, { projectId }),
})
