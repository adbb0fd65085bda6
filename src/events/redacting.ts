/** Whether the tool that redacts is held in a tab: known without the area, because a cookie says it too. */
import * as z from 'zod/mini'
import { event } from './define.ts'

export const redactingTurned = event({
  type: 'review.redactingTurned',
  log: 'project',
  retention: 'session',
  stream: ({ tabId }: { tabId: string }) => `redacting:${tabId}`,
  payload: z.object({ tabId: z.string(), on: z.boolean() }),
})
