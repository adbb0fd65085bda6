/** The files of a project: which are there already, which a document has, and another in a document’s place. */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { id, idParam, instant, sha256 } from './ids.ts'
import { leftOutKinds } from './left-out.ts'
import { processingBounds } from './processing.ts'

/** What files a document can have. */
export const fileTypes = { native: 1, image: 2, text: 3, metadata: 4, markup: 5 } as const

const hash = z.string().check(z.regex(/^(?:[0-9a-fA-F]{32}|[0-9a-fA-F]{40}|[0-9a-fA-F]{64})$/))

/**
 * As what a file is in a project. A `copy`: it was suppressed as a copy, or copies of the document were. `replaced`: a document
 * had it before another took its place.
 */
const presence = z.enum(['document', 'copy', 'source', 'exception', 'replaced'])

/** Files that came in and became no documents; what was suppressed as a copy is told by what it is a copy of. */
const leftOutBesides = leftOutKinds.filter((kind) => kind !== 'duplicate')

/** Documents of which one file is a copy, as many as are named: a picture in a signature is one of thousands. */
export const mostOriginals = 100

export const fileExist = call({
  name: 'files.exist',
  method: 'POST',
  path: '/project/document/file/exist',
  needs: 'collect.manage',
  scope: 'project',
  body: z.strictObject({
    /** MD5, SHA-1 or SHA-256, as hex. */
    hashes: z.array(hash).check(z.minLength(1), z.maxLength(10_000)),
  }),
  reply: listOf(
    z.object({
      hash: z.string(),
      as: z.array(presence),
      /** The documents that it was suppressed as a copy of, the first of them. */
      copyOf: z.optional(z.array(id).check(z.maxLength(mostOriginals))),
      /** As what it came in without becoming a document. */
      leftOut: z.optional(z.array(z.enum(leftOutBesides))),
    }),
  ),
  summary:
    'Which files, by their hashes, are in the project, and as what; those that never came are not in the answer. Of ' +
    'a copy it says of which documents. Files that could not be processed, were left out, were taken apart or were replaced are known by SHA-256 alone.',
})

export const replaceFile = call({
  name: 'files.replace',
  method: 'POST',
  path: '/review/modify/document/upload',
  needs: 'collect.manage',
  scope: 'project',
  query: z.strictObject({
    documentId: idParam,
    /**
     * 1: its native, from which text is taken anew and pages are drawn anew, and with which goes what was recognised in it;
     * 3: its text (UTF-8).
     */
    fileType: z.enum(['1', '3']),
    /** What the new native is called; as before where it is not said. */
    fileName: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(255))),
  }),
  rawBody: true,
  mostBytes: processingBounds.itemMegabytes[1] * 1024 * 1024,
  body: z.any(),
  reply: z.object({
    documentId: id,
    /** False where it has this file already: nothing was changed. */
    replaced: z.boolean(),
    sha256,
    /** Characters of text. */
    textSize: z.int(),
    noText: z.nullable(z.string()),
    /** Documents inside the new native, which are not added. */
    inside: z.int(),
  }),
  summary:
    'Put another file in the place of a document’s native or text. The document keeps its number, family, dates and coding; ' +
    'the old file stays on the record. A native has at most as many bytes as the project reads of one item, a text 8 MB. ' +
    'Repeating it changes nothing.',
})

export const replacedFiles = call({
  name: 'files.replaced',
  method: 'GET',
  path: '/review/modify/document/upload',
  needs: 'document.view',
  scope: 'project',
  query: z.strictObject({ documentId: idParam }),
  reply: listOf(
    z.object({
      replacedFileId: id,
      fileType: z.int(),
      sha256,
      size: z.int(),
      fileName: z.string(),
      /** When it was replaced, and by whom. */
      at: instant,
      by: z.string(),
    }),
  ),
  summary: 'The files that a document had before, latest first.',
})

export const replacedBytes = call({
  name: 'files.replacedBytes',
  method: 'GET',
  path: '/review/modify/document/upload/:replacedFileId',
  needs: 'document.download',
  scope: 'project',
  params: z.strictObject({ replacedFileId: idParam }),
  query: z.strictObject({ projectId: idParam }),
  rawReply: true,
  reply: z.any(),
  summary: 'A file that a document had before, always as a download; put on the record.',
})
