import * as settingsCommands from '../commands/settings.ts'
import { settingsEffects } from '../effects/settings.ts'
import * as settingsEvents from '../events/catalog/settings.ts'
import * as settingsReads from '../reads/settings.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'settings',
  commands: [settingsCommands],
  events: [settingsEvents],
  projections: {},
  effects: settingsEffects,
  reads: [settingsReads],
}
