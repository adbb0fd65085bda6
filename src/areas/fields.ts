import * as fieldsCommands from '../commands/fields.ts'
import { fieldsEffects } from '../effects/fields.ts'
import * as fieldsEvents from '../events/catalog/fields.ts'
import * as fieldsReads from '../reads/fields.ts'
import { customFields } from '../stores/fields.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'fields',
  commands: [fieldsCommands],
  events: [fieldsEvents],
  projections: { customFields },
  effects: fieldsEffects,
  reads: [fieldsReads],
}
