import * as commands from '../commands/privilege-log.ts'
import { privilegeLogEffects } from '../effects/privilege-log.ts'
import * as events from '../events/catalog/privilege-log.ts'
import * as reads from '../reads/privilege-log.ts'
import { privilegeLog } from '../stores/privilege-log.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'privilegeLog',
  commands: [commands],
  events: [events],
  projections: { privilegeLog },
  effects: privilegeLogEffects,
  reads: [reads],
}
