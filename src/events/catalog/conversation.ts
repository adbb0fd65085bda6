/** Conversations are shown message by message; nothing about that is state but that they were asked for. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import { event } from '../define.ts'

/** The viewer asks for the messages of the document that it shows. */
export const conversationRequested = event({
  type: 'conversation.requested',
  log: 'project',
  retention: 'session',
  stream: ({ documentId }: { documentId: number }) => `conversation:${documentId}`,
  payload: z.object({ documentId: id }),
})
