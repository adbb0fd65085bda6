/** How a spreadsheet is shown that a tab turns to. Pure. */
import type { SheetView } from './catalog/sheets.ts'

/** As it was left; another one from its first cell, in the way the last one was looked at. */
export function sheetViewAfter(last: SheetView | undefined, documentId: number): SheetView {
  if (last?.documentId === documentId) return last
  const { zoom, formulas, wrap } = last ?? { zoom: 100, formulas: false, wrap: false }
  return { documentId, sheet: 0, row: 0, column: 0, zoom, formulas, wrap, frozen: null, widths: [] }
}
