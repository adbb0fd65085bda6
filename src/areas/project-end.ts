import * as commands from '../commands/project-end.ts'
import { projectEndEffects } from '../effects/project-end.ts'
import * as events from '../events/catalog/project-end.ts'
import * as reads from '../reads/project-end.ts'
import { projectEnd } from '../stores/project-end.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'projectEnd',
  commands: [commands],
  events: [events],
  projections: { projectEnd },
  effects: projectEndEffects,
  reads: [reads],
}
