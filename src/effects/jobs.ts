/** Fetches jobs, follows those that run, and carries cancel, pause, resume and retry. */
import {
  cancelJob,
  getJob,
  type Job,
  type JobAction,
  listClientJobs,
  listJobs,
  pauseJob,
  resumeJob,
  retryJob,
  unfinishedProgress,
} from '#contracts/jobs.ts'
import type { CommandInput } from '../commands/define.ts'
import { confirmControl, refuseControl, requestJobs } from '../commands/jobs.ts'
import { requestCustodians, requestReport } from '../commands/project.ts'
import { addToast } from '../commands/toasts.ts'
import {
  clientListRequested,
  controlRequested,
  jobRequested,
  listRequested,
  progressRequested,
} from '../events/catalog/jobs.ts'
import { failureOf, failures } from '../stores/answers.ts'
import { type CacheWrite, write } from '../stores/cache.ts'
import { clientJobsKey, jobKey, jobLists, jobsById, projectJobsKey, runningJobs } from '../stores/jobs.ts'
import { effect } from './define.ts'

const retry = { times: 3, base: 300, cap: 5_000 } as const
/** Rows that a jobs table asks for; older ones by its button. */
const pageLimit = 100

const keep = (jobs: readonly Job[]): CacheWrite[] =>
  jobs.map((job) => write(jobsById, jobKey(job.jobId), job))

const keepList = (key: string, { data, totalCount }: { data: readonly Job[]; totalCount: number }) => ({
  cache: [
    ...keep(data),
    write(jobLists, key, { ids: data.map((job) => job.jobId), totalCount }),
    write(failures, key, null),
  ],
})

const fetchJobs = effect({
  name: 'jobs.fetchList',
  on: listRequested,
  strategy: 'latest',
  retry,
  request: ({ payload: { projectId } }, { call }) =>
    call(listJobs, { projectId, query: { limit: pageLimit } }),
  done: ({ payload: { projectId } }, page) => keepList(projectJobsKey(projectId), page),
  fail: ({ payload: { projectId } }, failure) =>
    failure.kind === 'canceled'
      ? {}
      : { cache: [write(failures, projectJobsKey(projectId), failureOf(failure))] },
})

const fetchClientJobs = effect({
  name: 'jobs.fetchClientList',
  on: clientListRequested,
  strategy: 'latest',
  retry,
  request: ({ payload: { companyId } }, { call }) =>
    call(listClientJobs, { query: { companyId, limit: pageLimit } }),
  done: ({ payload: { companyId } }, page) => keepList(clientJobsKey(companyId), page),
  fail: ({ payload: { companyId } }, failure) =>
    failure.kind === 'canceled'
      ? {}
      : { cache: [write(failures, clientJobsKey(companyId), failureOf(failure))] },
})

const fetchJob = effect({
  name: 'jobs.fetchJob',
  on: jobRequested,
  strategy: 'latest',
  retry,
  request: ({ payload: { projectId, jobId } }, { call }) => call(getJob, { projectId, query: { jobId } }),
  done: (_, job) => ({ cache: [...keep([job]), write(failures, jobKey(job.jobId), null)] }),
  fail: ({ payload: { jobId } }, failure) =>
    failure.kind === 'canceled' ? {} : { cache: [write(failures, jobKey(jobId), failureOf(failure))] },
})

/** Jobs that were unsettled at the last look and are no more are fetched once, so that their end can be told. */
const followProgress = effect({
  name: 'jobs.followProgress',
  on: progressRequested,
  strategy: 'first',
  request: async ({ payload: { projectId } }, { call, cached }) => {
    const before = cached(runningJobs, projectJobsKey(projectId)) ?? []
    const { data } = await call(unfinishedProgress, { projectId })
    const now = new Set(data.map((job) => job.jobId))
    const gone = before.filter((jobId) => !now.has(jobId))
    const ended = await Promise.all(gone.map((jobId) => call(getJob, { projectId, query: { jobId } })))
    return { data, ended, isNew: data.some((job) => !before.includes(job.jobId)) }
  },
  done: ({ payload: { projectId } }, { data, ended, isNew }) => ({
    cache: [
      ...keep([...data, ...ended]),
      write(
        runningJobs,
        projectJobsKey(projectId),
        data.map((job) => job.jobId),
      ),
    ],
    commands: [
      ...(isNew || ended.length > 0 ? [requestJobs({ projectId })] : []),
      ...(ended.length > 0 ? [requestReport({ projectId }), requestCustodians({ projectId })] : []),
      ...ended.flatMap(told),
    ],
  }),
  // The next look comes soon; a poll that fails is no news.
  fail: () => ({}),
})

const calls = { cancel: cancelJob, pause: pauseJob, resume: resumeJob, retry: retryJob } as const

const carryControl = effect({
  name: 'jobs.carryControl',
  on: controlRequested,
  strategy: 'queue',
  retry,
  request: ({ payload: { projectId, jobId, action } }, { call }) =>
    call(calls[action], { projectId, body: { jobId } }),
  done: ({ payload: { projectId, jobId, action } }, job) => ({
    cache: keep([job]),
    commands: [
      confirmControl({ projectId, jobId, action, state: job.state }),
      addToast({ kind: 'success', message: `${job.title}: ${done[action]}` }),
    ],
  }),
  fail: ({ payload: { projectId, jobId, action } }, { message }) => ({
    commands: [
      refuseControl({ projectId, jobId, action, message }),
      addToast({ kind: 'error', message }),
      requestJobs({ projectId }),
    ],
  }),
})

export const jobsEffects = [fetchJobs, fetchClientJobs, fetchJob, followProgress, carryControl]

const done: Readonly<Record<JobAction, string>> = {
  cancel: 'stopping; what is done stays',
  pause: 'pausing',
  resume: 'going on',
  retry: 'trying again what failed',
}

function told(job: Job): CommandInput[] {
  const count = job.itemsDone.toLocaleString('en-US')
  switch (job.state) {
    case 'Completed':
      return [addToast({ kind: 'success', message: `${job.title}: done, ${count} items` })]
    case 'CompletedWithErrors':
      return [
        addToast({
          kind: 'warning',
          message: `${job.title}: done, ${count} items, ${job.exceptions.toLocaleString('en-US')} exceptions`,
        }),
      ]
    case 'Failed':
      return [addToast({ kind: 'error', message: `${job.title}: failed. ${job.message ?? ''}`.trim() })]
    default:
      return []
  }
}
