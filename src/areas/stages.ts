import * as stagesCommands from '../commands/stages.ts'
import { stagesEffects } from '../effects/stages.ts'
import * as stagesEvents from '../events/catalog/stages.ts'
import * as stagesReads from '../reads/stages.ts'
import { stages } from '../stores/stages.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'stages',
  commands: [stagesCommands],
  events: [stagesEvents],
  projections: { stages },
  effects: stagesEffects,
  reads: [stagesReads],
}
