/** Acts on redactions of whole documents: that all of one are right, from the list of those that are to be checked. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import { event } from '../define.ts'

/** `revision`: of its redactions, as they were seen. */
export const checkAsked = event({
  type: 'redactionLog.checkAsked',
  log: 'project',
  retention: 'audit',
  stream: ({ documentId }: { documentId: number }) => `document:${documentId}`,
  payload: z.object({ documentId: id, revision: z.int() }),
})
