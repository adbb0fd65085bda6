/** Which document a coding command is about, and whether it can be coded at all. */
import type { DocumentCoding } from '../events/coding/document.ts'
import { getIn } from '../stores/buckets.ts'
import type { RootState } from '../stores/root.ts'
import { inLostBatch } from './batch-standing.ts'
import { type DecideContext, isRejection, type Rejection, reject } from './define.ts'
import { acting } from './review-moving.ts'

/** The document that is named, or the one that stands in this window (in the one whose view it shows). */
export function addressed(state: RootState, documentId: number | undefined, tabId: string): number | null {
  return documentId ?? state.review.byTab[acting(state, tabId)]?.current?.documentId ?? null
}

/** Why whoever may not code or tag is refused: nobody does in an archived project. */
export function notAllowed(
  { selection }: RootState,
  { projectId }: DecideContext,
  what: 'coding' | 'tagging',
): Rejection {
  const archived = projectId !== null && (selection.projects[projectId]?.archivedAt ?? null) !== null
  return reject(
    archived
      ? 'This project is archived: it can be read and not changed.'
      : `Your role in this project does not allow ${what}.`,
  )
}

/** The coding of a document that can be edited here and now. */
export function openDocument(
  state: RootState,
  documentId: number | undefined,
  ctx: DecideContext,
): DocumentCoding | Rejection {
  if (!ctx.can('coding.save')) return notAllowed(state, ctx, 'coding')
  const wanted = addressed(state, documentId, ctx.tabId)
  if (wanted === null) return reject('Open a document first.')
  return (
    getIn(state.coding.documents, String(wanted)) ?? reject('The coding of this document is not loaded yet.')
  )
}

/** The coding of a document that can be edited here and now, and is meant: see `notEditable`. */
export function editableDocument(
  state: RootState,
  documentId: number | undefined,
  ctx: DecideContext,
): DocumentCoding | Rejection {
  const doc = openDocument(state, documentId, ctx)
  return isRejection(doc) ? doc : (notEditable(state, doc.documentId, ctx) ?? doc)
}

/** Why a document in view is not edited: the list was changed and has not got it, or its batch is lost. Null: it may be. */
export function notEditable(state: RootState, documentId: number, ctx: DecideContext): Rejection | null {
  const lost = inLostBatch(state, ctx)
  if (lost) return lost
  const view = state.review.byTab[acting(state, ctx.tabId)]
  return view?.outside && view.current?.documentId === documentId
    ? reject('This document is not in the list any more. Open one of the list, or choose to code it anyway.')
    : null
}

/**
 * The same for a gesture at the screen: it is about the document that stood there, and the screen may have gone on to
 * the next one before its turn came.
 */
export function shownDocument(
  state: RootState,
  documentId: number | undefined,
  ctx: DecideContext,
): DocumentCoding | Rejection {
  return leftMeanwhile(state, documentId, ctx) ?? openDocument(state, documentId, ctx)
}

/** Why a gesture comes to nothing: its document is not the one on the screen any more. Null: it is. */
export function leftMeanwhile(
  state: RootState,
  documentId: number | undefined,
  { tabId }: DecideContext,
): Rejection | null {
  const shown = addressed(state, undefined, tabId)
  return documentId === undefined || shown === null || documentId === shown
    ? null
    : reject('The document has been left meanwhile: nothing was done.')
}

/**
 * Whether the record's word that it has written something is news. It is also where a refusal came first: of two tabs
 * that asked by the same key, the second may have been let through. That it stands on the record is what counts.
 */
export function isUnconfirmed({ audit }: RootState, documentId: number, commandId: string): boolean {
  const entries = getIn(audit.documents, String(documentId))?.entries ?? []
  return entries.some(
    (one) => one.commandId === commandId && one.what !== 'edit' && one.state !== 'acknowledged',
  )
}
