import * as tagManagementCommands from '../commands/tag-management.ts'
import { tagManagementEffects } from '../effects/tag-management.ts'
import * as tagManagementEvents from '../events/catalog/tag-management.ts'
import * as tagManagementReads from '../reads/tag-management.ts'
import { tagManagement } from '../stores/tag-management.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'tagManagement',
  commands: [tagManagementCommands],
  events: [tagManagementEvents],
  projections: { tagManagement },
  effects: tagManagementEffects,
  reads: [tagManagementReads],
}
