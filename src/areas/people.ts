import * as commands from '../commands/people.ts'
import { peopleEffects } from '../effects/people.ts'
import * as events from '../events/catalog/people.ts'
import * as reads from '../reads/people.ts'
import { people } from '../stores/people.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'people',
  commands: [commands],
  events: [events],
  projections: { people },
  effects: peopleEffects,
  reads: [reads],
}
