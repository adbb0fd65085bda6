import * as redactionLogReads from '../reads/redaction-log.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'redactionLog',
  commands: [],
  events: [],
  projections: {},
  effects: [],
  reads: [redactionLogReads],
}
