/**
 * Loads: a delivery that came with load files (a production of somebody else, an old database) becomes documents with their
 * fields, texts, natives and page images, or is laid over documents that are there (docs/decisions/0138-loads.md). Its files
 * are in a source already: they were uploaded or collected, and wait.
 */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { id, idParam, instant } from './ids.ts'
import { jobState } from './jobs.ts'
import { loadDateForms, loadEncodings } from './load-file-forms.ts'
import { keyFields } from './overlay.ts'
import { fieldTypes } from './project.ts'

export const loadLimits = {
  /** Columns that are mapped. */
  columns: 1_000,
  templates: 200,
  nameLength: 100,
  /** Faults that an answer shows; all of them are in the file of faults. */
  faultsShown: 100,
} as const

// ── what is found out about a load file ────────────────────────────────────────────────────────────────────────────

/** `delimited`: DAT, CSV and other text in columns. `edrm`: the XML of the EDRM. `opt`, `lfp`: lists of page images. */
export const loadFileKinds = ['delimited', 'edrm', 'opt', 'lfp'] as const
export const loadFileKind = z.enum(loadFileKinds)
export type LoadFileKind = z.infer<typeof loadFileKind>

const sign = z.string().check(z.length(1))
/** How a delimited load file is written. */
export const loadDialect = z.strictObject({
  encoding: z.enum(loadEncodings),
  separator: sign,
  qualifier: z.nullable(sign),
  /** Stands for a line end within a value. */
  newline: z.nullable(sign),
  /** Between the values of a field that takes several. */
  multiValue: sign,
  /** Between the levels of a path. */
  nested: sign,
  heading: z.boolean(),
  /** Empty: nobody has said; then no column is read as dates. */
  dates: z.array(z.enum(loadDateForms)).check(z.maxLength(loadDateForms.length)),
})
export type LoadDialect = z.infer<typeof loadDialect>

/** A waiting file of a source that looks like a load file. */
const foundLoadFile = z.object({
  sourceFileId: id,
  path: z.array(z.string()),
  size: z.int(),
  kind: loadFileKind,
})
export type FoundLoadFile = z.infer<typeof foundLoadFile>

const sourceParams = z.strictObject({ sourceId: idParam })

export const findLoadFiles = call({
  name: 'loads.find',
  method: 'GET',
  path: '/project/source/:sourceId/load-files',
  needs: 'collect.manage',
  scope: 'project',
  params: sourceParams,
  reply: z.object({
    /** The most likely one of each kind first. */
    data: z.array(foundLoadFile),
    totalCount: z.int(),
    /** Files of the source that wait, load files among them. */
    waiting: z.int(),
  }),
  summary: 'The waiting files of a source that look like load files, by their names and first bytes.',
})

// ── columns and what they fill ─────────────────────────────────────────────────────────────────────────────────────

/**
 * What a column can say of a document's place among the others and of its files. `begin` identifies the document; it and `end`
 * are the numbers under which it was produced. `parent`: the begin of the document that it is attached to. `children`: the
 * begins of what is attached to it. `family`: a value that all members of a family share. `text`: the text itself.
 */
export const loadRoles = [
  'begin',
  'end',
  'beginAttach',
  'endAttach',
  'attachmentRange',
  'parent',
  'children',
  'family',
  'native',
  'textPath',
  'text',
  'custodian',
  'allCustodians',
] as const
/** Fields of the product that a load fills, by their names in queries; `Sent_Time` is the time of a separate column. */
export const loadProperties = [
  'Document_Name',
  'File_Name',
  'Subject',
  'From',
  'To',
  'CC',
  'BCC',
  'Sent_Date',
  'Sent_Time',
  'Message_ID',
  'In_Reply_To',
  'Source_Path',
  'MD5',
  'SHA1',
] as const

/** Types that a new field can have. */
export const newFieldTypes = [
  fieldTypes.shortText,
  fieldTypes.longText,
  fieldTypes.date,
  fieldTypes.integer,
  fieldTypes.boolean,
  fieldTypes.singleChoice,
  fieldTypes.multipleChoice,
] as const

/** What the values of a column become. */
export const loadTarget = z.union([
  z.strictObject({ is: z.literal('role'), role: z.enum(loadRoles) }),
  z.strictObject({ is: z.literal('property'), property: z.enum(loadProperties) }),
  /** A field of the project's coding forms. */
  z.strictObject({ is: z.literal('field'), fieldId: id }),
  /** The same, made when the load begins. */
  z.strictObject({
    is: z.literal('newField'),
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(loadLimits.nameLength)),
    typeId: z.literal([...newFieldTypes]),
  }),
  /** Kept with the document and shown among what its file says of itself, under the name of the column. */
  z.strictObject({ is: z.literal('metadata') }),
  z.strictObject({ is: z.literal('ignored') }),
])
export type LoadTarget = z.infer<typeof loadTarget>

/** A column by its place, from 0. */
const mappedColumn = z.strictObject({ column: z.int().check(z.nonnegative()), target: loadTarget })
export type MappedColumn = z.infer<typeof mappedColumn>

// ── looking at one ─────────────────────────────────────────────────────────────────────────────────────────────────

const certainty = z.enum(['certain', 'likely', 'unsure'])

export const lookAtLoadFile = call({
  name: 'loads.look',
  method: 'POST',
  path: '/project/source/:sourceId/load-files/look',
  needs: 'collect.manage',
  scope: 'project',
  onlyAsks: true,
  params: sourceParams,
  body: z.strictObject({
    sourceFileId: id,
    kind: loadFileKind,
    /** Null: find out. Ignored unless the file is delimited. */
    dialect: z.nullable(loadDialect),
  }),
  reply: z.object({
    /** Null for image lists. Of XML only its dates, and how values are parted, count. */
    dialect: z.nullable(loadDialect),
    /** Null unless the file is delimited. */
    certain: z.nullable(z.object({ encoding: certainty, signs: certainty, heading: certainty })),
    /** Why nothing can be read so; null where rows can. */
    fault: z.nullable(z.string()),
    columns: z.array(
      z.object({
        /** As its heading says; `Column 3` without one. */
        name: z.string(),
        /** Of the first five rows. */
        values: z.array(z.string()),
        /** The forms that all of its dates have; null: it holds no dates. Of several forms somebody has to choose one. */
        dates: z.nullable(z.array(z.enum(loadDateForms))),
        /** What it fills by its name, as programs everywhere spell it. */
        proposed: loadTarget,
      }),
    ),
    /** The first five rows, by column; for image lists page, path and what begins there. A refused one says why. */
    rows: z.array(
      z.object({ line: z.int(), values: z.nullable(z.array(z.string())), refused: z.nullable(z.string()) }),
    ),
  }),
  summary:
    'What is found out about a load file by its beginning, or what a chosen dialect makes of it: columns, five rows, dates, and ' +
    'a proposal of what each column fills.',
})

// ── loading ────────────────────────────────────────────────────────────────────────────────────────────────────────

export const loadSettings = z.strictObject({
  /** The file with a row for each document; null: documents are made from an image list alone. */
  rows: z.nullable(
    z.strictObject({
      sourceFileId: id,
      kind: z.enum(['delimited', 'edrm']),
      /** Null for XML whose dates are as the standard has them (YYYY-MM-DD). */
      dialect: z.nullable(loadDialect),
    }),
  ),
  images: z.nullable(z.strictObject({ sourceFileId: id, kind: z.enum(['opt', 'lfp']) })),
  columns: z.array(mappedColumn).check(z.maxLength(loadLimits.columns)),
  /**
   * `new`: each row becomes a document. `overlay`: its values, text and images are laid over the document that the key column
   * finds; what an empty value means is said by `blank`.
   */
  mode: z.union([
    z.strictObject({ is: z.literal('new') }),
    z.strictObject({
      is: z.literal('overlay'),
      /** The column with the key, from 0. */
      column: z.int().check(z.nonnegative()),
      by: z.enum(keyFields),
      blank: z.enum(['keep', 'clear']),
    }),
  ]),
  /** Whose documents they are: of the source's custodian, of a column (role `custodian`), or of a folder of the native's path. */
  custodians: z.union([
    z.strictObject({ is: z.enum(['source', 'column']) }),
    /** From 1, the outermost folder below the root of the delivery. */
    z.strictObject({ is: z.literal('folder'), level: z.int().check(z.minimum(1), z.maximum(20)) }),
  ]),
  /** Dates without a zone are of this one (IANA name). */
  timeZone: z.string().check(z.minLength(1), z.maxLength(64)),
})
export type LoadSettings = z.infer<typeof loadSettings>

export const loadFaultCodes = [
  'row',
  'noKey',
  'twice',
  'unmatched',
  'ambiguous',
  'badValue',
  'badDate',
  'badFamily',
  'noSuchFile',
  'badPath',
  'badText',
  'badImage',
] as const
/** `row`: it is refused as a whole, else only what the column says is left out. */
const loadFault = z.object({
  /** From 1. */
  line: z.int(),
  column: z.nullable(z.string()),
  code: z.enum(loadFaultCodes),
  reason: z.string(),
  refusesRow: z.boolean(),
})
export type LoadFault = z.infer<typeof loadFault>

/** rows = loaded + overlaid + refused, files = used + unused; before it is loaded: what would come of it. */
export const loadCounts = z.object({
  rows: z.int(),
  loaded: z.int(),
  overlaid: z.int(),
  refused: z.int(),
  families: z.int(),
  pages: z.int(),
  texts: z.int(),
  natives: z.int(),
  /** Files of the source that it had to look at; the load files themselves are used. */
  files: z.int(),
  used: z.int(),
  unused: z.int(),
})
export type LoadCounts = z.infer<typeof loadCounts>

export const loadReport = z.object({
  counts: loadCounts,
  /** Custodians and fields that are made. */
  newCustodians: z.array(z.string()),
  newFields: z.array(z.string()),
  /** The first of them. */
  faults: z.array(loadFault),
  faultCount: z.int(),
  /** The first files that no load file names. */
  unused: z.array(z.array(z.string())),
  /** What is read and somebody should know, as redactions of an LFP that are not burned in. */
  warnings: z.array(z.string()),
})
export type LoadReport = z.infer<typeof loadReport>

export const checkLoad = call({
  name: 'loads.check',
  method: 'POST',
  path: '/project/source/:sourceId/load/check',
  needs: 'collect.manage',
  scope: 'project',
  onlyAsks: true,
  params: sourceParams,
  body: loadSettings,
  reply: loadReport,
  summary: 'Read the load files to their end, and say what would come of a load. Nothing is changed.',
})

export const startLoad = call({
  name: 'loads.start',
  method: 'POST',
  path: '/project/source/:sourceId/load',
  needs: 'collect.manage',
  scope: 'project',
  idempotencyKey: 'required',
  params: sourceParams,
  body: loadSettings,
  reply: z.object({ jobId: id }),
  summary:
    'Load what waits in a source, by a job. It takes all waiting files; those that no load file names wait again when it ends. ' +
    '409 where nothing waits, or where a mapping does not fit.',
})

const load = z.object({
  jobId: id,
  sourceId: id,
  source: z.string(),
  state: jobState,
  by: z.string(),
  at: instant,
  settings: loadSettings,
  /** Of what is done; whole when it has ended. */
  report: loadReport,
})
export type Load = z.infer<typeof load>

const jobParams = z.strictObject({ jobId: idParam })

export const listLoads = call({
  name: 'loads.list',
  method: 'GET',
  path: '/project/load',
  needs: 'collect.view',
  scope: 'project',
  reply: listOf(
    z.object({
      jobId: id,
      sourceId: id,
      source: z.string(),
      state: jobState,
      by: z.string(),
      at: instant,
      counts: loadCounts,
      faultCount: z.int(),
    }),
  ),
  summary: 'The loads of the project, the newest first.',
})

export const getLoad = call({
  name: 'loads.get',
  method: 'GET',
  path: '/project/load/:jobId',
  needs: 'collect.view',
  scope: 'project',
  params: jobParams,
  reply: load,
  summary: 'A load with its settings, its counts and its first faults.',
})

export const loadFaults = call({
  name: 'loads.faults',
  method: 'GET',
  path: '/project/load/:jobId/faults',
  needs: 'collect.manage',
  scope: 'project',
  params: jobParams,
  query: z.strictObject({ projectId: idParam }),
  rawReply: true,
  reply: z.any(),
  summary: 'All faults of a load as CSV for spreadsheets: line, bytes from and to, column, code and reason.',
})

export const unusedFiles = call({
  name: 'loads.unused',
  method: 'GET',
  path: '/project/load/:jobId/unused',
  needs: 'collect.manage',
  scope: 'project',
  params: jobParams,
  query: z.strictObject({ projectId: idParam }),
  rawReply: true,
  reply: z.any(),
  summary: 'All files that no load file named, as CSV.',
})

// ── templates ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** Which column fills what, by the names of columns ignoring case: for the next delivery of the same sender. */
export const loadTemplate = z.object({
  templateId: id,
  name: z.string(),
  columns: z.array(z.object({ name: z.string(), target: loadTarget })),
})
export type LoadTemplate = z.infer<typeof loadTemplate>

export const listLoadTemplates = call({
  name: 'loads.templates',
  method: 'GET',
  path: '/project/load-template',
  needs: 'collect.manage',
  scope: 'project',
  reply: listOf(loadTemplate),
  summary: 'The mapping templates of the project, by name.',
})

export const saveLoadTemplate = call({
  name: 'loads.saveTemplate',
  method: 'PUT',
  path: '/project/load-template',
  needs: 'collect.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(loadLimits.nameLength)),
    columns: z
      .array(z.strictObject({ name: z.string().check(z.minLength(1), z.maxLength(500)), target: loadTarget }))
      .check(z.minLength(1), z.maxLength(loadLimits.columns)),
  }),
  reply: loadTemplate,
  summary: 'Keep a mapping under a name; one of this name (ignoring case) is replaced.',
})

export const deleteLoadTemplate = call({
  name: 'loads.deleteTemplate',
  method: 'DELETE',
  path: '/project/load-template/:templateId',
  needs: 'collect.manage',
  scope: 'project',
  params: z.strictObject({ templateId: idParam }),
  reply: z.void(),
  summary: 'Delete a mapping template.',
})
