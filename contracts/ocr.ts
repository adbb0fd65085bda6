/**
 * OCR: a job recognizes the text of images, page by page. OCR text is stored beside the extracted text (texts.ts), is
 * searched like it, and states its confidence.
 */
import * as z from 'zod/mini'
import { bulkDocuments } from './bulk-changes.ts'
import { call } from './call.ts'
import { id, nanoId } from './ids.ts'
import { jobNeeds } from './jobs.ts'

export const startOcr = call({
  name: 'ocr.start',
  method: 'POST',
  path: '/job/ocr',
  needs: jobNeeds.ocr,
  scope: 'project',
  idempotencyKey: 'required',
  body: z.strictObject({
    /** Documents of a result, or listed ones; null: all of the project. */
    documents: z.nullable(bulkDocuments),
    /**
     * Include documents with text: PDFs are searched for pages that are images, also PDFs imported before such pages were
     * counted, and earlier OCR text is recognized again.
     */
    withText: z.boolean(),
    correlationId: nanoId,
  }),
  reply: z.object({
    jobId: id,
    /** Documents of the job, and their pages as far as they are known. */
    documents: z.int(),
    pages: z.int(),
  }),
  summary:
    'Run OCR on images and on PDFs with pages that are images. If there are none, no job starts and the answer is 400.',
})
