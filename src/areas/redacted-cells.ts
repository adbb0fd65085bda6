import * as redactedCellsCommands from '../commands/redacted-cells.ts'
import { redactedCellsEffects } from '../effects/redacted-cells.ts'
import * as redactedCellsEvents from '../events/catalog/redacted-cells.ts'
import * as redactedCellsReads from '../reads/redacted-cells.ts'
import { redactedCells } from '../stores/redacted-cells.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'redactedCells',
  commands: [redactedCellsCommands],
  events: [redactedCellsEvents],
  projections: { redactedCells },
  effects: redactedCellsEffects,
  reads: [redactedCellsReads],
}
