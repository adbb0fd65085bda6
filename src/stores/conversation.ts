/** Conversations of documents that were looked at. */
import type { Conversation } from '#contracts/conversation.ts'
import { createCache } from './cache.ts'

/** What it failed with stands under the same key in `failures`. */
export const conversationKey = (documentId: number): string => `conversation:${documentId}`

/** Some, by how many messages they have: of long ones only the last few stay. */
export const conversationCache = createCache<Conversation>(
  'conversations',
  20_000,
  'project',
  ({ messages }) => 100 + messages.length,
)
