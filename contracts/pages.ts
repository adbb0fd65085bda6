/** Page images: the appearance of a document, page by page, beside its text; and the job that creates them in advance. */
import * as z from 'zod/mini'
import { bulkDocuments } from './bulk-changes.ts'
import { call, listOf } from './call.ts'
import { id, idParam, wholeParam } from './ids.ts'
import { jobNeeds } from './jobs.ts'

/**
 * `native`: the file's own pages; `picture`: the file is an image; `rendition`: created from the file with a different
 * layout.
 */
export const pageOrigin = z.enum(['native', 'picture', 'rendition'])
export type PageOrigin = z.infer<typeof pageOrigin>

export const pageImage = z.object({
  /** Pixels of the image. */
  width: z.int(),
  height: z.int(),
  /** Pixels per inch at original size: an inch of the page, or of the screen for an image without this information. */
  dpi: z.number(),
  /** Why this page cannot be shown; null if it can. */
  fault: z.nullable(z.string()),
})
export type PageImage = z.infer<typeof pageImage>

export const documentPages = z.object({
  documentId: id,
  /** `rendering`: ask again in a moment. `none`: it has no pages. `failed`: its pages could not be created. */
  state: z.enum(['ready', 'rendering', 'none', 'failed']),
  /** Null unless it is ready. */
  origin: z.nullable(pageOrigin),
  /** Why there are none, or not all. */
  reason: z.nullable(z.string()),
  /** In order; empty if there is only a rendition as HTML. */
  pages: z.array(pageImage),
  /** The rendition, sanitized; null if there are pages. */
  html: z.nullable(z.string()),
})
export type DocumentPages = z.infer<typeof documentPages>

export const getPages = call({
  name: 'pages.get',
  method: 'GET',
  path: '/viewer/pages',
  needs: 'document.view',
  scope: 'project',
  query: z.strictObject({ documentId: idParam }),
  reply: documentPages,
  summary:
    'How many pages a document has and the size of their images; or its rendition; or why it has none.',
})

export const pageBytes = call({
  name: 'pages.image',
  method: 'GET',
  path: '/viewer/page/:documentId/:page',
  needs: 'document.view',
  scope: 'project',
  params: z.strictObject({ documentId: idParam, /** From 1. */ page: wholeParam(1) }),
  query: z.strictObject({ projectId: idParam }),
  rawReply: true,
  reply: z.any(),
  summary:
    'The image of a page (PNG if that is small, as for text; otherwise JPEG), created on request if it is not stored.',
})

export const pageTexts = z.object({
  documentId: id,
  /** In order. Fewer than there are pages if the text of the document is longer than is told. */
  data: z.array(
    z.object({
      /** Its words; between them a space, or a line end. Empty if it has none, as a scan that nobody has had recognized. */
      text: z.string(),
      /** For each word its left, top, right and bottom, in ten-thousandths of the page's width and height. */
      boxes: z.array(z.int()),
    }),
  ),
  totalCount: z.int(),
})
export type PageTexts = z.infer<typeof pageTexts>

export const getPageTexts = call({
  name: 'pages.texts',
  method: 'GET',
  path: '/viewer/page-texts',
  needs: 'document.view',
  scope: 'project',
  query: z.strictObject({ documentId: idParam }),
  reply: pageTexts,
  summary:
    'The words of all pages of a document and where they stand on the page images; for scans and pictures the recognized words.',
})

export const preparePages = call({
  name: 'pages.prepare',
  method: 'POST',
  path: '/viewer/pages/prepare',
  needs: jobNeeds.pages,
  scope: 'project',
  idempotencyKey: 'required',
  body: z.strictObject({
    /** Null: all documents of the project. */
    documents: z.nullable(bulkDocuments),
  }),
  reply: z.object({ jobId: id }),
  summary:
    'Image documents: create and store all page images of the documents. Answers at once with the job.',
})

/** The image types of a document, and the production of each. */
const imageType = z.object({
  name: z.string(),
  /** -1: no production, the document itself. -2: the images that came with it. */
  productionId: z.int(),
  fileId: z.nullable(id),
  redactable: z.boolean(),
})
/** The first of the image types of every document. */
export const originalImage: z.infer<typeof imageType> = {
  name: 'Original Image',
  productionId: -1,
  fileId: null,
  redactable: true,
}

/** Images that came beside the file of a document, as it was received: to be looked at. */
export const receivedImages: z.infer<typeof imageType> = {
  name: 'Received Image',
  productionId: -2,
  fileId: null,
  redactable: false,
}

const textType = z.object({ name: z.string(), redactable: z.boolean() })
export const extractedText: z.infer<typeof textType> = { name: 'Extracted Text', redactable: false }

export const filesByProject = call({
  name: 'pages.filesByProject',
  method: 'GET',
  path: '/viewer/files-by-project',
  needs: 'document.view',
  scope: 'project',
  query: z.strictObject({
    /** Only what there is of this document; otherwise of any. */
    documentId: z.optional(idParam),
  }),
  reply: z.object({ images: listOf(imageType), texts: listOf(textType) }),
  summary:
    'The image and text types of the documents of the project, or of one of them, the default first. Productions are among ' +
    'them for whoever may see productions.',
})
