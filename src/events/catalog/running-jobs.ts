/** That a screen asks which jobs run. */
import * as z from 'zod/mini'
import { event } from '../define.ts'

export const progressRequested = event({
  log: 'account',
  retention: 'session',
  type: 'runningJobs.requested',
  payload: z.strictObject({ projectId: z.int() }),
  stream: (p) => `project:${p.projectId}:jobs:progress`,
})
