import * as processingCommands from '../commands/processing.ts'
import { processingEffects } from '../effects/processing.ts'
import * as processingEvents from '../events/catalog/processing.ts'
import * as processingReads from '../reads/processing.ts'
import { processing } from '../stores/processing.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'processing',
  commands: [processingCommands],
  events: [processingEvents],
  projections: { processing },
  effects: processingEffects,
  reads: [processingReads],
}
