import * as analysisCommands from '../commands/analysis.ts'
import { analysisEffects } from '../effects/analysis.ts'
import * as analysisEvents from '../events/catalog/analysis.ts'
import * as analysisReads from '../reads/analysis.ts'
import { analysis } from '../stores/analysis.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'analysis',
  commands: [analysisCommands],
  events: [analysisEvents],
  projections: { analysis },
  effects: analysisEffects,
  reads: [analysisReads],
}
