/**
 * Redactions to be checked (docs/decisions/0135-checking-and-copying-redactions.md): their document has another file or other
 * pages than when they were drawn, and nothing of it goes out until somebody has looked.
 */
import * as z from 'zod/mini'
import { call } from './call.ts'
import { id, idParam, nanoId } from './ids.ts'

const toCheck = z.object({
  documentId: id,
  controlNumber: z.string(),
  /** Of its redactions: whoever says that they are right states it. */
  revision: z.int(),
  /** How many are to be checked. */
  onPages: z.int(),
  inCells: z.int(),
  /** Some of these are by others: who may not change those does not check them. */
  ofOthers: z.boolean(),
  /** `file`: it has another file; `pages`: its pages were laid out anew. */
  why: z.enum(['file', 'pages']),
})
export type DocumentToCheck = z.infer<typeof toCheck>

export const redactionsToCheck = call({
  name: 'redactions.toCheck',
  method: 'GET',
  path: '/viewer/redactions-to-check',
  needs: 'redaction.see',
  scope: 'project',
  query: z.strictObject({ /** Behind this document. */ after: z.optional(idParam) }),
  reply: z.object({
    data: z.array(toCheck),
    /** Documents. */
    totalCount: z.int(),
    /** The next ones are behind this document; null: these were the last. */
    next: z.nullable(id),
  }),
  summary:
    'The documents whose redactions are to be checked, because their file or their pages have changed, 100 at a time.',
})

export const checkRedactions = call({
  name: 'redactions.check',
  method: 'POST',
  path: '/viewer/check-redactions',
  needs: 'redaction.draw',
  scope: 'project',
  idempotencyKey: 'required',
  body: z.strictObject({ documentId: id, gesture: nanoId, /** As it was seen. */ revision: z.int() }),
  reply: z.object({ documentId: id, revision: z.int(), /** Redactions. */ checked: z.int() }),
  summary:
    'Say that all redactions of a document are right in the file and on the pages of today. 409 if one was added or changed ' +
    'since. One whose page or sheet is not there any more is refused: remove it, or draw it anew.',
})
