import * as projectCommands from '../commands/project.ts'
import { projectEffects } from '../effects/project.ts'
import * as projectEvents from '../events/catalog/project.ts'
import * as projectReads from '../reads/project.ts'
import { project } from '../stores/project.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'project',
  commands: [projectCommands],
  events: [projectEvents],
  projections: { project },
  effects: projectEffects,
  reads: [projectReads],
}
