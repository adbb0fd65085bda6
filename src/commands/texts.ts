/** Reading one of a document's texts, from its beginning or where a place in it is. */
import * as z from 'zod/mini'
import { textPlace, textShown, whichText } from '../events/catalog/texts.ts'
import { command } from './define.ts'

export const showText = command({
  type: 'texts.show',
  capture: 'never',
  payload: z.extend(whichText, { place: z.nullable(textPlace) }),
  decide: (_, payload, { tabId }) => [textShown({ ...payload, tabId })],
  label: () => 'Show a text of the document',
})
