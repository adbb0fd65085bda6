/** Calls as facts: each try of an effect with its wait and its end; what a person stopped; the network's state. */
import * as z from 'zod/mini'
import { instant } from '#contracts/ids.ts'
import { event } from '../define.ts'

const attempt = {
  effect: z.string(),
  /** One run of an effect: all its tries share it. */
  run: z.string(),
  /** From 1. */
  attempt: z.int(),
  /** The contract's name; null where nothing was sent. */
  call: z.nullable(z.string()),
  startedAt: instant,
  ms: z.number(),
  /** `unknown`: a write whose answer was lost or cut off; it is asked for again by its key. */
  outcome: z.enum(['answered', 'failed', 'canceled', 'superseded', 'unknown']),
  /** HTTP status where there was one, else 0. */
  status: z.int(),
  code: z.string(),
  message: z.string(),
  requestId: z.string(),
  /** Until the next try; null where this was the last. */
  waitMs: z.nullable(z.number()),
}
export const recordedAttempt = z.object({
  ...attempt,
  /** The log of the event that started the run; the attempt stands beside it. */
  log: z.enum(['device', 'account', 'project']),
})

/** A try has ended. Written into the log of what it was made for; `log` here is only where none is said. */
export const attempted = event({
  type: 'effect.attempted',
  log: 'device',
  retention: 'session',
  stream: ({ run }) => `run:${run}`,
  payload: z.object(attempt),
})

export const cancelRequested = event({
  type: 'effect.cancelRequested',
  log: 'device',
  retention: 'session',
  stream: ({ commandId }) => `command:${commandId}`,
  payload: z.object({ commandId: z.string() }),
})

/** Whether the network is there, and how much waits for it. */
export const networkChanged = event({
  type: 'effect.networkChanged',
  log: 'device',
  retention: 'session',
  stream: () => 'network',
  payload: z.object({ online: z.boolean(), waiting: z.int() }),
})
