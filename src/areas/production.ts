import * as productionCommands from '../commands/production.ts'
import { productionEffects } from '../effects/production.ts'
import * as productionEvents from '../events/catalog/production.ts'
import * as productionReads from '../reads/production.ts'
import { productionState } from '../stores/production.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'production',
  commands: [productionCommands],
  events: [productionEvents],
  projections: { production: productionState },
  effects: productionEffects,
  reads: [productionReads],
}
