import * as conversationReads from '../reads/conversation.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'conversation',
  commands: [],
  events: [],
  projections: {},
  effects: [],
  reads: [conversationReads],
}
