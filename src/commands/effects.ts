/** What the effects runtime reports, and how a person stops a call. */
import * as z from 'zod/mini'
import { attempted, cancelRequested, networkChanged, recordedAttempt } from '../events/catalog/effects.ts'
import { command } from './define.ts'

/** Said by the runtime at the end of each try; written into the log of what it was made for. */
export const recordAttempt = command({
  type: 'effects.recordAttempt',
  capture: 'never',
  payload: recordedAttempt,
  decide: (_, { log, ...attempt }) => [{ ...attempted(attempt), log }],
  label: ({ call, effect, outcome, attempt, status }) =>
    `${call ?? effect}: ${outcome}${status > 0 ? ` ${status}` : ''}${attempt > 1 ? `, try ${attempt}` : ''}`,
})

/** Stops what a command set going. A write that is under way is asked for again before anything is said of it. */
export const cancelRun = command({
  type: 'effects.cancelRun',
  capture: 'never',
  payload: z.object({ commandId: z.string() }),
  decide: (_, { commandId }) => [cancelRequested({ commandId })],
  label: () => 'Stop the call',
})

export const reportNetwork = command({
  type: 'effects.reportNetwork',
  capture: 'never',
  payload: networkChanged.payload,
  decide: ({ network }, now) =>
    network.online === now.online && network.waiting === now.waiting ? [] : [networkChanged(now)],
  label: ({ online, waiting }) => `${online ? 'Online' : 'Offline'}, ${waiting} waiting`,
})
