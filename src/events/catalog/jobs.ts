/** Facts about jobs: asking how they stand, and telling them what to do. */
import * as z from 'zod/mini'
import { jobAction, jobState } from '#contracts/jobs.ts'
import { event } from '../define.ts'

const asked = { log: 'account', retention: 'session' } as const
const stream = (p: { projectId: number }) => `project:${p.projectId}:jobs`
const ofJob = (p: { jobId: number }) => `job:${p.jobId}`

/** Jobs were unfinished at the last look and are no more. */
export const endsSeen = event({
  ...asked,
  type: 'jobs.endsSeen',
  payload: z.strictObject({ projectId: z.int(), jobIds: z.array(z.int()) }),
  stream: (p) => `${stream(p)}:ends`,
})

/** A job for the whole project; what text recognition is about besides pictures without text is said with it. */
const started = { projectId: z.int(), kind: z.enum(['pages', 'ocr', 'analysis']) }
type Started = { readonly projectId: number; readonly kind: string }
/** What is started, where: one at a time. */
export const startKey = ({ projectId, kind }: Started): string => `${projectId}:${kind}`
const ofStart = (p: Started) => `${stream(p)}:start:${p.kind}`

export const startAsked = event({
  log: 'account',
  retention: 'audit',
  type: 'jobs.startAsked',
  payload: z.strictObject({ ...started, withText: z.boolean() }),
  stream: ofStart,
})

/** The message is null where it has begun; else it says why not. */
export const startAnswered = event({
  log: 'account',
  retention: 'audit',
  type: 'jobs.startAnswered',
  payload: z.strictObject({ ...started, message: z.nullable(z.string()) }),
  stream: ofStart,
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
  version: 2,
  payload: z.strictObject({
    ...control,
    /** Of a retry, the exceptions that it is about; null: all that failed. */
    exceptionIds: z.nullable(z.array(z.int())),
  }),
  stream: ofJob,
  upcasts: [(first) => ({ exceptionIds: null, ...Object(first) })],
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
