/** The messages of a document that is a conversation. */
import * as z from 'zod/mini'
import { type Conversation, getConversation } from '#contracts/conversation.ts'
import { id } from '#contracts/ids.ts'
import { createCache } from '../stores/cache.ts'
import { read } from './read.ts'

/** Some, by how many messages they have: of long ones only the last few stay. */
const conversations = createCache<Conversation>(
  'conversations',
  20_000,
  'project',
  ({ messages }) => 100 + messages.length,
)

export const conversation = read({
  name: 'conversation.read',
  event: 'conversation.requested',
  label: 'Show the messages of a conversation',
  log: 'project',
  payload: z.object({ documentId: id }),
  cache: conversations,
  ask: ({ documentId }, { call }) => call(getConversation, { query: { documentId } }),
})
