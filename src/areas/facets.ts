import * as facetsCommands from '../commands/facets.ts'
import { facetsEffects } from '../effects/facets.ts'
import * as facetsEvents from '../events/catalog/facets.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'facets',
  commands: [facetsCommands],
  events: [facetsEvents],
  projections: {},
  effects: facetsEffects,
}
