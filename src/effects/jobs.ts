/** Fetches jobs, follows those that run, and carries what they are told. */
import { answerPriority, answerStart, refuseControl, requestJobs } from '../commands/jobs.ts'
import { addToast } from '../commands/toasts.ts'
import {
  clientListRequested,
  controlRequested,
  jobRequested,
  listRequested,
  priorityAsked,
  progressRequested,
  startAsked,
  startableRequested,
} from '../events/catalog/jobs.ts'
import { clientJobsKey, jobKey, projectJobsKey, startableKey } from '../stores/jobs.ts'
import { effect } from './define.ts'
import { later } from './later.ts'
import { missed, told } from './outcomes.ts'

const calls = later(() => import('./jobs-calls.ts'))
const retry = { times: 3, base: 300, cap: 5_000 } as const
const looked = { strategy: 'latest', retry, done: told } as const
/** Once per browser, also after a reload: a job that has been told something must not wait for an answer for ever. */
const carried = { strategy: 'queue', delivery: 'once', retry, done: told } as const

export const jobsEffects = [
  effect({
    ...looked,
    name: 'jobs.fetchList',
    on: listRequested,
    request: async ({ payload }, ctx) => (await calls()).readJobs(payload, ctx),
    fail: ({ payload: { projectId } }, failure) => missed(projectJobsKey(projectId), failure),
  }),
  effect({
    ...looked,
    name: 'jobs.fetchClientList',
    on: clientListRequested,
    request: async ({ payload }, ctx) => (await calls()).readClientJobs(payload, ctx),
    fail: ({ payload: { companyId } }, failure) => missed(clientJobsKey(companyId), failure),
  }),
  effect({
    ...looked,
    name: 'jobs.fetchJob',
    on: jobRequested,
    request: async ({ payload }, ctx) => (await calls()).readJob(payload, ctx),
    fail: ({ payload: { jobId } }, failure) => missed(jobKey(jobId), failure),
  }),
  effect({
    name: 'jobs.followProgress',
    on: progressRequested,
    strategy: 'first',
    request: async ({ payload: { projectId } }, ctx) => (await calls()).followProgress(projectId, ctx),
    done: told,
    // The next look comes soon; a poll that fails is no news.
    fail: () => ({}),
  }),
  effect({
    ...carried,
    name: 'jobs.carryControl',
    on: controlRequested,
    request: async ({ payload }, ctx) => (await calls()).control(payload, ctx),
    fail: ({ payload: { projectId, jobId, action } }, { message }) => ({
      commands: [
        refuseControl({ projectId, jobId, action, message }),
        addToast({ kind: 'error', message }),
        requestJobs({ projectId }),
      ],
    }),
  }),
  effect({
    ...carried,
    name: 'jobs.carryPriority',
    on: priorityAsked,
    request: async ({ payload }, ctx) => (await calls()).prioritise(payload, ctx),
    fail: ({ payload }, { message }) => ({
      commands: [
        answerPriority({ ...payload, message }),
        addToast({ kind: 'error', message }),
        requestJobs({ projectId: payload.projectId }),
      ],
    }),
  }),
  effect({
    ...looked,
    name: 'jobs.fetchStartable',
    on: startableRequested,
    request: async ({ payload: { projectId } }, ctx) => (await calls()).readStartable(projectId, ctx),
    fail: ({ payload: { projectId } }, failure) => missed(startableKey(projectId), failure),
  }),
  effect({
    ...carried,
    name: 'jobs.carryStart',
    on: startAsked,
    request: async ({ payload, correlationId }, ctx) => (await calls()).start(payload, correlationId, ctx),
    // That there is nothing to do is said in the server's words.
    fail: ({ payload: { projectId, kind } }, { message, status }) => ({
      commands: [
        answerStart({ projectId, kind, message }),
        addToast({ kind: status === 400 ? 'info' : 'error', message }),
      ],
    }),
  }),
]
