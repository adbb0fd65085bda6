/** Facts about jobs: asking how they stand, and telling them what to do. */
import * as z from 'zod/mini'
import { jobAction, jobState } from '#contracts/jobs.ts'
import { event } from '../define.ts'

const asked = { log: 'account', retention: 'session' } as const
const stream = (p: { projectId: number }) => `project:${p.projectId}:jobs`
const ofJob = (p: { jobId: number }) => `job:${p.jobId}`

/** Older jobs are asked for in a stream of their own: the look at the newest does not cancel them. */
const page = (p: { before?: number | undefined }) => (p.before === undefined ? 'list' : 'older')

export const listRequested = event({
  ...asked,
  type: 'jobs.listRequested',
  payload: z.strictObject({ projectId: z.int(), before: z.optional(z.int()) }),
  stream: (p) => `${stream(p)}:${page(p)}`,
})

export const clientListRequested = event({
  ...asked,
  type: 'jobs.clientListRequested',
  payload: z.strictObject({ companyId: z.int(), before: z.optional(z.int()) }),
  stream: (p) => `client:${p.companyId}:jobs:${page(p)}`,
})

export const jobRequested = event({
  ...asked,
  type: 'jobs.jobRequested',
  payload: z.strictObject({ projectId: z.int(), jobId: z.int() }),
  stream: ofJob,
})

export const progressRequested = event({
  ...asked,
  type: 'jobs.progressRequested',
  payload: z.strictObject({ projectId: z.int() }),
  stream: (p) => `${stream(p)}:progress`,
})

const prioritising = { projectId: z.int(), jobId: z.int(), priority: z.int() }

export const priorityAsked = event({
  log: 'account',
  retention: 'audit',
  type: 'jobs.priorityAsked',
  payload: z.strictObject(prioritising),
  stream: ofJob,
})

/** The message is null where the job has the priority now; else it says why not. */
export const priorityAnswered = event({
  log: 'account',
  retention: 'audit',
  type: 'jobs.priorityAnswered',
  payload: z.strictObject({ ...prioritising, message: z.nullable(z.string()) }),
  stream: ofJob,
})

const control = { projectId: z.int(), jobId: z.int(), action: jobAction }

export const controlRequested = event({
  log: 'account',
  retention: 'audit',
  type: 'jobs.controlRequested',
  payload: z.strictObject(control),
  stream: ofJob,
})

export const controlled = event({
  log: 'account',
  retention: 'audit',
  type: 'jobs.controlled',
  payload: z.strictObject({ ...control, state: jobState }),
  stream: ofJob,
})

export const controlRefused = event({
  log: 'account',
  retention: 'audit',
  type: 'jobs.controlRefused',
  payload: z.strictObject({ ...control, message: z.string() }),
  stream: ofJob,
})
