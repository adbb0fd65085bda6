/** The files of a project: which exist already, which a document has, and replacing a document’s file. */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { id, idParam, instant, sha256 } from './ids.ts'
import { processingBounds } from './processing.ts'
import { leftOutKinds } from './suppressed-items.ts'

/** The files that a document can have. */
export const fileTypes = { native: 1, image: 2, text: 3, metadata: 4, markup: 5 } as const

const hash = z.string().check(z.regex(/^(?:[0-9a-fA-F]{32}|[0-9a-fA-F]{40}|[0-9a-fA-F]{64})$/))

/**
 * The role of a file in a project. A `copy`: it was suppressed as a duplicate, or duplicates of the document were.
 * `replaced`: a document had it before its file was replaced.
 */
const presence = z.enum(['document', 'copy', 'source', 'exception', 'replaced'])

/** Imported files that did not become documents; suppressed duplicates are reported by the documents they duplicate. */
const leftOutBesides = leftOutKinds.filter((kind) => kind !== 'duplicate')

/** Documents that a file duplicates, at most so many: a signature image may have thousands. */
export const maxOriginals = 100

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
      /** The documents that it was suppressed as a duplicate of, the first of them. */
      copyOf: z.optional(z.array(id).check(z.maxLength(maxOriginals))),
      /** How it was imported without becoming a document. */
      leftOut: z.optional(z.array(z.enum(leftOutBesides))),
    }),
  ),
  summary:
    'Which files, by their hashes, are in the project, and in which role; files that were never imported are ' +
    'not in the answer. For a duplicate, the answer names its documents. Files that could not be processed, ' +
    'were de-NISTed, expanded or replaced are known by SHA-256 alone.',
})

export const replaceFile = call({
  name: 'files.replace',
  method: 'POST',
  path: '/review/modify/document/upload',
  needs: 'collect.manage',
  scope: 'project',
  query: z.strictObject({
    documentId: idParam,
    /** 1: its native, from which text and pages are created again, and whose OCR text is removed; 3: its text (UTF-8). */
    fileType: z.enum(['1', '3']),
    /** File name of the new native; unchanged if omitted. */
    fileName: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(255))),
  }),
  rawBody: true,
  maxBytes: processingBounds.itemMegabytes[1] * 1024 * 1024,
  body: z.any(),
  reply: z.object({
    documentId: id,
    /** False if it has this file already: nothing was changed. */
    replaced: z.boolean(),
    sha256,
    /** Characters of text. */
    textSize: z.int(),
    noText: z.nullable(z.string()),
    /** Documents inside the new native, which are not added. */
    inside: z.int(),
  }),
  summary:
    'Replace a document’s native or text. The document keeps its number, family, dates and coding; the old ' +
    'file is kept. A native may be as large as the project reads of one item, a text 8 MB. Repeating the call ' +
    'changes nothing.',
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
  summary: 'The earlier files of a document, latest first.',
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
  summary: 'An earlier file of a document, always as a download; recorded in the audit log.',
})
