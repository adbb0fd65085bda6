/** Fetches the messages of the conversation in view. */
import { conversationRequested } from '../events/catalog/conversation.ts'
import { conversationCache, conversationKey } from '../stores/conversation.ts'
import { effect } from './define.ts'
import { later } from './later.ts'
import { came, missed } from './outcomes.ts'

const contract = later(() => import('#contracts/conversation.ts'))

const fetchConversation = effect({
  name: 'conversation.fetch',
  on: conversationRequested,
  strategy: 'latest',
  scope: 'project',
  retry: { times: 3, base: 200, cap: 5_000 },
  request: async ({ payload: { documentId } }, { call }) =>
    call((await contract()).getConversation, { query: { documentId } }),
  done: ({ payload: { documentId } }, conversation) =>
    came(conversationCache, conversationKey(documentId), conversation),
  fail: ({ payload: { documentId } }, failure) => missed(conversationKey(documentId), failure),
})

export const conversationEffects = [fetchConversation]
