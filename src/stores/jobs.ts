/** Which jobs have been told something and have not answered. */
import type { JobAction } from '#contracts/jobs.ts'
import {
  controlled,
  controlRefused,
  controlRequested,
  priorityAnswered,
  priorityAsked,
  startAnswered,
  startAsked,
  startKey,
} from '../events/catalog/jobs.ts'
import { on, projection } from './projection.ts'

export interface JobsState {
  /** By job: what it was told and has not answered yet. */
  readonly controlling: Readonly<Record<number, JobAction | 'priority'>>
  /** What has been asked for and has not begun yet, by `startKey`. */
  readonly starting: Readonly<Record<string, true>>
}

const without = (state: JobsState, jobId: number): JobsState => {
  const { [jobId]: _, ...controlling } = state.controlling
  return { ...state, controlling }
}

const begun = (state: JobsState, key: string): JobsState => {
  const { [key]: _, ...starting } = state.starting
  return { ...state, starting }
}

export const jobs = projection<JobsState>({
  name: 'jobs',
  version: 2,
  log: 'account',
  initial: { controlling: {}, starting: {} },
  handlers: [
    on(controlRequested, (s, { jobId, action }) => ({
      ...s,
      controlling: { ...s.controlling, [jobId]: action },
    })),
    on(priorityAsked, (s, { jobId }) => ({
      ...s,
      controlling: { ...s.controlling, [jobId]: 'priority' },
    })),
    on(startAsked, (s, p) => ({ ...s, starting: { ...s.starting, [startKey(p)]: true } })),
    on(startAnswered, (s, p) => begun(s, startKey(p))),
    on(priorityAnswered, (s, { jobId }) => without(s, jobId)),
    on(controlled, (s, { jobId }) => without(s, jobId)),
    on(controlRefused, (s, { jobId }) => without(s, jobId)),
  ],
})
