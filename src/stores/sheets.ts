/** What each tab looks at of a spreadsheet. What cells hold: sheets-cache.ts. */
import { combine } from 'effector'
import { type SheetView, sheetLooked } from '../events/catalog/sheets.ts'
import { sheetViewAfter } from '../events/sheet-view.ts'
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

/** What this tab looks at, of any document. */
export const $sheetView = combine(
  sheets.$state,
  $tabId,
  (state, tabId) => (documentId: number) => sheetViewAfter(state.byTab[tabId], documentId),
)
