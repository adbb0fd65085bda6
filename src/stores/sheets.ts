/** What each tab looks at of a spreadsheet. What cells hold: sheets-cache.ts. */
import { combine } from 'effector'
import { type SheetQuestion, type SheetView, sheetLooked } from '../events/catalog/sheets.ts'
import { putTab } from './by-tab.ts'
import { on, projection } from './projection.ts'
import { $tabId } from './tab.ts'

export interface SheetsState {
  readonly byTab: Readonly<Record<string, SheetView>>
}

export const sheets = projection<SheetsState>({
  name: 'sheets',
  version: 1,
  log: 'project',
  initial: { byTab: {} },
  handlers: [on(sheetLooked, ({ byTab }, { tabId, view }) => ({ byTab: putTab(byTab, tabId, view) }))],
})

/** The view of a document: as it was left, or from the first cell, in the way the one before was looked at. */
export function sheetViewIn({ byTab }: SheetsState, tab: string, documentId: number): SheetView {
  const view = byTab[tab]
  if (view?.documentId === documentId) return view
  const { zoom, formulas, wrap } = view ?? { zoom: 100, formulas: false, wrap: false }
  return { documentId, sheet: 0, row: 0, column: 0, zoom, formulas, wrap, frozen: null, widths: [] }
}

/** What this tab looks at, of any document. */
export const $sheetView = combine(
  sheets.$state,
  $tabId,
  (state, tabId) => (documentId: number) => sheetViewIn(state, tabId, documentId),
)

export const sheetKey = (question: SheetQuestion): string => `sheets:${JSON.stringify(question)}`
