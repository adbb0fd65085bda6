import * as propagationCommands from '../commands/propagation.ts'
import * as propagationReads from '../reads/propagation.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'propagation',
  commands: [propagationCommands],
  events: [],
  projections: {},
  effects: [],
  reads: [propagationReads],
}
