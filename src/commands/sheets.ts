/** Looking at spreadsheets: where one is, how it is shown, and what is asked of it. Nothing of it changes the document. */
import * as z from 'zod/mini'
import { sheetAsked, sheetLooked, sheetQuestion, sheetView } from '../events/catalog/sheets.ts'
import { command } from './define.ts'

export const lookAtSheet = command({
  type: 'sheets.look',
  capture: 'never',
  payload: sheetView,
  decide: (_state, view, { tabId }) => [sheetLooked({ tabId, view })],
  label: () => 'Look at a place of the spreadsheet',
})

export const askSheets = command({
  type: 'sheets.ask',
  capture: 'never',
  payload: z.strictObject({ question: sheetQuestion }),
  decide: (_state, asked, { tabId }) => [sheetAsked({ tabId, ...asked })],
  label: ({ question }) => `Ask for the spreadsheet: ${question.about}`,
})
