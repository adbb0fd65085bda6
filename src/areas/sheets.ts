import * as sheetsCommands from '../commands/sheets.ts'
import * as sheetsEvents from '../events/catalog/sheets.ts'
import * as sheetsReads from '../reads/sheets.ts'
import { sheets } from '../stores/sheets.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'sheets',
  commands: [sheetsCommands],
  events: [sheetsEvents],
  projections: { sheets },
  effects: [],
  reads: [sheetsReads],
}
