/**
 * Collection: sources, the files that came into them (uploads in chunks that can be resumed, folders of the server), and
 * what could not be processed of them.
 */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { id, idParam, instant, sha256, wholeParam } from './ids.ts'

// ── sources ─────────────────────────────────────────────────────────────────────────────────────────────────────

export const sourceName = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))

/** Where material comes from (a laptop, a mailbox, a share), whose it is, and what happens to it by itself. */
export const source = z.object({
  sourceId: id,
  name: z.string(),
  custodianId: id,
  custodian: z.string(),
  /** What arrives is processed without being asked for. */
  autoProcess: z.boolean(),
  /** What is processed is promoted to review at once. */
  autoPromote: z.boolean(),
  /** Counts up with each change; whoever changes it says which one they saw. */
  version: z.int(),
  /** Files that came, and their bytes. */
  files: z.int(),
  bytes: z.int(),
  /** Of these, files that no job has taken yet. */
  waiting: z.int(),
  /** Documents that its jobs made, and rows of their table of exceptions. */
  documents: z.int(),
  exceptions: z.int(),
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
  summary: 'The sources of the project by name, with what came from each.',
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
  summary: 'Add a source; a name that another one has (case aside) is refused.',
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
    /** Refused once files have come or are coming: whose they are is on the record. */
    custodianId: id,
    autoProcess: z.boolean(),
    autoPromote: z.boolean(),
    /** As it was seen. */
    version: z.int(),
  }),
  reply: source,
  summary:
    'Change a source; what has come already stays as it was processed. Refused where somebody has changed it since.',
})

export const deleteSource = call({
  name: 'collect.deleteSource',
  method: 'DELETE',
  path: '/project/source/:sourceId',
  needs: 'collect.manage',
  scope: 'project',
  params: sourceParams,
  reply: z.void(),
  summary: 'Take away a source into which nothing has come.',
})

/** A file as it was collected; its bytes are kept for good under their hash. */
export const sourceFile = z.object({
  sourceFileId: id,
  /** Folders and name, outermost first. */
  path: z.array(z.string()),
  size: z.int(),
  sha256,
  /** Last change, as the system that it comes from had it. */
  modifiedAt: z.nullable(instant),
  arrivedAt: instant,
  /** The job that processes it, or has; null while it waits. */
  jobId: z.nullable(id),
  /** Of one of the parts of a split archive, as names tell: what the archive is called, and how many parts of it have come. */
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
  summary: 'What came into a source, in the order in which it came, by cursor.',
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
    /** True after an upload: only a source that processes by itself takes it up then. */
    ifAutomatic: z.boolean(),
    /** One of its files alone, such as one that took the place of another: the rest goes on waiting. */
    sourceFileId: z.optional(id),
    /** After an upload: how much of what was chosen the browser could not read. It is put on the record. */
    unread: z.optional(z.int().check(z.positive())),
    /** And how many of the files that it could read did not arrive all the same. They are put on the record too. */
    failed: z.optional(z.int().check(z.positive())),
  }),
  reply: z.object({ /** Null where nothing waits. */ jobId: z.nullable(id) }),
  summary: 'Process all files of a source that no job has taken yet, or one of them, as one job.',
})

// ── folders of the server ───────────────────────────────────────────────────────────────────────────────────────

/** A folder that the server may read from: one of those that its configuration names, or below one. */
export const serverFolder = z.object({
  /** Position among the configured folders. */
  root: z.int(),
  path: z.array(z.string()),
  folders: z.array(z.string()),
  /** Files directly in it, and their bytes. */
  files: z.int(),
  bytes: z.int(),
  /** More are in it than are listed. */
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
  summary: 'The folders that this server may collect from; none where its configuration names none.',
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
  summary: 'What is in a folder of the server.',
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
    'Copy a folder of the server into a source, as a job; a file that vanishes or changes meanwhile is said so.',
})

// ── uploads ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** At most so many bytes in one chunk. */
export const chunkBytes = 8 * 1024 * 1024

export const upload = z.object({
  uploadId: z.string(),
  sourceId: id,
  /** Folders and name below what was dropped, with `/` between. */
  fileName: z.string(),
  size: z.int(),
  /** Bytes that the server has, durably; the next chunk starts here. */
  received: z.int(),
  createdAt: instant,
  /** Who sends it, and whether that is who asks: others cannot go on with it. */
  by: z.string(),
  own: z.boolean(),
  /** The exception whose file it takes the place of; null for a file of its own. */
  replaces: z.nullable(id),
})
export type Upload = z.infer<typeof upload>

/**
 * Folders and name of a file, whatever separates them; what only moves about in folders is none. Each is kept to the letter:
 * what differs by a space is another.
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
    /** An exception whose file this one takes the place of. */
    replaces: z.optional(id),
  }),
  reply: upload,
  summary:
    'Begin an upload, or find the unfinished one of the same file, size, time and source by the same user.',
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
    'Send the bytes from `offset`. An offset other than `received` answers 409 with the upload as it is.',
})

export const discardUpload = call({
  name: 'collect.discardUpload',
  method: 'DELETE',
  path: '/project/local-collection/upload/:uploadId',
  needs: 'collect.manage',
  scope: 'project',
  params: uploadParams,
  reply: z.void(),
  summary: 'Throw an unfinished upload away, whole.',
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
    /** What the browser counted while reading; refused where it differs. */
    sha256: z.optional(sha256),
    /**
     * Of one that comes for an exception: whether it takes the place of the entry of an attached archive that the exception is
     * about, and not of the archive as a whole.
     */
    entry: z.optional(z.boolean()),
  }),
  reply: z.object({ sourceFileId: id }),
  summary: 'The upload is whole: keep it under its hash, as a file of its source.',
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

/** What was done about an exception: nothing yet, another file came in its place, or it was accepted as it is. */
export const exceptionResolutions = ['open', 'replaced', 'accepted'] as const

/** Where it happened. `text`: the document is there, its text is not; `pages`: its page images are not. */
export const exceptionStages = ['collect', 'expand', 'parse', 'text', 'pages'] as const

/** What kind of trouble each is, for people. */
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

/** What each costs: a flaw is something that is missing, a notice costs nothing that was in the file itself. */
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

/** High: nothing of the item can be looked at. Medium: the document is there and something of it is missing. Low: a notice. */
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
 * Whether a retry may read the document that such an exception is about: its password may be known by then, or an item may
 * have as many bytes as it has.
 */
export const mayBeReadAgain = ({ code, stage }: { readonly code: string; readonly stage: string }): boolean =>
  code === 'encrypted' || (code === 'tooLarge' && stage === 'parse')

export const exceptionRow = z.object({
  exceptionId: id,
  jobId: id,
  /** Where the item came from. */
  sourceId: z.nullable(id),
  documentId: z.nullable(id),
  /** Where it is a file that was to become a document's own, and could not be read: that document, which is as it was. */
  becomes: z.nullable(id),
  /** Where it is about one entry of an attached archive, which is the document: how the archive names it. */
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
  /** Why it was accepted; empty otherwise. */
  note: z.string(),
  /** Who did that, and when; null while it is open, and for what was done before this was kept beside it. */
  resolvedBy: z.nullable(z.string()),
  resolvedAt: z.nullable(instant),
})
export type ExceptionRow = z.infer<typeof exceptionRow>

/** What a job that made texts of documents could not make. */
const ofMadeTexts: readonly ExceptionRow['code'][] = [
  'ocrFailed',
  'summaryFailed',
  'translationFailed',
  'transcriptionFailed',
]

/** Whether a password may help: to items that are no documents, and to locked documents. */
export const isUnlockable = ({ documentId, code, stage }: ExceptionRow): boolean =>
  stage !== 'collect' && (documentId === null || code === 'encrypted')

/** Whether its job may do better when it is tried again: what else is wrong with a document stays so. */
export const isRetriable = (row: ExceptionRow): boolean =>
  row.documentId === null || mayBeReadAgain(row) || row.stage === 'pages' || ofMadeTexts.includes(row.code)

/**
 * What exceptions are about: files that could not be collected, items that came and became no document (the books of their
 * import count them as failed), and documents that came in with a flaw.
 */
export const exceptionSubjects = ['collection', 'item', 'document'] as const
export type ExceptionSubject = (typeof exceptionSubjects)[number]

/** Which exceptions are meant: those for which all of this is true. Ids are written as they travel there. */
const narrowingBy = <Id extends typeof id | typeof idParam>(written: Id) => ({
  jobId: z.optional(written),
  about: z.optional(z.enum(exceptionSubjects)),
  category: z.optional(z.enum(exceptionCategoryNames)),
  code: z.optional(z.enum(exceptionCodes)),
  severity: z.optional(z.enum(exceptionSeverities)),
  /** Whose the document is, or the source where the item is none. */
  custodianId: z.optional(written),
  resolution: z.optional(z.enum(exceptionResolutions)),
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
  summary: 'Items that could not be processed wholly, each with its reason, by cursor.',
})

/** How many there are of a code and severity, of a custodian, about one kind of thing, with one thing done about them. */
export const exceptionFigure = z.object({
  code: z.enum(exceptionCodes),
  severity: z.enum(exceptionSeverities),
  /** Null where neither a document nor a source says whose they are. */
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
    /** Who accepted the last one, and when; null where none was, and for what was accepted before this was kept. */
    lastAccepted: z.nullable(z.object({ by: z.string(), at: instant })),
  }),
  summary:
    'How many exceptions of the project, or of one job, there are of each code and custodian, what they are about, what was ' +
    'done about them, and who signed off last.',
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
  summary: 'The exceptions of the project that are meant, as CSV for spreadsheets; put on the record.',
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

/** As many are accepted in one act. */
export const mostAccepted = 10_000

export const acceptExceptions = call({
  name: 'collect.acceptExceptions',
  method: 'POST',
  path: '/project/exceptions/accept',
  needs: 'collect.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({
    /** These, or all open ones for which all of that is true: one of the two is said. */
    exceptionIds: z.optional(z.array(id).check(z.minLength(1), z.maxLength(mostAccepted))),
    matching: z.optional(
      z.strictObject({
        ...narrowingBy(id),
        /** How many open ones were seen: refused where it is another number by now. */
        seen: z.int().check(z.positive()),
      }),
    ),
    note: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
  }),
  reply: z.object({ accepted: z.int() }),
  summary:
    'Accept exceptions as they are, with the reason; they stay in the books. Those that are named, or all that a filter ' +
    'matches, in one act.',
})
