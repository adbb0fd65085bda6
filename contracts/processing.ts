/** Processing: how imported data becomes documents. A job keeps the settings that it was started with. */
import * as z from 'zod/mini'
import { call, type ReplyOf } from './call.ts'
import { usedHashList } from './hash-lists.ts'
import { id, idParam } from './ids.ts'
import { type JobState, jobNeeds } from './jobs.ts'

/** The scope of deduplication: the project, one custodian, or none. */
export const dedupeScopes = ['global', 'custodial', 'off'] as const
export type DedupeScope = (typeof dedupeScopes)[number]

/** The allowed range of each limit. */
export const processingBounds = {
  maxTextSize: [1_000, 100_000_000],
  itemSeconds: [5, 600],
  itemMegabytes: [1, 100],
  expandedGigabytes: [1, 2_000],
  archiveGigabytes: [1, 500],
  depth: [1, 50],
} as const
export type ProcessingLimit = keyof typeof processingBounds

const bounded = (name: ProcessingLimit) => {
  const [least, most] = processingBounds[name]
  return z.int().check(z.minimum(least), z.maximum(most))
}

/** What happens to files on a De-NIST list: nothing, removal, or a flag. */
export const deNistActions = ['off', 'exclude', 'flag'] as const
export type DeNistAction = (typeof deNistActions)[number]

/**
 * Which images in the HTML of a message become documents of its family: all, those that are not shown in its text here, or
 * none. The others are recorded with the message and counted separately.
 */
export const inlineImageRules = ['all', 'notShown', 'none'] as const
export type InlineImageRule = (typeof inlineImageRules)[number]

/** OCR languages, by ISO 639-1 codes: those whose data is included. */
export const ocrLanguages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl'] as const
export type OcrLanguage = (typeof ocrLanguages)[number]

const language = z.enum(ocrLanguages, `OCR reads text in these languages: ${ocrLanguages.join(', ')}.`)

/** Languages of the pages of a job, each once: with more languages, accents are missed more often. */
export const recognisedIn = z
  .array(language)
  .check(z.minLength(1, 'OCR reads text in one language at least.'))
  .check(z.refine((chosen) => new Set(chosen).size === chosen.length, 'Each language is named once.'))

export const processingSettings = z.strictObject({
  dedupe: z.enum(dedupeScopes),
  /** Tested against all lists of the project that are ready when a job starts. */
  deNist: z.enum(deNistActions),
  inlineImages: z.enum(inlineImageRules),
  /**
   * Whether messages that differ only in their BCC are different: then the sender's copy, which has it, is not a duplicate
   * of the recipients' copies. Hashes of messages without BCC are the same either way.
   */
  compareBcc: z.boolean(),
  /** Tried in this order on encrypted items. Secret: visible only to users who may collect, and never in the audit log. */
  passwords: z.array(z.string().check(z.minLength(1), z.maxLength(200))).check(z.maxLength(500)),
  ocrLanguages: recognisedIn,
  /** Whether OCR of imported images starts automatically after an import. */
  autoOcr: z.boolean(),
  /** Maximum number of searchable characters per document. */
  maxTextSize: bounded('maxTextSize'),
  /** Item timeout in seconds. */
  itemSeconds: bounded('itemSeconds'),
  /** Maximum MB of one message or file that is opened. */
  itemMegabytes: bounded('itemMegabytes'),
  /** Maximum GB that one file may expand to, and that an archive may have that can only be unpacked as a whole. */
  expandedGigabytes: bounded('expandedGigabytes'),
  archiveGigabytes: bounded('archiveGigabytes'),
  /** Maximum depth of nested containers. */
  depth: bounded('depth'),
})
export type ProcessingSettings = z.infer<typeof processingSettings>

/** The settings as read: the version grows with each change, and a change states the version that was seen. */
export const processingSeen = z.extend(processingSettings, { version: z.int() })
export type ProcessingSeen = z.infer<typeof processingSeen>

export const defaultProcessing: ProcessingSettings = {
  dedupe: 'global',
  deNist: 'off',
  inlineImages: 'notShown',
  compareBcc: false,
  passwords: [],
  ocrLanguages: ['en'],
  autoOcr: false,
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
  reply: processingSeen,
  summary: 'The processing settings of the project.',
})

export const putProcessingSettings = call({
  name: 'processing.changeSettings',
  method: 'PUT',
  path: '/project/settings/processing',
  needs: 'collect.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  body: processingSeen,
  reply: processingSeen,
  summary:
    'Change the processing settings of the project; started jobs keep theirs, except passwords. Refused if ' +
    'somebody has changed them since.',
})

/** Automatic steps after a job: collected files are processed, imported documents are promoted. */
export const automatics = ['process', 'promote'] as const
export type Automatic = (typeof automatics)[number]
/** The kind of job that each applies to. */
export const automaticOf = { process: 'collect', promote: 'import' } as const satisfies Record<
  Automatic,
  string
>

/**
 * The job states in which each may be changed. A collection checks it when its folder is complete. A running import has it
 * in memory: it is paused first, and applies the change afterwards.
 */
export const automaticFrom: Readonly<Record<Automatic, readonly JobState[]>> = {
  process: ['Created', 'Queued', 'Running', 'Paused', 'Cancelled', 'Failed'],
  promote: ['Created', 'Queued', 'Paused', 'Cancelled', 'Failed', 'CompletedWithErrors'],
}

export const jobSettings = z.object({
  jobId: id,
  /** For a collection: whether its files are processed once they are copied. Null for other jobs. */
  autoProcess: z.nullable(z.boolean()),
  /** For an import: whether its documents are promoted as they arrive. Null for other jobs. */
  autoPromote: z.nullable(z.boolean()),
  /** For an import: the settings that it was started with, except passwords, which are always the current ones. */
  processing: z.nullable(
    z.extend(z.omit(processingSettings, { passwords: true }), {
      timeZone: z.string(),
      hashLists: z.array(usedHashList),
    }),
  ),
})
export type JobSettings = z.infer<typeof jobSettings>

export const getJobSettings = call({
  name: 'processing.jobSettings',
  method: 'GET',
  path: '/job/getjobsettings',
  needs: 'collect.view',
  scope: 'project',
  query: z.strictObject({ jobId: idParam }),
  reply: jobSettings,
  summary: 'The settings of a job: its processing settings, and its automatic steps.',
})

const setAutomatic = <A extends Automatic>(what: A, name: string, path: string, summary: string) =>
  call({
    name,
    method: 'POST',
    path,
    needs: jobNeeds[automaticOf[what]],
    scope: 'project',
    idempotencyKey: 'optional',
    body: z.strictObject({ jobId: id, on: z.boolean() }),
    reply: jobSettings,
    summary,
  })

export const setAutoProcess = setAutomatic(
  'process',
  'processing.autoProcess',
  '/job/auto-process',
  'Whether collected files are processed once they are copied, whatever the source says; until the collection has ended.',
)
export const setAutoPromote = setAutomatic(
  'promote',
  'processing.autoPromote',
  '/job/auto-promote',
  'Whether the documents of an import are promoted as they arrive, whatever the source says. A running import is paused ' +
    'first; existing documents keep their state.',
)

const amount = z.object({ documents: z.int(), /** As far as they are known. */ pages: z.int() })

export const startable = call({
  name: 'processing.startable',
  method: 'GET',
  path: '/job/startable',
  needs: jobNeeds.ocr,
  scope: 'project',
  reply: z.object({
    /** All documents of the project, for page images and analysis. */
    documents: z.int(),
    /** OCR of documents without text, and of those with text. */
    ocr: amount,
    ocrWithText: amount,
  }),
  summary: 'The size of a job for the whole project: page images, OCR, analysis.',
})
export type Startable = ReplyOf<typeof startable>
