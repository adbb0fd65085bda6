/** Reading one of a document's texts. */
import { textShown, whichText } from '../events/catalog/texts.ts'
import { command } from './define.ts'

export const showText = command({
  type: 'texts.show',
  capture: 'never',
  payload: whichText,
  decide: (_, payload, { tabId }) => [textShown({ ...payload, tabId })],
  label: () => 'Show a text of the document',
})
