/** Jobs as the server last told them, and which of them run: every screen shows that. */
import type { Job } from '#contracts/jobs.ts'
import { type CacheWrite, createCache, write } from './cache.ts'

export const projectJobsKey = (projectId: number): string => `jobs.project:${projectId}`
export const jobKey = (jobId: number): string => `jobs.job:${jobId}`

export const jobsById = createCache<Job>('jobsById', 2000, 'account')
/** Each in its place. */
export const jobsNow = (told: readonly Job[]): CacheWrite[] =>
  told.map((job) => write(jobsById, jobKey(job.jobId), job))
/** Unsettled jobs of a project, as last polled. */
export const runningJobs = createCache<readonly number[]>('runningJobs', 20, 'account')

/** A job that has just begun is one of those that ran at the last look, however soon it is done: its end is told. */
export const alsoRunning = (
  running: readonly number[] | undefined,
  projectId: number,
  jobId: number,
): CacheWrite => write(runningJobs, projectJobsKey(projectId), [...(running ?? []), jobId])
