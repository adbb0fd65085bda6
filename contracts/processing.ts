/** Processing: how a project's material is turned into documents. A job keeps the settings that it was started with. */
import * as z from 'zod/mini'
import { call } from './call.ts'

/** Which equal families are promoted once: those of the whole project, those of one custodian, or none. */
export const dedupeScopes = ['global', 'custodial', 'off'] as const
export type DedupeScope = (typeof dedupeScopes)[number]

const bounded = (least: number, most: number) => z.int().check(z.minimum(least), z.maximum(most))

/** What becomes of files that a list of known files has: nothing, they are left out, or they are marked. */
export const deNistActions = ['off', 'exclude', 'flag'] as const
export type DeNistAction = (typeof deNistActions)[number]

export const processingSettings = z.strictObject({
  dedupe: z.enum(dedupeScopes),
  /** Tested against all lists of the project that are ready when a job is started. */
  deNist: z.enum(deNistActions),
  /** Tried in this order on what is encrypted. Secret: only who may collect sees them, and no trail repeats them. */
  passwords: z.array(z.string().check(z.minLength(1), z.maxLength(200))).check(z.maxLength(500)),
  /** Characters of text that a document keeps searchable. */
  maxTextSize: bounded(1_000, 100_000_000),
  /** Seconds that one item may take. */
  itemSeconds: bounded(5, 600),
  /** MB of one message or file that is opened. */
  itemMegabytes: bounded(1, 100),
  /** GB that one file may expand to, and an archive that can only be unpacked whole. */
  expandedGigabytes: bounded(1, 2_000),
  archiveGigabytes: bounded(1, 500),
  /** Containers in containers. */
  depth: bounded(1, 50),
})
export type ProcessingSettings = z.infer<typeof processingSettings>

export const defaultProcessing: ProcessingSettings = {
  dedupe: 'global',
  deNist: 'off',
  passwords: [],
  maxTextSize: 10_000_000,
  itemSeconds: 60,
  itemMegabytes: 100,
  expandedGigabytes: 200,
  archiveGigabytes: 20,
  depth: 20,
}

export const getProcessingSettings = call({
  name: 'processing.settings',
  method: 'GET',
  path: '/project/settings/processing',
  needs: 'collect.manage',
  scope: 'project',
  reply: processingSettings,
  summary: 'How the project processes what comes.',
})

export const putProcessingSettings = call({
  name: 'processing.changeSettings',
  method: 'PUT',
  path: '/project/settings/processing',
  needs: 'collect.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  body: processingSettings,
  reply: processingSettings,
  summary: 'Change how the project processes what comes; jobs that are begun keep theirs, passwords aside.',
})
