/** Where a document left, and its pages as they did. */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { id, idParam, wholeParam } from './ids.ts'
import { pageImage } from './pages.ts'
import { doneBy } from './production-settings.ts'
import { production, treatment } from './productions.ts'

/** A production that has the document and was handed over, or may be. */
export const documentProduction = z.object({
  productionId: id,
  name: z.string(),
  state: production.shape.state,
  /** From 1, in the order of its numbers. */
  place: z.int(),
  first: z.string(),
  last: z.string(),
  pages: z.int(),
  treatment,
  designation: z.string(),
  /** Something of it was covered. */
  redacted: z.boolean(),
  produced: z.nullable(doneBy),
  delivered: production.shape.delivered,
})
export type DocumentProduction = z.infer<typeof documentProduction>

export const documentProductions = call({
  name: 'producedPages.productions',
  method: 'GET',
  path: '/viewer/document-productions',
  needs: 'production.view',
  scope: 'project',
  query: z.strictObject({ documentId: idParam }),
  reply: listOf(documentProduction),
  summary:
    'The productions in which a document left, or may leave, the latest first. Those that were rolled back are none.',
})

export const producedPages = z.object({
  documentId: id,
  productionId: id,
  name: z.string(),
  /** In order, each with its number. A slip sheet is a page too. */
  pages: z.array(z.object({ ...pageImage.shape, number: z.string() })),
})
export type ProducedPages = z.infer<typeof producedPages>

export const getProducedPages = call({
  name: 'producedPages.get',
  method: 'GET',
  path: '/viewer/produced-pages',
  needs: 'production.view',
  scope: 'project',
  query: z.strictObject({ documentId: idParam, productionId: idParam }),
  reply: producedPages,
  summary: 'The pages of a document as a production has them: their numbers and the size of their images.',
})

export const producedPageBytes = call({
  name: 'producedPages.image',
  method: 'GET',
  path: '/viewer/produced-page/:productionId/:documentId/:page',
  needs: 'production.view',
  scope: 'project',
  params: z.strictObject({ productionId: idParam, documentId: idParam, /** From 1. */ page: wholeParam(1) }),
  query: z.strictObject({ projectId: idParam }),
  rawReply: true,
  reply: z.any(),
  summary: 'The image of a page as a production has it, as PNG or JPEG.',
})

/** A page that was stamped with a number. */
export const numberedPage = z.object({
  ...{ documentId: id, productionId: id, name: z.string(), number: z.string() },
  /** From 1. */
  page: z.int(),
})

export const pagesOfNumber = call({
  name: 'producedPages.ofNumber',
  method: 'GET',
  path: '/viewer/page-of-number',
  needs: 'production.view',
  scope: 'project',
  query: z.strictObject({ number: z.string().check(z.minLength(1), z.maxLength(100)) }),
  reply: listOf(numberedPage),
  summary:
    'The pages that have a number, the latest production first. Usually one, and none where nobody has produced it.',
})

const receivedOf = { documentId: idParam }

export const receivedPages = z.object({ documentId: id, pages: z.array(pageImage) })
export type ReceivedPages = z.infer<typeof receivedPages>

export const getReceivedPages = call({
  name: 'receivedPages.get',
  method: 'GET',
  path: '/viewer/received-pages',
  needs: 'document.view',
  scope: 'project',
  query: z.strictObject(receivedOf),
  reply: receivedPages,
  summary:
    'The page images that came with a document beside its file, by a load file. 404 where none came, and for whoever may not ' +
    'see under its redactions.',
})

export const receivedPageBytes = call({
  name: 'receivedPages.image',
  method: 'GET',
  path: '/viewer/received-page/:documentId/:page',
  needs: 'document.view',
  scope: 'project',
  params: z.strictObject({ ...receivedOf, /** From 1. */ page: wholeParam(1) }),
  query: z.strictObject({ projectId: idParam }),
  rawReply: true,
  reply: z.any(),
  summary: 'A page image that came with a document, as PNG or JPEG.',
})
