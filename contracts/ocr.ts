/**
 * Text recognition (OCR): a job reads the text of documents that are pictures, page by page. The text stands beside the
 * extracted one (texts.ts), is searched like it, and says how sure the recognition is of it.
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
    /** Of a result, or named; null: all of the project. */
    documents: z.nullable(bulkDocuments),
    /**
     * What has text, too: PDFs are looked through for pages that are pictures, also those that came in before such pages
     * were counted, and what was recognised before is recognised anew.
     */
    withText: z.boolean(),
    correlationId: nanoId,
  }),
  reply: z.object({
    jobId: id,
    /** Documents that the job is about, and their pages as far as they are known. */
    documents: z.int(),
    pages: z.int(),
  }),
  summary:
    'Recognise the text of pictures and of PDFs whose pages are pictures. Where there are none, nothing is begun and 400 ' +
    'says so.',
})
