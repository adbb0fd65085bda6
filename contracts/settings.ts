/** The settings of a project, and its counts. */
import * as z from 'zod/mini'
import { call } from './call.ts'
import { instant } from './ids.ts'
import { projectName } from './project.ts'

const precedence = z.enum(['standard', 'dtsearch'])
export const noiseLimits = { words: 1_000, wordLength: 50 } as const

/** Minutes without input after which the review clock stops. */
export const idleMinutes = z.int().check(z.minimum(1), z.maximum(480))

export const settings = z.object({
  projectName: z.string(),
  /** Prefix of control numbers; never changes. */
  prefix: z.string(),
  timeZone: z.string(),
  /** Why the time zone cannot be changed any more; null if it can. */
  timeZoneFixed: z.nullable(z.string()),
  precedence,
  /** Words that are too common to look for; null: the usual list. */
  noise: z.nullable(z.array(z.string())),
  /** The feature `codingforms`: documents are coded with forms; else they are sorted with tags. */
  codingForms: z.boolean(),
  maxTextSize: z.int(),
  propagationEnabled: z.boolean(),
  reviewerTrackingEnabled: z.boolean(),
  codingIdleTimeout: z.int(),
  /** Whether documents of the project may be sent to the endpoint of the installation. */
  aiSendingAllowed: z.boolean(),
})
export type Settings = z.infer<typeof settings>

export const getSettings = call({
  name: 'settings.get',
  method: 'GET',
  path: '/project/settings',
  needs: 'project.view',
  scope: 'project',
  reply: settings,
  summary: 'The settings of the project.',
})

export const getTimeZone = call({
  name: 'settings.timeZone',
  method: 'GET',
  path: '/project/settings/timezone',
  needs: 'project.view',
  scope: 'project',
  reply: z.object({ timeZone: z.string(), fixed: z.nullable(z.string()) }),
  summary:
    'The time zone in which the documents’ dates are shown and searched, and why it cannot be changed, if so.',
})

/** Settings of review managers. */
const ofReview = {
  propagationEnabled: z.optional(z.boolean()),
  reviewerTrackingEnabled: z.optional(z.boolean()),
  codingIdleTimeout: z.optional(idleMinutes),
}

export const putSettings = call({
  name: 'settings.change',
  method: 'PUT',
  path: '/project/settings',
  needs: 'project.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({
    projectName: z.optional(projectName),
    timeZone: z.optional(z.string()),
    precedence: z.optional(precedence),
    noise: z.optional(
      z.nullable(
        z
          .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(noiseLimits.wordLength)))
          .check(z.maxLength(noiseLimits.words)),
      ),
    ),
    codingForms: z.optional(z.boolean()),
    aiSendingAllowed: z.optional(z.boolean()),
    ...ofReview,
  }),
  reply: settings,
  summary:
    'Change settings of the project; omitted ones stay. `noise` null is the usual list of noise words, and an empty ' +
    'list none. The time zone is fixed once anything is produced. With ' +
    '`codingForms` the project changes between coding forms and tags: what was coded or tagged before stays readable.',
})

export const putReviewSettings = call({
  name: 'settings.changeReview',
  method: 'PUT',
  path: '/project/settings_manager',
  needs: 'assignment.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject(ofReview),
  reply: settings,
  summary: 'Change how the project is reviewed: propagation, tracking of reviewers, and the review clock.',
})

export const getDocumentCount = call({
  name: 'settings.documentCount',
  method: 'GET',
  path: '/project/documentCount',
  needs: 'project.view',
  scope: 'project',
  reply: z.object({
    /** In review. */
    documents: z.int(),
    /** Processed but not promoted, and filtered out; null for users who do not see processing. */
    processed: z.nullable(z.int()),
    filteredOut: z.nullable(z.int()),
  }),
  summary: 'Number of documents of the project.',
})

export const getCreationDate = call({
  name: 'settings.creationDate',
  method: 'GET',
  path: '/project/creationDate',
  needs: 'project.view',
  scope: 'project',
  reply: z.object({ creationDate: instant }),
  summary: 'When the project was created.',
})
