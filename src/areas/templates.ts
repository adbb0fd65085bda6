import * as templatesCommands from '../commands/templates.ts'
import { templatesEffects } from '../effects/templates.ts'
import * as templatesEvents from '../events/catalog/templates.ts'
import * as templatesReads from '../reads/templates.ts'
import { templates } from '../stores/templates.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'templates',
  commands: [templatesCommands],
  events: [templatesEvents],
  projections: { templates },
  effects: templatesEffects,
  reads: [templatesReads],
}
