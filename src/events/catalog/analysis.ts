/** What stands beside the document in view, and what it is compared with. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import { event } from '../define.ts'

const tabId = z.string()
const view = ({ tabId: tab }: { tabId: string }) => `view:${tab}`

/** The text of another document is laid beside that of this one. */
export const comparisonOpened = event({
  type: 'analysis.comparisonOpened',
  log: 'project',
  retention: 'session',
  stream: view,
  payload: z.object({ tabId, documentId: id, otherId: id }),
})

export const comparisonClosed = event({
  type: 'analysis.comparisonClosed',
  log: 'project',
  retention: 'session',
  stream: view,
  payload: z.object({ tabId }),
})
