/** Asking which jobs run, and how far they are. */
import { progressRequested } from '../events/catalog/running-jobs.ts'
import { command } from './define.ts'

export const requestProgress = command({
  capture: 'never',
  type: 'runningJobs.request',
  payload: progressRequested.payload,
  decide: (_state, payload) => [progressRequested(payload)],
  label: () => 'Look how far jobs are',
})
