import * as listTemplatesCommands from '../commands/list-templates.ts'
import { listTemplatesEffects } from '../effects/list-templates.ts'
import * as listTemplatesEvents from '../events/catalog/list-templates.ts'
import * as listTemplatesReads from '../reads/list-templates.ts'
import { listTemplatesState } from '../stores/list-templates.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'listTemplates',
  commands: [listTemplatesCommands],
  events: [listTemplatesEvents],
  projections: { listTemplates: listTemplatesState },
  effects: listTemplatesEffects,
  reads: [listTemplatesReads],
}
