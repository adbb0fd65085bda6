/** Facts about how a project processes its material. Passwords are in none of them. */
import * as z from 'zod/mini'
import { event } from '../define.ts'

const ofProject = { projectId: z.int() }
const stream = (p: { projectId: number }) => `project:${p.projectId}:processing`

/** What the form says, passwords aside. */
export const settingsShape = {
  ...ofProject,
  /** One of the contract's scopes. */
  dedupe: z.string(),
  /** One of the contract's actions. */
  deNist: z.string(),
  /** One of the contract's rules. */
  inlineImages: z.string(),
  compareBcc: z.boolean(),
  /** Those of the contract. */
  ocrLanguages: z.array(z.string()),
  autoOcr: z.boolean(),
  maxTextSize: z.int(),
  itemSeconds: z.int(),
  itemMegabytes: z.int(),
  expandedGigabytes: z.int(),
  archiveGigabytes: z.int(),
  depth: z.int(),
}

export const saveAsked = event({
  log: 'account',
  retention: 'audit',
  type: 'processing.saveAsked',
  version: 4,
  payload: z.strictObject(settingsShape),
  stream,
  upcasts: [
    // Version 1 knew no lists of known files.
    (first) => ({ deNist: 'off', ...Object(first) }),
    // Version 2 recognised English alone, and nothing by itself.
    (second) => ({ ocrLanguages: ['en'], autoOcr: false, ...Object(second) }),
    // Version 3 had one rule for images in messages, and compared no BCC.
    (third) => ({ inlineImages: 'notShown', compareBcc: false, ...Object(third) }),
  ],
})

/** The message is null where they are kept; `conflict`: somebody else has changed them since they were read. */
export const saveAnswered = event({
  log: 'account',
  retention: 'audit',
  type: 'processing.saveAnswered',
  payload: z.strictObject({ ...ofProject, message: z.nullable(z.string()), conflict: z.boolean() }),
  stream,
})

const ofJob = { ...ofProject, jobId: z.int() }

/** What is to follow a job by itself: that its files are processed, or its documents promoted. */
export const automaticAsked = event({
  log: 'account',
  retention: 'audit',
  type: 'processing.automaticAsked',
  payload: z.strictObject({ ...ofJob, what: z.enum(['process', 'promote']), on: z.boolean() }),
  stream: (p) => `job:${p.jobId}:settings`,
})

export const passwordShape = {
  ...ofProject,
  /** What is tried again of each job; null: all of it that failed. */
  retries: z.array(z.strictObject({ jobId: z.int(), exceptionIds: z.nullable(z.array(z.int())) })),
}

/** A password is added to those that are tried, and jobs try again what failed. */
export const passwordAdded = event({
  log: 'account',
  retention: 'audit',
  type: 'processing.passwordAdded',
  version: 2,
  payload: z.strictObject(passwordShape),
  stream,
  upcasts: [
    (first) => {
      const { projectId, jobIds }: { projectId: number; jobIds: number[] } = Object(first)
      return { projectId, retries: jobIds.map((jobId) => ({ jobId, exceptionIds: null })) }
    },
  ],
})
