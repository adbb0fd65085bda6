import * as commands from '../commands/invite.ts'
import { inviteEffects } from '../effects/invite.ts'
import * as events from '../events/catalog/invite.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'invite',
  commands: [commands],
  events: [events],
  projections: {},
  effects: inviteEffects,
}
