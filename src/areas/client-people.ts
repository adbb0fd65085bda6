import * as commands from '../commands/client-people.ts'
import { clientPeopleEffects } from '../effects/client-people.ts'
import * as events from '../events/catalog/client-people.ts'
import * as reads from '../reads/client-people.ts'
import { clientPeople } from '../stores/client-people.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'clientPeople',
  commands: [commands],
  events: [events],
  projections: { clientPeople },
  effects: clientPeopleEffects,
  reads: [reads],
}
