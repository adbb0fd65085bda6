import * as redactionsCommands from '../commands/redactions.ts'
import { redactionsEffects } from '../effects/redactions.ts'
import * as redactionsEvents from '../events/catalog/redactions.ts'
import * as redactionsReads from '../reads/redactions.ts'
import { redactions } from '../stores/redactions.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'redaction',
  commands: [redactionsCommands],
  events: [redactionsEvents],
  projections: { redactions },
  effects: redactionsEffects,
  reads: [redactionsReads],
}
