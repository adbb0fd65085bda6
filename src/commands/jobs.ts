/** Asking how jobs stand, and telling them what to do. */
import * as z from 'zod/mini'
import { type JobAction, jobAction, jobNeeds, maxPriority, maxRetried, minPriority } from '#contracts/jobs.ts'
import {
  controlled,
  controlRefused,
  controlRequested,
  endsSeen,
  priorityAnswered,
  priorityAsked,
  startAnswered,
  startAsked,
  startKey,
} from '../events/catalog/jobs.ts'
import { command, reject } from './define.ts'

const never = { capture: 'never' } as const

/** What the buttons say. */
export const actionNames: Readonly<Record<JobAction, string>> = {
  cancel: 'Cancel',
  pause: 'Pause',
  resume: 'Resume',
  retry: 'Retry failed items',
}

/** What is started for a whole project. */
export const startNames = {
  pages: 'Image documents',
  ocr: 'Run OCR',
  analysis: 'Analyze',
} as const

/** By the effect that looks at running jobs: their end is to be told. */
export const noteEnds = command({
  ...never,
  type: 'jobs.noteEnds',
  payload: endsSeen.payload,
  decide: (_state, payload) => [endsSeen(payload)],
  label: ({ jobIds }) => `Look how ${jobIds.length === 1 ? 'a job' : `${jobIds.length} jobs`} ended`,
})

/** For the whole project. */
export const startJob = command({
  ...never,
  type: 'jobs.start',
  payload: startAsked.payload,
  decide: ({ jobs }, payload, { can }) => {
    if (!can(jobNeeds[payload.kind])) return reject('Your role does not start such jobs.')
    return jobs.starting[startKey(payload)] === true ? reject('It is being started.') : [startAsked(payload)]
  },
  label: ({ kind }) => startNames[kind],
})

/** By the effect, with what became of it. */
export const answerStart = command({
  ...never,
  type: 'jobs.answerStart',
  payload: startAnswered.payload,
  decide: (_state, payload) => [startAnswered(payload)],
  label: ({ kind, message }) => message ?? `${startNames[kind]}: begun`,
})

export const controlJob = command({
  ...never,
  type: 'jobs.control',
  payload: z.strictObject({
    projectId: z.int(),
    jobId: z.int(),
    action: jobAction,
    /** Of a retry, what it is about; all that failed where none are named. */
    exceptionIds: z.optional(z.array(z.int()).check(z.minLength(1), z.maxLength(maxRetried))),
  }),
  decide: ({ jobs }, { exceptionIds = null, ...payload }) =>
    jobs.controlling[payload.jobId] === undefined
      ? [controlRequested({ ...payload, exceptionIds })]
      : reject('The job has been told already.'),
  label: ({ action, jobId, exceptionIds }) =>
    exceptionIds === undefined
      ? `${actionNames[action]}: job ${jobId}`
      : `Retry ${exceptionIds.length === 1 ? '1 exception' : `${exceptionIds.length} exceptions`} of job ${jobId}`,
})

export const setPriority = command({
  ...never,
  type: 'jobs.setPriority',
  payload: z.strictObject({
    projectId: z.int(),
    jobId: z.int(),
    priority: z.int().check(z.minimum(minPriority), z.maximum(maxPriority)),
  }),
  decide: ({ jobs }, payload) =>
    jobs.controlling[payload.jobId] === undefined
      ? [priorityAsked(payload)]
      : reject('The job has been told already.'),
  label: ({ jobId, priority }) => `Give job ${jobId} the priority ${priority}`,
})

/** By the effect, with what became of it. */
export const answerPriority = command({
  ...never,
  type: 'jobs.answerPriority',
  payload: priorityAnswered.payload,
  decide: (_state, payload) => [priorityAnswered(payload)],
  label: ({ jobId, priority, message }) => message ?? `Job ${jobId} has the priority ${priority}`,
})

/** By the effect, with what became of it. */
export const confirmControl = command({
  ...never,
  type: 'jobs.confirmControl',
  payload: controlled.payload,
  decide: (_state, payload) => [controlled(payload)],
  label: ({ jobId, state }) => `Job ${jobId} is ${state}`,
})

export const refuseControl = command({
  ...never,
  type: 'jobs.refuseControl',
  payload: controlRefused.payload,
  decide: (_state, payload) => [controlRefused(payload)],
  label: ({ message }) => message,
})
