/** Which jobs have been told something and have not answered; and jobs as the server last told them. */
import type { Job, JobAction } from '#contracts/jobs.ts'
import {
  controlled,
  controlRefused,
  controlRequested,
  priorityAnswered,
  priorityAsked,
} from '../events/catalog/jobs.ts'
import { createCache } from './cache.ts'
import { on, projection } from './projection.ts'

export interface JobsState {
  /** By job: what it was told and has not answered yet. */
  readonly controlling: Readonly<Record<number, JobAction | 'priority'>>
}

const without = (state: JobsState, jobId: number): JobsState => {
  const { [jobId]: _, ...controlling } = state.controlling
  return { controlling }
}

export const jobs = projection<JobsState>({
  name: 'jobs',
  version: 1,
  log: 'account',
  initial: { controlling: {} },
  handlers: [
    on(controlRequested, (s, { jobId, action }) => ({ controlling: { ...s.controlling, [jobId]: action } })),
    on(priorityAsked, (s, { jobId }) => ({ controlling: { ...s.controlling, [jobId]: 'priority' } })),
    on(priorityAnswered, (s, { jobId }) => without(s, jobId)),
    on(controlled, (s, { jobId }) => without(s, jobId)),
    on(controlRefused, (s, { jobId }) => without(s, jobId)),
  ],
})

export const projectJobsKey = (projectId: number): string => `jobs.project:${projectId}`
export const clientJobsKey = (companyId: number): string => `jobs.client:${companyId}`
export const jobKey = (jobId: number): string => `jobs.job:${jobId}`

/** Lists by project or client: ids, newest first; the jobs themselves stand in `jobsById`. */
export const jobLists = createCache<{ readonly ids: readonly number[]; readonly totalCount: number }>(
  'jobLists',
  40,
  'account',
)
export const jobsById = createCache<Job>('jobsById', 2000, 'account')
/** Unsettled jobs of a project, as last polled. */
export const runningJobs = createCache<readonly number[]>('runningJobs', 20, 'account')
