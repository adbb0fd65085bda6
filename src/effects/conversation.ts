/** Fetches the messages of the conversation in view. */
import { conversationRequested } from '../events/catalog/conversation.ts'
import { failureOf, failures } from '../stores/answers.ts'
import { write } from '../stores/cache.ts'
import { conversationCache, conversationKey } from '../stores/conversation.ts'
import { effect } from './define.ts'

const fetchConversation = effect({
  name: 'conversation.fetch',
  on: conversationRequested,
  strategy: 'latest',
  scope: 'project',
  retry: { times: 3, base: 200, cap: 5_000 },
  request: async ({ payload: { documentId } }, { call }) => {
    // Fetched when it is first needed, as what shows it is.
    const { getConversation } = await import('#contracts/conversation.ts')
    return await call(getConversation, { query: { documentId } })
  },
  done: ({ payload: { documentId } }, conversation) => ({
    cache: [
      write(conversationCache, conversationKey(documentId), conversation),
      write(failures, conversationKey(documentId), null),
    ],
  }),
  fail: ({ payload: { documentId } }, failure) =>
    failure.kind === 'canceled'
      ? {}
      : { cache: [write(failures, conversationKey(documentId), failureOf(failure))] },
})

export const conversationEffects = [fetchConversation]
