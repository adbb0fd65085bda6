import * as resetCommands from '../commands/reset.ts'
import { resetEffects } from '../effects/reset.ts'
import * as resetEvents from '../events/catalog/reset.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'reset',
  commands: [resetCommands],
  events: [resetEvents],
  projections: {},
  effects: resetEffects,
}
