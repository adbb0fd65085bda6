/** Having the text of pictures recognised. */
import * as z from 'zod/mini'
import { ocrRequested } from '../events/catalog/ocr.ts'
import { command, reject } from './define.ts'
import { pickedDocuments } from './picked.ts'

/** Of the documents that are picked; where none are, of all of the result. */
export const recogniseText = command({
  type: 'ocr.start',
  capture: 'never',
  payload: z.object({ withText: z.boolean() }),
  decide: (state, { withText }, { tabId, can }) => {
    if (!can('ocr.run')) return reject('OCR is started by review managers.')
    const documents = pickedDocuments(state, tabId)
    if (documents === null) return reject('There is no result.')
    return [ocrRequested({ tabId, documents, withText })]
  },
  label: () => 'Run OCR on pictures',
})
