/** Collection: uploads in chunks that can be resumed, and what each import brought. */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { id, idParam, instant, sha256, wholeParam } from './ids.ts'

/** At most so many bytes in one chunk. */
export const chunkBytes = 8 * 1024 * 1024

export const upload = z.object({
  uploadId: z.string(),
  fileName: z.string(),
  size: z.int(),
  /** Bytes that the server has, durably; the next chunk starts here. */
  received: z.int(),
  custodianId: id,
  createdAt: instant,
})
export type Upload = z.infer<typeof upload>

export const beginUpload = call({
  name: 'collect.beginUpload',
  method: 'POST',
  path: '/project/local-collection/upload',
  needs: 'collect.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({
    fileName: z.string().check(z.minLength(1), z.maxLength(1024)),
    size: z.int().check(z.nonnegative()),
    custodianId: id,
  }),
  reply: upload,
  summary:
    'Begin an upload, or find the unfinished one of the same file, size and custodian by the same user.',
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
  }),
  reply: z.object({ jobId: id }),
  summary: 'The upload is whole: keep it under its hash and start its import job.',
})

/** The import's books: in = promoted + duplicates + containers + exceptions (+ filtered, + de-NISTed). */
export const reconciliation = z.object({
  itemsIn: z.int(),
  promoted: z.int(),
  duplicates: z.int(),
  deNisted: z.int(),
  containers: z.int(),
  /** Items that failed. What is wrong with a document is an exception too, but there the document is promoted. */
  exceptions: z.int(),
  filtered: z.int(),
  /** itemsIn minus all the others: zero, or something is lost. */
  unexplained: z.int(),
})
export type Reconciliation = z.infer<typeof reconciliation>

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
  'textTruncated',
  'timedOut',
  'tooLarge',
  'tooDeep',
  'tooMany',
  'pathTooLong',
  'missing',
  'dateOutOfRange',
] as const

/** An exception row. `stage` `text` means: the document is there, its text is not. */
export const exceptionRow = z.object({
  exceptionId: id,
  jobId: id,
  documentId: z.nullable(id),
  code: z.enum(exceptionCodes),
  reason: z.string(),
  stage: z.enum(['expand', 'parse', 'text']),
  /** The path inside its containers, outermost first. */
  path: z.array(z.string()),
  size: z.int(),
  sha256: z.nullable(sha256),
  at: instant,
})
export type ExceptionRow = z.infer<typeof exceptionRow>

export const listExceptions = call({
  name: 'collect.listExceptions',
  method: 'GET',
  path: '/project/exceptions',
  needs: 'collect.view',
  scope: 'project',
  query: z.strictObject({
    jobId: z.optional(idParam),
    after: z.optional(idParam),
    limit: z.optional(wholeParam(1, 500)),
  }),
  reply: listOf(exceptionRow),
  summary: 'Items that could not be processed wholly, each with its reason, by cursor.',
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
