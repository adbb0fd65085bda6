/** Processing: how a project's material is turned into documents. A job keeps the settings that it was started with. */
import * as z from 'zod/mini'
import { call, type ReplyOf } from './call.ts'
import { usedHashList } from './hash-lists.ts'
import { id, idParam } from './ids.ts'
import { type JobState, jobNeeds } from './jobs.ts'

/** Which equal families are promoted once: those of the whole project, those of one custodian, or none. */
export const dedupeScopes = ['global', 'custodial', 'off'] as const
export type DedupeScope = (typeof dedupeScopes)[number]

/** How far each limit may go: the least and the most. */
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

/** What becomes of files that a list of known files has: nothing, they are left out, or they are marked. */
export const deNistActions = ['off', 'exclude', 'flag'] as const
export type DeNistAction = (typeof deNistActions)[number]

/**
 * Which images that the HTML of a message names are documents of its family: all, those that are not shown in its text here,
 * or none. Those that are none are recorded with it, and counted by themselves.
 */
export const inlineImageRules = ['all', 'notShown', 'none'] as const
export type InlineImageRule = (typeof inlineImageRules)[number]

/** Languages that text is recognised in, by their codes of ISO 639-1: those whose data come with the program. */
export const ocrLanguages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl'] as const
export type OcrLanguage = (typeof ocrLanguages)[number]

const language = z.enum(ocrLanguages, `Text is recognised in these languages: ${ocrLanguages.join(', ')}.`)

/** Those that the pages of a job may be written in, each once: the more, the more easily an accent is missed. */
export const recognisedIn = z
  .array(language)
  .check(z.minLength(1, 'Text is recognised in one language at least.'))
  .check(z.refine((chosen) => new Set(chosen).size === chosen.length, 'Each language is named once.'))

export const processingSettings = z.strictObject({
  dedupe: z.enum(dedupeScopes),
  /** Tested against all lists of the project that are ready when a job is started. */
  deNist: z.enum(deNistActions),
  inlineImages: z.enum(inlineImageRules),
  /**
   * Whether messages that differ in their BCC alone are different ones: the sender's copy, which has it, is then none of the
   * recipients'. Hashes of messages without any are the same either way.
   */
  compareBcc: z.boolean(),
  /** Tried in this order on what is encrypted. Secret: only who may collect sees them, and no trail repeats them. */
  passwords: z.array(z.string().check(z.minLength(1), z.maxLength(200))).check(z.maxLength(500)),
  ocrLanguages: recognisedIn,
  /** Whether the text of pictures that an import brings is recognised once it has ended, without anybody asking for it. */
  autoOcr: z.boolean(),
  /** Characters of text that a document keeps searchable. */
  maxTextSize: bounded('maxTextSize'),
  /** Seconds that one item may take. */
  itemSeconds: bounded('itemSeconds'),
  /** MB of one message or file that is opened. */
  itemMegabytes: bounded('itemMegabytes'),
  /** GB that one file may expand to, and an archive that can only be unpacked whole. */
  expandedGigabytes: bounded('expandedGigabytes'),
  archiveGigabytes: bounded('archiveGigabytes'),
  /** Containers in containers. */
  depth: bounded('depth'),
})
export type ProcessingSettings = z.infer<typeof processingSettings>

/** The settings as somebody sees them: the version counts up with each change, and whoever changes them says which they saw. */
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
  summary: 'How the project processes what comes.',
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
    'Change how the project processes what comes; jobs that are begun keep theirs, passwords aside. Refused where somebody ' +
    'has changed it since.',
})

/** What follows a job by itself: what a collection brings is processed, what an import makes is promoted. */
export const automatics = ['process', 'promote'] as const
export type Automatic = (typeof automatics)[number]
/** The kind of job that each is said of. */
export const automaticOf = { process: 'collect', promote: 'import' } as const satisfies Record<
  Automatic,
  string
>

/**
 * In which states of the job each may be changed. A collection looks at it when its folder is in. An import that runs has
 * it in hand: it is paused first, and what it makes from then on goes by it.
 */
export const automaticFrom: Readonly<Record<Automatic, readonly JobState[]>> = {
  process: ['Created', 'Queued', 'Running', 'Paused', 'Cancelled', 'Failed'],
  promote: ['Created', 'Queued', 'Paused', 'Cancelled', 'Failed', 'CompletedWithErrors'],
}

export const jobSettings = z.object({
  jobId: id,
  /** Of a collection: whether its files are processed once they are in. Null for other jobs. */
  autoProcess: z.nullable(z.boolean()),
  /** Of an import: whether its documents are promoted as they come in. Null for other jobs. */
  autoPromote: z.nullable(z.boolean()),
  /** Of an import: the settings that it was started with, passwords aside, which are always those of now. */
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
  summary: 'What a job goes by: the settings of processing that it keeps, and what follows it by itself.',
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
  'Whether what a collection brings is processed once it is in, whatever its source says; until it has ended.',
)
export const setAutoPromote = setAutomatic(
  'promote',
  'processing.autoPromote',
  '/job/auto-promote',
  'Whether the documents of an import are promoted as they come in, whatever its source says. One that runs is paused ' +
    'first; what is there already stays where it stands.',
)

const amount = z.object({ documents: z.int(), /** As far as they are known. */ pages: z.int() })

export const startable = call({
  name: 'processing.startable',
  method: 'GET',
  path: '/job/startable',
  needs: jobNeeds.ocr,
  scope: 'project',
  reply: z.object({
    /** All that the project has: page images are drawn of them, and the analysis goes over them. */
    documents: z.int(),
    /** Text recognition of what has no text, and of what has some too. */
    ocr: amount,
    ocrWithText: amount,
  }),
  summary: 'How much a job for the whole project would be about: page images, text recognition, analysis.',
})
export type Startable = ReplyOf<typeof startable>
