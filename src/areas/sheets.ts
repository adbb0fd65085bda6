import * as sheetsCommands from '../commands/sheets.ts'
import { sheetsEffects } from '../effects/sheets.ts'
import * as sheetsEvents from '../events/catalog/sheets.ts'
import { sheets } from '../stores/sheets.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'sheets',
  commands: [sheetsCommands],
  events: [sheetsEvents],
  projections: { sheets },
  effects: sheetsEffects,
}
