/** Jobs of a project and of a client, one job, and how much there is to start one for. */
import * as z from 'zod/mini'
import {
  getJob,
  getJobDetails,
  type Job,
  type JobDetails,
  listClientJobs,
  listJobs,
} from '#contracts/jobs.ts'
import type { RequestContext } from '../effects/define.ts'
import { lazyModule } from '../effects/lazy-module.ts'
import { type CacheWrite, createCache, write } from '../stores/cache.ts'
import { jobsNow } from '../stores/running-jobs.ts'
import { pageQuery, withPage } from './newest-first.ts'
import { answersIn, questions, read } from './read.ts'

const processing = lazyModule(() => import('#contracts/processing.ts'))

/** Rows that a jobs table asks for; older ones by its button. */
const pageLimit = 100

const before = z.optional(z.int())
/** Older jobs are asked for in a lane of their own: the look at the newest does not cancel them. */
const laneOf = (of: string, { before }: { readonly before?: number | undefined }): string =>
  `${of}:${before === undefined ? 'list' : 'older'}`

/** Lists by project or client: ids, newest first; the jobs themselves stand in `jobsById`. */
interface JobList {
  readonly ids: readonly number[]
  readonly totalCount: number
}
const lists = createCache<JobList>('jobLists', 40, 'account')

/** The jobs of a page, and the list with the page in it. */
function entriesOf(
  key: string,
  { data, totalCount }: { readonly data: readonly Job[]; readonly totalCount: number },
  asked: { readonly before?: number | undefined },
  { cached }: RequestContext,
): readonly CacheWrite[] {
  const page = data.map((job) => job.jobId)
  const ids = withPage(cached(lists, key)?.ids ?? [], page, asked, pageLimit, (id) => id)
  return [...jobsNow(data), write(lists, key, { ids, totalCount })]
}

const ofProject = questions({
  name: 'jobs.list',
  label: 'Look up jobs',
  log: 'account',
  payload: z.strictObject({ projectId: z.int(), before }),
  of: ({ projectId }) => ({ projectId }),
  lane: (asked) => laneOf(`project:${asked.projectId}:jobs`, asked),
  adds: true,
  ask: async (asked, ctx): Promise<readonly CacheWrite[]> => {
    const { projectId } = asked
    const page = await ctx.call(listJobs, { projectId, query: pageQuery(asked, pageLimit) })
    return entriesOf(ofProject.key(asked), page, asked, ctx)
  },
})
/** Each look at running jobs keeps the jobs themselves up to date. */
export const projectJobs = answersIn(ofProject, lists)

const ofClient = questions({
  name: 'jobs.clientList',
  label: "Look up the client's jobs",
  log: 'account',
  payload: z.strictObject({ companyId: z.int(), before }),
  of: ({ companyId }) => ({ companyId }),
  lane: (asked) => laneOf(`client:${asked.companyId}:jobs`, asked),
  adds: true,
  ask: async (asked, ctx): Promise<readonly CacheWrite[]> => {
    const { companyId } = asked
    const page = await ctx.call(listClientJobs, { query: { companyId, ...pageQuery(asked, pageLimit) } })
    return entriesOf(ofClient.key(asked), page, asked, ctx)
  },
})
export const clientJobs = answersIn(ofClient, lists)

const detailsHeld = createCache<JobDetails>('jobs.details', 20, 'account')
const details = questions({
  name: 'jobs.details',
  event: 'jobs.jobRequested',
  label: ({ jobId }) => `Look up job ${jobId}`,
  log: 'account',
  payload: z.strictObject({ projectId: z.int(), jobId: z.int() }),
  ask: async (asked, { call }): Promise<readonly CacheWrite[]> => {
    const { projectId, jobId } = asked
    const query = { jobId }
    const [job, found] = await Promise.all([
      call(getJob, { projectId, query }),
      call(getJobDetails, { projectId, query }),
    ])
    return [...jobsNow([job]), write(detailsHeld, details.key(asked), found)]
  },
})
/** The job itself stands in `jobsById`. */
export const jobDetails = answersIn(details, detailsHeld)

export const startableJobs = read({
  name: 'jobs.startable',
  label: 'Look how much there is to do',
  log: 'account',
  payload: z.strictObject({ projectId: z.int() }),
  ask: async ({ projectId }, { call }) => call((await processing()).startable, { projectId }),
})
