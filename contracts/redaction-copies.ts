/**
 * Exact copies of a redacted document: files of the same bytes take the same boxes, and the same cells
 * (docs/decisions/0135-checking-and-copying-redactions.md).
 */
import * as z from 'zod/mini'
import { call } from './call.ts'
import { id, idParam, nanoId } from './ids.ts'

export const exactCopies = call({
  name: 'redactions.copies',
  method: 'GET',
  path: '/viewer/redaction-copies',
  needs: 'redaction.draw',
  scope: 'project',
  query: z.strictObject({ documentId: idParam }),
  reply: z.object({
    documentId: id,
    /** That the caller sees, without the document itself. */ count: z.int(),
  }),
  summary: 'How many exact copies of a document are in review, which could take its redactions.',
})

export const copyRedactions = call({
  name: 'redactions.copy',
  method: 'POST',
  path: '/viewer/copy-redactions',
  needs: 'redaction.draw',
  scope: 'project',
  idempotencyKey: 'required',
  body: z.strictObject({
    documentId: id,
    gesture: nanoId,
    /** Of the redactions that are copied, as they were seen. */
    revision: z.int(),
    /** Behind this copy; null: from the first. */
    after: z.nullable(id),
  }),
  reply: z.object({
    /** Copies that have got redactions, and how many. */
    documents: z.int(),
    redactions: z.int(),
    /** Copies that could not be redacted, and why. */
    left: z.array(z.object({ documentId: id, controlNumber: z.string(), reason: z.string() })),
    /** Ask again behind this copy; null: it was the last. */
    next: z.nullable(id),
  }),
  summary:
    'Put the redactions of a document, on its pages and in its cells, on its exact copies, some copies at a time. What stands on a copy already ' +
    'is not drawn twice. 409 if the redactions have changed since they were seen.',
})

export const takeBackCopies = call({
  name: 'redactions.takeBackCopies',
  method: 'POST',
  path: '/viewer/take-back-copied-redactions',
  needs: 'redaction.draw',
  scope: 'project',
  idempotencyKey: 'required',
  body: z.strictObject({ documentId: id, /** Of the redactions that were copied. */ copied: nanoId }),
  reply: z.object({
    redactions: z.int(),
    /** Left, because somebody has changed them since. */
    changed: z.int(),
    /** Some are left: ask again. */
    more: z.boolean(),
  }),
  summary:
    'Take back the redactions that one has copied in one gesture, some at a time: those that nobody has changed since.',
})
