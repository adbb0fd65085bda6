/** Having the text of pictures recognised. */
import * as z from 'zod/mini'
import { startOcr } from '#contracts/ocr.ts'
import { event } from '../define.ts'

/** The job is asked for; the server says whether there is anything to recognise. */
export const ocrRequested = event({
  type: 'ocr.requested',
  log: 'project',
  retention: 'session',
  stream: ({ tabId }) => `ocr:${tabId}`,
  payload: z.extend(z.omit(startOcr.body, { correlationId: true }), { tabId: z.string() }),
})
