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
  setPriority,
  unfinishedProgress,
} from '#contracts/jobs.ts'
import { askAssignments } from '../commands/assignments.ts'
import type { CommandInput } from '../commands/define.ts'
import { answerPriority, confirmControl, refuseControl, requestJobs } from '../commands/jobs.ts'
import { requestCustodians, requestReport } from '../commands/project.ts'
import { addToast } from '../commands/toasts.ts'
import {
  clientListRequested,
  controlRequested,
  jobRequested,
  listRequested,
  priorityAsked,
  progressRequested,
} from '../events/catalog/jobs.ts'
import { failureOf, failures } from '../stores/answers.ts'
import { type CacheWrite, write } from '../stores/cache.ts'
import { clientJobsKey, jobKey, jobLists, jobsById, projectJobsKey, runningJobs } from '../stores/jobs.ts'
import { effect, type RequestContext } from './define.ts'

const retry = { times: 3, base: 300, cap: 5_000 } as const
/** Rows that a jobs table asks for; older ones by its button. */
const pageLimit = 100

interface Page {
  readonly data: readonly Job[]
  readonly totalCount: number
}
interface Listed extends Page {
  readonly ids: readonly number[]
}

const pageQuery = (before: number | undefined) => ({
  limit: pageLimit,
  ...(before === undefined ? {} : { before }),
})

/** The page with what is held around it: the newest come before older ones that were asked for, and those after. */
function around(
  { data, totalCount }: Page,
  key: string,
  before: number | undefined,
  ctx: RequestContext,
): Listed {
  const held = ctx.cached(jobLists, key)?.ids ?? []
  const ids = data.map((job) => job.jobId)
  const last = ids.at(-1)
  const older = last === undefined || ids.length < pageLimit ? [] : held.filter((id) => id < last)
  const newer = before === undefined ? [] : held.filter((id) => id >= before)
  return { data, totalCount, ids: [...newer, ...ids, ...older] }
}

const keep = (jobs: readonly Job[]): CacheWrite[] =>
  jobs.map((job) => write(jobsById, jobKey(job.jobId), job))

const keepList = (key: string, { data, ids, totalCount }: Listed) => ({
  cache: [...keep(data), write(jobLists, key, { ids, totalCount }), write(failures, key, null)],
})

const fetchJobs = effect({
  name: 'jobs.fetchList',
  on: listRequested,
  strategy: 'latest',
  retry,
  request: async ({ payload: { projectId, before } }, ctx) =>
    around(
      await ctx.call(listJobs, { projectId, query: pageQuery(before) }),
      projectJobsKey(projectId),
      before,
      ctx,
    ),
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
  request: async ({ payload: { companyId, before } }, ctx) =>
    around(
      await ctx.call(listClientJobs, { query: { companyId, ...pageQuery(before) } }),
      clientJobsKey(companyId),
      before,
      ctx,
    ),
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
  done: ({ payload: { projectId } }, { data, ended, isNew }, { assignments }) => ({
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
      ...(ended.length > 0 && Object.keys(assignments.splitting).length > 0 ? [askAssignments({})] : []),
      ...ended.flatMap(told),
    ],
  }),
  // The next look comes soon; a poll that fails is no news.
  fail: () => ({}),
})

const calls = { cancel: cancelJob, pause: pauseJob, resume: resumeJob, retry: retryJob } as const

/** Once per browser, also after a reload: a job that has been told something must not wait for an answer for ever. */
const carryControl = effect({
  name: 'jobs.carryControl',
  on: controlRequested,
  strategy: 'queue',
  delivery: 'once',
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

const carryPriority = effect({
  name: 'jobs.carryPriority',
  on: priorityAsked,
  strategy: 'queue',
  delivery: 'once',
  retry,
  request: ({ payload: { projectId, jobId, priority } }, { call }) =>
    call(setPriority, { projectId, body: { jobId, priority } }),
  done: ({ payload }, job) => ({
    cache: keep([job]),
    commands: [answerPriority({ ...payload, message: null })],
  }),
  fail: ({ payload }, { message }) => ({
    commands: [
      answerPriority({ ...payload, message }),
      addToast({ kind: 'error', message }),
      requestJobs({ projectId: payload.projectId }),
    ],
  }),
})

export const jobsEffects = [fetchJobs, fetchClientJobs, fetchJob, followProgress, carryControl, carryPriority]

const done: Readonly<Record<JobAction, string>> = {
  cancel: 'stopping; what is done stays',
  pause: 'pausing',
  resume: 'going on',
  retry: 'trying again what failed',
}

function told(job: Job): CommandInput[] {
  const count = counted(job.itemsDone, 'item')
  switch (job.state) {
    case 'Completed':
      // That an assignment has its batches is said with its name, once its list says so too; an analysis nobody asked for.
      if (job.kind === 'assignment' || job.kind === 'analysis') return []
      return [addToast({ kind: 'success', message: `${job.title}: done, ${count}` })]
    case 'CompletedWithErrors':
      return [
        addToast({
          kind: 'warning',
          message: `${job.title}: done, ${count}, ${counted(job.exceptions, 'exception')}`,
        }),
      ]
    case 'Failed':
      return [addToast({ kind: 'error', message: `${job.title}: failed. ${job.message ?? ''}`.trim() })]
    default:
      return []
  }
}

const counted = (count: number, one: string): string =>
  `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`
