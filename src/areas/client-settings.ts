import * as commands from '../commands/client-settings.ts'
import { clientSettingsEffects } from '../effects/client-settings.ts'
import * as events from '../events/catalog/client-settings.ts'
import * as reads from '../reads/client-settings.ts'
import { clientSettings } from '../stores/client-settings.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'clientSettings',
  commands: [commands],
  events: [events],
  projections: { clientSettings },
  effects: clientSettingsEffects,
  reads: [reads],
}
