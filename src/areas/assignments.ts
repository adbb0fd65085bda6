import * as assignmentsCommands from '../commands/assignments.ts'
import { assignmentsEffects } from '../effects/assignments.ts'
import * as assignmentsEvents from '../events/catalog/assignments.ts'
import * as assignmentsReads from '../reads/assignments.ts'
import { assignments } from '../stores/assignments.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'assignments',
  commands: [assignmentsCommands],
  events: [assignmentsEvents],
  projections: { assignments },
  effects: assignmentsEffects,
  reads: [assignmentsReads],
}
