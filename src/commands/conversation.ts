/** Reading conversations. */
import { conversationRequested } from '../events/catalog/conversation.ts'
import { command } from './define.ts'

/** Asks for the messages of a document that is a conversation. */
export const readConversation = command({
  type: 'conversation.read',
  capture: 'never',
  payload: conversationRequested.payload,
  decide: (_, payload) => [conversationRequested(payload)],
  label: () => 'Show the messages of a conversation',
})
