/** A row of a list of documents that is dragged to something that takes documents. */
import type { DragEvent } from 'react'

const type = 'application/x-affiant-document'

/** Of the list: one listener for all of its rows. */
export function dragDocument(event: DragEvent): void {
  const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-document]') : null
  if (row?.dataset.document === undefined) return
  event.dataTransfer.setData(type, row.dataset.document)
  event.dataTransfer.effectAllowed = 'copy'
}

/** Of what takes documents: whether one is over it. */
export function isDocumentOver(event: DragEvent): boolean {
  if (!event.dataTransfer.types.includes(type)) return false
  event.preventDefault()
  event.dataTransfer.dropEffect = 'copy'
  return true
}

/** The document that was let go; null: something else was. */
export function droppedDocument(event: DragEvent): number | null {
  const documentId = Number(event.dataTransfer.getData(type))
  if (!Number.isSafeInteger(documentId) || documentId <= 0) return null
  event.preventDefault()
  return documentId
}
