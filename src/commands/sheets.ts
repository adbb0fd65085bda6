/** Looking at spreadsheets: where one is, how it is shown, and what is asked of it. Nothing of it changes the document. */
import * as z from 'zod/mini'
import { sheetAsked, sheetLooked, sheetQuestion, sheetView, sheetViewIn } from '../events/catalog/sheets.ts'
import { command } from './define.ts'

/** Changes something of the view; another document is looked at from its first cell, in the same way. */
export const lookAtSheet = command({
  type: 'sheets.look',
  capture: 'never',
  payload: z.extend(z.partial(sheetView), { documentId: sheetView.shape.documentId }),
  decide: ({ sheets }, change, { tabId }) => [
    sheetLooked({
      tabId,
      view: sheetView.parse({ ...sheetViewIn(sheets.byTab, tabId, change.documentId), ...change }),
    }),
  ],
  label: ({ zoom }) => (zoom === undefined ? 'Look at a place of the spreadsheet' : `Zoom to ${zoom} %`),
})

export const askSheets = command({
  type: 'sheets.ask',
  capture: 'never',
  payload: z.strictObject({ question: sheetQuestion }),
  decide: (_state, asked, { tabId }) => [sheetAsked({ tabId, ...asked })],
  label: ({ question }) => `Ask for the spreadsheet: ${question.about}`,
})
