import * as highlightsCommands from '../commands/highlights.ts'
import { highlightsEffects } from '../effects/highlights.ts'
import * as highlightsEvents from '../events/catalog/highlights.ts'
import { highlights } from '../stores/highlights.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'highlights',
  commands: [highlightsCommands],
  events: [highlightsEvents],
  projections: { highlights },
  effects: highlightsEffects,
}
