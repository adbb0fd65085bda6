import * as reads from '../reads/client-report.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'clientReport',
  commands: [],
  events: [],
  projections: {},
  effects: [],
  reads: [reads],
}
