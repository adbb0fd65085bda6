/** The calls of contracts/conversation.ts. */
import * as contract from '#contracts/conversation.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { recordGiven } from '../documents/trail.ts'
import { readConversation } from './read-conversation.ts'

export const routes: readonly Route[] = [
  route(contract.getConversation, async (ctx, { query }) => {
    const conversation = await readConversation(ctx, query.documentId)
    await recordGiven(ctx, 'document.conversationRead', query.documentId)
    return conversation
  }),
]
