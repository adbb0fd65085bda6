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
