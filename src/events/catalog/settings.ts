/** Facts about a project's settings: looked at, and asked to be otherwise. */
import * as z from 'zod/mini'
import { event } from '../define.ts'

const ofProject = { log: 'project', stream: () => 'settings' } as const

export const settingsRequested = event({
  ...ofProject,
  retention: 'session',
  type: 'settings.requested',
  payload: z.strictObject({}),
})

export const excludedRequested = event({
  ...ofProject,
  retention: 'session',
  type: 'settings.excludedRequested',
  payload: z.strictObject({}),
})

/** Which fields are to be left out, by their names in queries, and what was seen of that. */
export const excludedAsked = event({
  ...ofProject,
  retention: 'audit',
  type: 'settings.excludedAsked',
  payload: z.strictObject({
    export: z.array(z.string()),
    externalSync: z.array(z.string()),
    version: z.int(),
  }),
})

export const settingsAsked = event({
  ...ofProject,
  retention: 'audit',
  type: 'settings.asked',
  payload: z.strictObject({
    timeZone: z.optional(z.string()),
    aiSendingAllowed: z.optional(z.boolean()),
  }),
})
