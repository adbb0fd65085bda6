/**
 * What a client has for those who are signed in: their logs in the browser's database, their other projects, and the delivery
 * of what is unsent. The sign-in page has none of it (gate.ts): it would be fetched before anybody has signed in.
 */
import type { LastStep } from '../commands/envelopes.ts'
import { startDelivery } from '../effects/deliver.ts'
import { openLog } from '../events/log/open.ts'
import { packState } from '../stores/buckets.ts'
import { trailOf } from '../stores/undo.ts'
import { createBackgroundProjects } from './background-projects.ts'
import { createOutboxes } from './outboxes.ts'

const lastStep: LastStep = ({ undoTrail }, stream) => trailOf(undoTrail, stream).done.at(-1)

export const account = {
  openLog,
  packState,
  lastStep,
  createBackgroundProjects,
  createOutboxes,
  startDelivery,
} as const

export type AccountParts = typeof account
