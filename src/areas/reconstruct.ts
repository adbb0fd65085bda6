import * as reconstructCommands from '../commands/reconstruct.ts'
import { reconstructEffects } from '../effects/reconstruct.ts'
import * as reconstructEvents from '../events/catalog/reconstruct.ts'
import * as reconstructReads from '../reads/reconstruct.ts'
import { reconstruct } from '../stores/reconstruct.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'reconstruct',
  commands: [reconstructCommands],
  events: [reconstructEvents],
  projections: { reconstruct },
  effects: reconstructEffects,
  reads: [reconstructReads],
}
