import * as savedSearchesCommands from '../commands/saved-searches.ts'
import { savedSearchesEffects } from '../effects/saved-searches.ts'
import * as savedSearchesEvents from '../events/catalog/saved-searches.ts'
import * as savedSearchesReads from '../reads/saved-searches.ts'
import { savedSearchesState } from '../stores/saved-searches.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'savedSearches',
  commands: [savedSearchesCommands],
  events: [savedSearchesEvents],
  projections: { savedSearches: savedSearchesState },
  effects: savedSearchesEffects,
  reads: [savedSearchesReads],
}
