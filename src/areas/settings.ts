import * as profileCommands from '../commands/profile.ts'
import * as settingsCommands from '../commands/settings.ts'
import { profileEffects } from '../effects/profile.ts'
import { settingsEffects } from '../effects/settings.ts'
import * as profileEvents from '../events/catalog/profile.ts'
import * as earlierEvents from '../events/catalog/session-earlier.ts'
import * as settingsEvents from '../events/catalog/settings.ts'
import * as settingsReads from '../reads/settings.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'settings',
  commands: [settingsCommands, profileCommands],
  events: [settingsEvents, profileEvents],
  earlier: [earlierEvents],
  projections: {},
  effects: [...settingsEffects, ...profileEffects],
  reads: [settingsReads],
}
