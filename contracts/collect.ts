/** Collection: sources, their files (uploads in resumable chunks, folders of the server), and processing exceptions. */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { id, idParam, instant, sha256, wholeParam } from './ids.ts'

// ── sources ─────────────────────────────────────────────────────────────────────────────────────────────────────

export const sourceName = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))

/** The origin of data (a laptop, a mailbox, a share), its custodian, and its automatic steps. */
export const source = z.object({
  sourceId: id,
  name: z.string(),
  custodianId: id,
  custodian: z.string(),
  /** Files are processed automatically when they arrive. */
  autoProcess: z.boolean(),
  /** Processed documents are promoted to review at once. */
  autoPromote: z.boolean(),
  /** Grows with each change; a change states the version that was seen. */
  version: z.int(),
  /** Number of files, and their bytes. */
  files: z.int(),
  bytes: z.int(),
  /** Files that no job has taken yet. */
  waiting: z.int(),
  /** Documents of its jobs, and their exceptions; so many of these are open. */
  documents: z.int(),
  exceptions: z.int(),
  openExceptions: z.int(),
  createdBy: z.string(),
  createdAt: instant,
})
export type Source = z.infer<typeof source>

export const listSources = call({
  name: 'collect.listSources',
  method: 'GET',
  path: '/project/source',
  needs: 'collect.view',
  scope: 'project',
  reply: listOf(source),
  summary: 'The sources of the project by name, with their files, documents and exceptions.',
})

export const createSource = call({
  name: 'collect.createSource',
  method: 'POST',
  path: '/project/source',
  needs: 'collect.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({
    name: sourceName,
    custodianId: id,
    autoProcess: z.boolean(),
    autoPromote: z.boolean(),
  }),
  reply: source,
  summary: 'Add a source; a name in use (ignoring case) is refused.',
})

const sourceParams = z.strictObject({ sourceId: idParam })

export const changeSource = call({
  name: 'collect.changeSource',
  method: 'PUT',
  path: '/project/source/:sourceId',
  needs: 'collect.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  params: sourceParams,
  body: z.strictObject({
    name: sourceName,
    /** Refused once files have arrived or are being uploaded: their custodian is recorded in the audit log. */
    custodianId: id,
    autoProcess: z.boolean(),
    autoPromote: z.boolean(),
    /** The version that was seen. */
    version: z.int(),
  }),
  reply: source,
  summary:
    'Change a source; files already imported stay as they were processed. Refused if somebody has changed it since.',
})

export const deleteSource = call({
  name: 'collect.deleteSource',
  method: 'DELETE',
  path: '/project/source/:sourceId',
  needs: 'collect.manage',
  scope: 'project',
  params: sourceParams,
  reply: z.void(),
  summary: 'Delete a source that has received no files.',
})

/** A collected file; its bytes are stored permanently under their hash. */
export const sourceFile = z.object({
  sourceFileId: id,
  /** Folders and name, outermost first. */
  path: z.array(z.string()),
  size: z.int(),
  sha256,
  /** Last modification, as the source system had it. */
  modifiedAt: z.nullable(instant),
  arrivedAt: instant,
  /** The job that processes or has processed it; null while it waits. */
  jobId: z.nullable(id),
  /** For a part of a split archive, judged by names: the name of the archive, and how many of its parts have arrived. */
  partOf: z.optional(z.object({ archive: z.string(), parts: z.int() })),
})
export type SourceFile = z.infer<typeof sourceFile>

export const listSourceFiles = call({
  name: 'collect.listSourceFiles',
  method: 'GET',
  path: '/project/source/:sourceId/files',
  needs: 'collect.view',
  scope: 'project',
  params: sourceParams,
  query: z.strictObject({
    after: z.optional(idParam),
    limit: z.optional(wholeParam(1, 500)),
  }),
  reply: listOf(sourceFile),
  summary: 'The files of a source, in order of arrival, by cursor.',
})

export const processSource = call({
  name: 'collect.processSource',
  method: 'POST',
  path: '/project/source/:sourceId/process',
  needs: 'collect.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  params: sourceParams,
  body: z.strictObject({
    /** True after an upload: then only a source with automatic processing processes it. */
    ifAutomatic: z.boolean(),
    /** Only this file, for example a replacement file; the rest keeps waiting. */
    sourceFileId: z.optional(id),
    /** After an upload: how many selected files the browser could not read. Recorded in the audit log. */
    unread: z.optional(z.int().check(z.positive())),
    /** How many readable files did not arrive. Recorded in the audit log. */
    failed: z.optional(z.int().check(z.positive())),
  }),
  reply: z.object({ /** Null where nothing waits. */ jobId: z.nullable(id) }),
  summary: 'Process all waiting files of a source, or one of them, as one job.',
})

// ── folders of the server ───────────────────────────────────────────────────────────────────────────────────────

/** A folder that the server may read: a configured folder, or one below it. */
export const serverFolder = z.object({
  /** Position among the configured folders. */
  root: z.int(),
  path: z.array(z.string()),
  folders: z.array(z.string()),
  /** Files directly in it, and their bytes. */
  files: z.int(),
  bytes: z.int(),
  /** The folder has more entries than listed. */
  more: z.boolean(),
})
export type ServerFolder = z.infer<typeof serverFolder>

export const listServerRoots = call({
  name: 'collect.listServerRoots',
  method: 'GET',
  path: '/project/server-folder',
  needs: 'collect.manage',
  scope: 'project',
  reply: listOf(z.object({ root: z.int(), name: z.string() })),
  summary: 'The folders of the server that the caller may collect from into this project; often none.',
})

const folderPath = z.array(z.string().check(z.minLength(1), z.maxLength(255))).check(z.maxLength(100))

export const readServerFolder = call({
  name: 'collect.readServerFolder',
  method: 'POST',
  path: '/project/server-folder',
  needs: 'collect.manage',
  scope: 'project',
  body: z.strictObject({ root: z.int().check(z.nonnegative()), path: folderPath }),
  reply: serverFolder,
  summary: 'The content of a folder of the server.',
})

export const collectFolder = call({
  name: 'collect.collectFolder',
  method: 'POST',
  path: '/project/source/:sourceId/folder',
  needs: 'collect.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  params: sourceParams,
  body: z.strictObject({ root: z.int().check(z.nonnegative()), path: folderPath }),
  reply: z.object({ jobId: id }),
  summary:
    'Copy a folder of the server into a source, as a job; files that vanish or change meanwhile are reported.',
})

// ── uploads ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** Maximum number of bytes per chunk. */
export const chunkBytes = 8 * 1024 * 1024

export const upload = z.object({
  uploadId: z.string(),
  sourceId: id,
  /** Folders and name below the dropped folder, separated by `/`. */
  fileName: z.string(),
  size: z.int(),
  /** Bytes stored durably; the next chunk starts here. */
  received: z.int(),
  createdAt: instant,
  /** Who uploads it, and whether that is the caller: others cannot resume it. */
  by: z.string(),
  own: z.boolean(),
  /** The exception that this file replaces; null for an ordinary file. */
  replaces: z.nullable(id),
})
export type Upload = z.infer<typeof upload>

/**
 * Folders and name of a file, with any separator; empty parts, `.` and `..` are dropped. Each part is kept exactly: a
 * difference of a space is a different name.
 */
export function pathParts(fileName: string): string[] {
  const parts = fileName
    .toWellFormed()
    .split(/[\\/]/)
    .filter((part) => part !== '' && part !== '.' && part !== '..')
  return parts.length === 0 ? ['upload'] : parts
}

export const beginUpload = call({
  name: 'collect.beginUpload',
  method: 'POST',
  path: '/project/local-collection/upload',
  needs: 'collect.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({
    sourceId: id,
    fileName: z.string().check(z.minLength(1), z.maxLength(4096)),
    size: z.int().check(z.nonnegative()),
    modifiedAt: z.optional(instant),
    /** The exception that this file replaces. */
    replaces: z.optional(id),
  }),
  reply: upload,
  summary:
    'Start an upload, or find the unfinished one of the same file, size, time and source by the same user.',
})

export const listUploads = call({
  name: 'collect.listUploads',
  method: 'GET',
  path: '/project/local-collection/upload',
  needs: 'collect.view',
  scope: 'project',
  reply: listOf(upload),
  summary: 'Unfinished uploads.',
})

const uploadParams = z.strictObject({ uploadId: z.string() })

export const putChunk = call({
  name: 'collect.putChunk',
  method: 'PUT',
  path: '/project/local-collection/upload/:uploadId',
  needs: 'collect.manage',
  scope: 'project',
  params: uploadParams,
  query: z.strictObject({ offset: wholeParam(0) }),
  rawBody: true,
  body: z.any(),
  reply: upload,
  summary:
    'Send the bytes from `offset`. An offset other than `received` answers 409 with the current upload.',
})

export const discardUpload = call({
  name: 'collect.discardUpload',
  method: 'DELETE',
  path: '/project/local-collection/upload/:uploadId',
  needs: 'collect.manage',
  scope: 'project',
  params: uploadParams,
  reply: z.void(),
  summary: 'Discard an unfinished upload completely.',
})

export const finishUpload = call({
  name: 'collect.finishUpload',
  method: 'POST',
  path: '/project/local-collection/upload/:uploadId/finish',
  needs: 'collect.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  params: uploadParams,
  body: z.strictObject({
    /** The hash that the browser computed while reading; refused if it differs. */
    sha256: z.optional(sha256),
    /**
     * For a replacement file: whether it replaces the entry of an attached archive that the exception is about, and not the
     * archive as a whole.
     */
    entry: z.optional(z.boolean()),
  }),
  reply: z.object({ sourceFileId: id }),
  summary: 'The upload is complete: store it under its hash, as a file of its source.',
})

// ── what came of it ─────────────────────────────────────────────────────────────────────────────────────────────

export const exceptionCodes = [
  'encrypted',
  'corrupt',
  'zeroByte',
  'unsupportedType',
  'unknownType',
  'containerPartial',
  'textFailed',
  'noTextYet',
  'ocrFailed',
  'summaryFailed',
  'translationFailed',
  'transcriptionFailed',
  'textTruncated',
  'timedOut',
  'tooLarge',
  'tooDeep',
  'tooMany',
  'pathTooLong',
  'missing',
  'dateOutOfRange',
  'changed',
] as const
export type ExceptionCode = (typeof exceptionCodes)[number]

/** Resolution of an exception: open, replaced by a file, or accepted. */
export const exceptionResolutions = ['open', 'replaced', 'accepted'] as const
/** What a filter may say of the resolution: one of them, or that something was done, whichever it was. */
export const resolutionFilters = ['open', 'resolved', 'replaced', 'accepted'] as const
export type ResolutionFilter = (typeof resolutionFilters)[number]

export const isResolvedAs = (
  resolution: (typeof exceptionResolutions)[number],
  filter: ResolutionFilter,
): boolean => (filter === 'resolved' ? resolution !== 'open' : resolution === filter)

/** Where it happened. `text`: the document exists, its text does not; `pages`: its page images do not. */
export const exceptionStages = ['collect', 'expand', 'parse', 'text', 'pages'] as const

/** Categories of exceptions, as displayed. */
export const exceptionCategories = {
  encrypted: 'Encrypted',
  corrupt: 'Damaged',
  zeroByte: 'Empty',
  unsupportedType: 'File type',
  unknownType: 'File type',
  containerPartial: 'Damaged',
  textFailed: 'Text',
  noTextYet: 'Text',
  ocrFailed: 'Text',
  summaryFailed: 'Text',
  translationFailed: 'Text',
  transcriptionFailed: 'Text',
  textTruncated: 'Text',
  timedOut: 'Limits',
  tooLarge: 'Limits',
  tooDeep: 'Limits',
  tooMany: 'Limits',
  pathTooLong: 'Limits',
  missing: 'Missing',
  dateOutOfRange: 'Metadata',
  changed: 'Missing',
} as const satisfies Record<ExceptionCode, string>
export type ExceptionCategory = (typeof exceptionCategories)[ExceptionCode]

/** Each once, in the order of the codes. */
export const exceptionCategoryNames: readonly ExceptionCategory[] = [
  ...new Set(Object.values(exceptionCategories)),
]

/** What each costs: a flaw means missing content; a notice means that nothing of the file itself is missing. */
const exceptionCosts = {
  encrypted: 'flaw',
  corrupt: 'flaw',
  zeroByte: 'notice',
  unsupportedType: 'flaw',
  unknownType: 'flaw',
  containerPartial: 'flaw',
  textFailed: 'flaw',
  noTextYet: 'flaw',
  ocrFailed: 'flaw',
  summaryFailed: 'notice',
  translationFailed: 'notice',
  transcriptionFailed: 'flaw',
  textTruncated: 'flaw',
  timedOut: 'flaw',
  tooLarge: 'flaw',
  tooDeep: 'flaw',
  tooMany: 'flaw',
  pathTooLong: 'flaw',
  missing: 'flaw',
  dateOutOfRange: 'notice',
  changed: 'flaw',
} as const satisfies Record<ExceptionCode, 'flaw' | 'notice'>

/** High: nothing of the item can be viewed. Medium: the document exists and part of it is missing. Low: a notice. */
export const exceptionSeverities = ['high', 'medium', 'low'] as const
export type ExceptionSeverity = (typeof exceptionSeverities)[number]

export const severityOf = ({
  code,
  isDocument,
}: {
  readonly code: ExceptionCode
  readonly isDocument: boolean
}): ExceptionSeverity => (exceptionCosts[code] === 'notice' ? 'low' : isDocument ? 'medium' : 'high')

/**
 * Whether a retry may read the document of such an exception again: its password may be known by then, or the size limit
 * may be higher.
 */
export const mayBeReadAgain = ({ code, stage }: { readonly code: string; readonly stage: string }): boolean =>
  code === 'encrypted' || (code === 'tooLarge' && stage === 'parse')

export const exceptionRow = z.object({
  exceptionId: id,
  jobId: id,
  /** The source of the item. */
  sourceId: z.nullable(id),
  documentId: z.nullable(id),
  /** For a replacement file that could not be read: the document that it was for, which is unchanged. */
  becomes: z.nullable(id),
  /** For an entry of an attached archive, which is the document: the name of the entry in the archive. */
  entry: z.nullable(z.string()),
  code: z.enum(exceptionCodes),
  severity: z.enum(exceptionSeverities),
  reason: z.string(),
  stage: z.enum(exceptionStages),
  /** The path inside its containers, outermost first. */
  path: z.array(z.string()),
  size: z.int(),
  sha256: z.nullable(sha256),
  at: instant,
  resolution: z.enum(exceptionResolutions),
  /** Reason for the acceptance; empty otherwise. */
  note: z.string(),
  /** Who resolved it, and when; null while it is open, and for resolutions by earlier versions. */
  resolvedBy: z.nullable(z.string()),
  resolvedAt: z.nullable(instant),
})
export type ExceptionRow = z.infer<typeof exceptionRow>

/** Exceptions of jobs that create derived texts. */
const ofMadeTexts: readonly ExceptionRow['code'][] = [
  'ocrFailed',
  'summaryFailed',
  'translationFailed',
  'transcriptionFailed',
]

/** Whether a password may help: for items that are not documents, and for locked documents. */
export const isUnlockable = ({ documentId, code, stage }: ExceptionRow): boolean =>
  stage !== 'collect' && (documentId === null || code === 'encrypted')

/** Whether a retry of its job may help. Other exceptions of documents remain. */
export const isRetriable = (row: ExceptionRow): boolean =>
  row.documentId === null || mayBeReadAgain(row) || row.stage === 'pages' || ofMadeTexts.includes(row.code)

/**
 * What exceptions are about: files that could not be collected, items that did not become documents (reconciliation of
 * their import counts them as failed), and imported documents with missing content.
 */
export const exceptionSubjects = ['collection', 'item', 'document'] as const
export type ExceptionSubject = (typeof exceptionSubjects)[number]

/** Filter of exceptions; all conditions must hold. Ids are written as they travel. */
const narrowingBy = <Id extends typeof id | typeof idParam>(written: Id) => ({
  jobId: z.optional(written),
  about: z.optional(z.enum(exceptionSubjects)),
  category: z.optional(z.enum(exceptionCategoryNames)),
  code: z.optional(z.enum(exceptionCodes)),
  severity: z.optional(z.enum(exceptionSeverities)),
  /** The custodian of the document, or of the source if the item is not a document. */
  custodianId: z.optional(written),
  resolution: z.optional(z.enum(resolutionFilters)),
})
const narrowing = narrowingBy(idParam)

export const listExceptions = call({
  name: 'collect.listExceptions',
  method: 'GET',
  path: '/project/exceptions',
  needs: 'collect.view',
  scope: 'project',
  query: z.strictObject({
    ...narrowing,
    after: z.optional(idParam),
    limit: z.optional(wholeParam(1, 500)),
  }),
  reply: listOf(exceptionRow),
  summary: 'Processing exceptions, each with its reason, by cursor.',
})

/** Number of exceptions by code, severity, custodian, subject and resolution. */
export const exceptionFigure = z.object({
  code: z.enum(exceptionCodes),
  severity: z.enum(exceptionSeverities),
  /** Null if neither a document nor a source names a custodian. */
  custodianId: z.nullable(id),
  custodian: z.string(),
  about: z.enum(exceptionSubjects),
  resolution: z.enum(exceptionResolutions),
  count: z.int(),
})
export type ExceptionFigure = z.infer<typeof exceptionFigure>

export const exceptionFigures = call({
  name: 'collect.exceptionFigures',
  method: 'GET',
  path: '/project/exceptions/figures',
  needs: 'collect.view',
  scope: 'project',
  query: z.strictObject({ jobId: z.optional(idParam) }),
  reply: z.extend(listOf(exceptionFigure), {
    /** Who accepted the last one, and when; null if none was accepted, and for acceptances by earlier versions. */
    lastAccepted: z.nullable(z.object({ by: z.string(), at: instant })),
  }),
  summary:
    'Number of exceptions of the project, or of one job, by code and custodian, subject and resolution, and ' +
    'who signed off last.',
})

export const exceptionsCsv = call({
  name: 'collect.exceptionsCsv',
  method: 'GET',
  path: '/project/exceptions.csv',
  needs: 'collect.view',
  scope: 'project',
  query: z.strictObject({ projectId: idParam, ...narrowing }),
  rawReply: true,
  reply: z.any(),
  summary: 'The matching exceptions of the project, as CSV for spreadsheets; recorded in the audit log.',
})

export const exceptionBytes = call({
  name: 'collect.exceptionBytes',
  method: 'GET',
  path: '/project/exceptions/:exceptionId/bytes',
  needs: 'collect.view',
  scope: 'project',
  params: z.strictObject({ exceptionId: idParam }),
  query: z.strictObject({ projectId: idParam }),
  rawReply: true,
  reply: z.any(),
  summary: 'The bytes of an item that became an exception, as a download.',
})

/** At most so many are accepted at once. */
export const maxAccepted = 10_000

export const acceptExceptions = call({
  name: 'collect.acceptExceptions',
  method: 'POST',
  path: '/project/exceptions/accept',
  needs: 'collect.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({
    /** These, or all open ones that match the filter: exactly one of the two. */
    exceptionIds: z.optional(z.array(id).check(z.minLength(1), z.maxLength(maxAccepted))),
    matching: z.optional(
      z.strictObject({
        ...narrowingBy(id),
        /** The number of open ones that were seen: refused if it has changed. */
        seen: z.int().check(z.positive()),
      }),
    ),
    note: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
  }),
  reply: z.object({ accepted: z.int() }),
  summary:
    'Accept exceptions, with a reason; they stay in reconciliation. Either the listed ones, or all that match ' +
    'a filter, in one action.',
})
