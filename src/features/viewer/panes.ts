/** Which views a document has: the one that is chosen is remembered, and shown where there is one. */
import type { DocumentDetail } from '#contracts/documents.ts'
import { isSpreadsheet } from '#contracts/spreadsheet-types.ts'
import type { Pane, TabView } from '#src/stores/review.ts'

export const hasSheets = (document: DocumentDetail | null): boolean =>
  document !== null && isSpreadsheet(document.mimeType)

/**
 * The chosen view, or the document itself where it has none of that kind. That of a spreadsheet is its sheets: its text alone
 * says little of which cell belongs to which heading.
 */
export function shownPane(
  { pane, showsSheets }: Pick<TabView, 'pane' | 'showsSheets'>,
  document: DocumentDetail | null,
): Pane {
  if (!hasSheets(document)) return pane === 'sheet' ? 'document' : pane
  return pane === 'document' && showsSheets ? 'sheet' : pane
}
