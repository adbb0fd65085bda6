/** Which views a document has: the one that is chosen is remembered, and shown where there is one. */
import type { DocumentDetail } from '#contracts/documents.ts'
import { isSpreadsheet } from '#contracts/spreadsheet-types.ts'
import type { Pane } from '#src/stores/review.ts'

export const hasSheets = (document: DocumentDetail | null): boolean =>
  document !== null && isSpreadsheet(document.mimeType)

/** The chosen view, or the document itself where it has none of that kind. */
export const shownPane = (pane: Pane, document: DocumentDetail | null): Pane =>
  pane === 'sheet' && !hasSheets(document) ? 'document' : pane
