/** What commands decide that bring the redactions of a document to its exact copies, on its pages or in its cells, or take them back. */
import { copyingAsked } from '../events/catalog/redactions.ts'
import type { Done } from '../events/envelope.ts'
import { type DecideContext, isRejection, type Rejection, reject } from './define.ts'

/** The document as the record has it, and what of it is on its way there. */
type Drawable =
  | { readonly revision: number; readonly inForce: readonly unknown[]; readonly waiting: readonly unknown[] }
  | Rejection

const wait = () => reject('Wait until what you drew is saved, then apply it.')

export function copy(doc: Drawable, documentId: number, ctx: DecideContext) {
  if (isRejection(doc)) return doc
  if (doc.waiting.length > 0) return wait()
  if (doc.inForce.length === 0) return reject('There is nothing to apply: this document is not redacted.')
  return [copyingAsked({ documentId, act: 'copy', copied: ctx.newId(), revision: doc.revision })]
}

export function takeBack(doc: Drawable, { documentId, copied }: { documentId: number; copied: string }) {
  if (isRejection(doc)) return doc
  if (doc.waiting.length > 0) return wait()
  return [copyingAsked({ documentId, act: 'takeBack', copied, revision: doc.revision })]
}

/** What was asked last, which an undo or a redo turns around. */
export const lastCopying = (done: readonly Done[]) =>
  done.flatMap(({ payload }) => copyingAsked.payload.safeParse(payload).data ?? []).at(-1) ?? null
