import * as redactionLogCommands from '../commands/redaction-log.ts'
import { redactionLogEffects } from '../effects/redaction-log.ts'
import * as redactionLogEvents from '../events/catalog/redaction-log.ts'
import * as redactionLogReads from '../reads/redaction-log.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'redactionLog',
  commands: [redactionLogCommands],
  events: [redactionLogEvents],
  projections: {},
  effects: redactionLogEffects,
  reads: [redactionLogReads],
}
