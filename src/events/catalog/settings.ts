/** Facts about a project's settings: asked to be otherwise. */
import * as z from 'zod/mini'
import { projectName } from '#contracts/project.ts'
import { idleMinutes } from '#contracts/settings.ts'
import { event } from '../define.ts'

const ofProject = { log: 'project', stream: () => 'settings' } as const

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
    projectName: z.optional(projectName),
    timeZone: z.optional(z.string()),
    codingForms: z.optional(z.boolean()),
    noise: z.optional(z.nullable(z.array(z.string()))),
    aiSendingAllowed: z.optional(z.boolean()),
  }),
})

/** How the project is reviewed: what review managers set. */
export const reviewSettingsAsked = event({
  ...ofProject,
  retention: 'audit',
  type: 'settings.reviewAsked',
  payload: z.strictObject({
    propagationEnabled: z.optional(z.boolean()),
    reviewerTrackingEnabled: z.optional(z.boolean()),
    codingIdleTimeout: z.optional(idleMinutes),
  }),
})
