import * as filterCommands from '../commands/filter.ts'
import * as filterEvents from '../events/catalog/filter.ts'
import { filter } from '../stores/filter.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'filter',
  commands: [filterCommands],
  events: [filterEvents],
  projections: { filter },
  effects: [],
}
