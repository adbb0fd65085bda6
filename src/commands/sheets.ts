/** Looking at spreadsheets: where one is, and how it is shown. Nothing of it changes the document. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import { sheetChange, sheetLooked } from '../events/catalog/sheets.ts'
import { sheetViewAfter } from '../events/sheet-view.ts'
import { command } from './define.ts'

/** Says what changes and nothing else: the rest is as the commands before it leave it, shown by then or not. */
export const lookAtSheet = command({
  type: 'sheets.look',
  capture: 'never',
  payload: z.strictObject({ documentId: id, change: sheetChange }),
  decide: ({ sheets }, { documentId, change }, { tabId }) => [
    sheetLooked({ tabId, view: { ...sheetViewAfter(sheets.byTab[tabId], documentId), ...change } }),
  ],
  label: () => 'Look at a place of the spreadsheet',
})
