/**
 * Exports: documents that leave for one's own use (docs/decisions/0139-exports.md). Made and read back as productions are, by
 * control number: no numbers are taken, nothing has to be accepted, and nothing is delivered. Files stay seven days, the record
 * stays for good.
 */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { batesFields, pathFields } from './excluded-fields.ts'
import { id, idParam, instant, wholeParam } from './ids.ts'
import { jobNeeds, jobState } from './jobs.ts'
import { doneBy, productionName, productionSettings } from './production-settings.ts'
import { qualityCheck, volumeDownload } from './production-volumes.ts'

export const exportLimits = {
  /** Exports of a project whose files are there, or are being made. */
  exports: 100,
  /** Days for which the files are there. */
  days: 7,
  /** Documents that are told of before an export of images, of each kind. */
  told: 200,
} as const

/**
 * What an export says of its own files: columns beside the fields of the project. `Export_Native` and `Export_Text`: where a
 * file lies in the volume. `Export_Parent`: the control number of the top of its family.
 */
export const exportColumns = ['Export_Pages', 'Export_Native', 'Export_Text', 'Export_Parent'] as const
export type ExportColumn = (typeof exportColumns)[number]

/** Fields of productions, by which no export is filled. */
export const neverExported = [
  ...batesFields,
  ...pathFields,
  ...(['Produced_Pages', 'Designation', 'Redacted', 'Withheld'] as const),
] as const

export const exportSettings = z.strictObject({
  /** What is exported, as it is when the export is started, of what the caller sees. */
  set: productionSettings.shape.set,
  /** With all members of the families of these that the caller sees. */
  families: productionSettings.shape.families,
  /** As in productions: families stay together; empty: by control number. */
  order: productionSettings.shape.order,
  /**
   * Files as they are. One that is redacted, or that holds one that is, goes out as its burned pages instead; a spreadsheet
   * with redacted cells as its rebuilt copy.
   */
  natives: z.boolean(),
  /**
   * Pages with redactions burned in, named by control number and page (`NW00000001_0001`); null: none. For what has no pages, a
   * sheet stands with its control number and the reason.
   */
  images: z.nullable(
    z.strictObject({
      ...productionSettings.shape.images.shape,
      /** The name of each page is stamped at its foot. */
      stamped: z.boolean(),
    }),
  ),
  /** A file with its text for each document; of one with redacted pages what can still be read. */
  texts: z.boolean(),
  /**
   * Lists. Columns are fields of the project by their names in queries, without those that are excluded from exports, and
   * `exportColumns`; `Control_Number` has to be one of them. Image lists (OPT, LFP) name pages only.
   */
  loadFile: productionSettings.shape.loadFile,
  volume: productionSettings.shape.volume,
})
export type ExportSettings = z.infer<typeof exportSettings>

/**
 * `Running`: its job works on it. `Failed`, `Cancelled`: the job has stopped; it can be retried or resumed as any job, or removed.
 * `Ready`: made and read back; its volumes can be downloaded. `Expired`: seven days have passed, and its files are gone.
 * `Removed`: somebody has removed its files before that.
 */
export const exportStates = ['Running', 'Failed', 'Cancelled', 'Ready', 'Expired', 'Removed'] as const
export const exportState = z.enum(exportStates)
export type ExportState = z.infer<typeof exportState>

export const exported = z.object({
  exportId: id,
  name: z.string(),
  state: exportState,
  created: doneBy,
  /** Null until pages are counted. */
  documents: z.nullable(z.int()),
  pages: z.nullable(z.int()),
  /** The job that makes it, and how far it is: retried and stopped by the calls of jobs. */
  job: z.object({
    jobId: id,
    state: jobState,
    done: z.int(),
    total: z.int(),
    message: z.nullable(z.string()),
  }),
  /** Documents that could not be made: retry its job, or `exports.slipFailed`. */
  failed: z.int(),
  ready: z.nullable(instant),
  /** When its files go by themselves; null: they are gone. */
  expiresAt: z.nullable(instant),
  /** Who has removed its files before that. */
  removed: z.nullable(doneBy),
})
export type Exported = z.infer<typeof exported>

const needs = jobNeeds.export
const ofExport = { exportId: id }
const query = z.strictObject({ exportId: idParam })

export const beginExport = call({
  name: 'exports.begin',
  method: 'GET',
  path: '/job/export/begin',
  needs,
  scope: 'project',
  reply: z.object({
    /** What a new export begins with. */
    settings: exportSettings,
    /** Fields that may be columns: those excluded from exports are not among them. */
    fields: z.array(z.object({ name: z.string(), displayName: z.string() })),
  }),
  summary: 'What a new export begins with, and the fields that it may have.',
})

/** Documents of one kind, and the first of them (`exportLimits.told`). */
const told = z.object({
  count: z.int(),
  some: z.array(z.object({ documentId: id, controlNumber: z.string(), reason: z.string() })),
})

export const validateExportImages = call({
  name: 'exports.validateImages',
  method: 'POST',
  path: '/job/export/images/validate',
  needs,
  scope: 'project',
  onlyAsks: true,
  body: z.strictObject({ set: exportSettings.shape.set, families: z.boolean() }),
  reply: z.object({
    documents: z.int(),
    /** Documents whose pages were counted, and how many pages these have. */
    ready: z.int(),
    pages: z.int(),
    /** Nobody has looked at their pages yet: the export does, and that takes its time. */
    notMade: told,
    /** They have no pages that can be drawn: a sheet with the reason would stand for each. */
    cannot: told,
  }),
  summary:
    'Which documents of a set have no images yet, and which cannot have any, before images are exported.',
})

export const startExport = call({
  name: 'exports.start',
  method: 'POST',
  path: '/job/export',
  needs,
  scope: 'project',
  idempotencyKey: 'required',
  body: z.strictObject({
    /** For people; several exports may have the same. */
    name: productionName,
    settings: exportSettings,
  }),
  reply: exported,
  summary:
    'Freeze the list and make the export by a job. 400 with the name (`detail`) of a field that is excluded from exports or ' +
    'that documents do not have; 409 where the set is empty.',
})

export const listExports = call({
  name: 'exports.list',
  method: 'GET',
  path: '/job/export/list',
  needs,
  scope: 'project',
  reply: listOf(exported),
  summary:
    'The exports of the project, the newest first. Whoever sees only a part of the documents is told of their own alone.',
})

export const getExport = call({
  name: 'exports.settings',
  method: 'GET',
  path: '/job/export',
  needs,
  scope: 'project',
  query,
  reply: z.object({ exported, settings: exportSettings }),
  summary: 'An export with the settings that it was started with.',
})

/** A document of an export. */
export const exportedDocument = z.object({
  /** From 1. */
  place: z.int(),
  documentId: id,
  controlNumber: z.string(),
  fileName: z.string(),
  /** Images that go out, a sheet that stands for them among these. */
  pages: z.int(),
  /** Its file, or the rebuilt copy of a redacted spreadsheet, goes out. */
  native: z.boolean(),
  redacted: z.boolean(),
  /** A sheet stands for its pages. */
  sheet: z.boolean(),
  state: z.enum(['planned', 'made', 'failed']),
  /** Why it has no pages, or why it could not be made. */
  fault: z.nullable(z.string()),
})
export type ExportedDocument = z.infer<typeof exportedDocument>

export const exportDocuments = call({
  name: 'exports.documents',
  method: 'GET',
  path: '/job/export/document',
  needs,
  scope: 'project',
  query: z.strictObject({
    exportId: idParam,
    /** Behind this place. */
    after: z.optional(wholeParam(0)),
    /** Only those that could not be made. */
    failed: z.optional(z.literal('true')),
  }),
  reply: z.object({ data: z.array(exportedDocument), totalCount: z.int() }),
  summary: 'The documents of an export in its order, 200 at a time; none once its files are gone.',
})

export const exportVolume = z.object({
  /** From 1. */
  volume: z.int(),
  /** As VOL001: the name of its folder, and of the file without its ending. */
  name: z.string(),
  bytes: z.int(),
  files: z.int(),
  documents: z.int(),
})
export type ExportVolume = z.infer<typeof exportVolume>

export const exportVolumes = call({
  name: 'exports.volumes',
  method: 'GET',
  path: '/job/export/volumes',
  needs,
  scope: 'project',
  query,
  reply: z.object({
    data: z.array(exportVolume),
    totalCount: z.int(),
    /** What was found when they were read back: all without fault, or the export is not ready. */
    checks: z.array(qualityCheck),
    /** Characters that were replaced in lists, by what they were. */
    replaced: z.array(z.object({ what: z.string(), count: z.int() })),
  }),
  summary: 'The volumes of an export that is ready, and the report of what was read back of it.',
})

export const downloadExport = call({
  name: 'exports.download',
  method: 'GET',
  path: '/job/export/download',
  needs: 'document.download',
  scope: 'project',
  query: z.strictObject({ projectId: idParam, exportId: idParam, volume: wholeParam(1) }),
  rawReply: true,
  reply: z.any(),
  summary:
    'A volume as a zip that is stored, not packed, for whoever sees every document of the export. Any range of its bytes can ' +
    'be asked for (Range, If-Range). 410 once its files are gone.',
})

export const exportDownloads = call({
  name: 'exports.downloads',
  method: 'GET',
  path: '/job/export/downloads',
  needs,
  scope: 'project',
  query,
  reply: listOf(volumeDownload),
  summary: 'Who has downloaded which volume of an export, and when: the last 500, the latest first.',
})

export const slipFailedExport = call({
  name: 'exports.slipFailed',
  method: 'POST',
  path: '/job/export/slip-failed',
  needs,
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject(ofExport),
  reply: exported,
  summary:
    'Let a sheet with the control number and the reason stand for each document that could not be made, and go on. 409 while ' +
    'the job works.',
})

export const removeExport = call({
  name: 'exports.remove',
  method: 'POST',
  path: '/job/export/remove',
  needs,
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject(ofExport),
  reply: exported,
  summary: 'Delete the files of an export now; its record stays. 409 while its job works; twice is once.',
})
