/** Which of a document's texts is read. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import { textOrigin } from '#contracts/texts.ts'
import { event } from '../define.ts'

/** One text of a document. */
export const whichText = z.object({ documentId: id, origin: textOrigin, language: z.nullable(z.string()) })

/** Where in it somebody is led: where that begins, and how long it is. */
export const textPlace = z.tuple([z.int(), z.int()])

export const textShown = event({
  type: 'texts.shown',
  log: 'project',
  retention: 'session',
  stream: ({ tabId }) => `view:${tabId}`,
  version: 2,
  payload: z.extend(whichText, { tabId: z.string(), place: z.nullable(textPlace) }),
  upcasts: [(first) => ({ ...Object(first), place: null })],
})
