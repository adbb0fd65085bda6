import * as conversationCommands from '../commands/conversation.ts'
import { conversationEffects } from '../effects/conversation.ts'
import * as conversationEvents from '../events/catalog/conversation.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'conversation',
  commands: [conversationCommands],
  events: [conversationEvents],
  projections: {},
  effects: conversationEffects,
}
