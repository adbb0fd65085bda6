import * as loadCommands from '../commands/loads.ts'
import { loadsEffects } from '../effects/loads.ts'
import * as loadEvents from '../events/catalog/loads.ts'
import * as loadReads from '../reads/loads.ts'
import { loads } from '../stores/loads.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'loads',
  commands: [loadCommands],
  events: [loadEvents],
  projections: { loads },
  effects: loadsEffects,
  reads: [loadReads],
}
