import * as hashListsCommands from '../commands/hash-lists.ts'
import { hashListsEffects } from '../effects/hash-lists.ts'
import * as hashListsEvents from '../events/catalog/hash-lists.ts'
import * as hashListsReads from '../reads/hash-lists.ts'
import { hashLists } from '../stores/hash-lists.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'hashLists',
  commands: [hashListsCommands],
  events: [hashListsEvents],
  projections: { hashLists },
  effects: hashListsEffects,
  reads: [hashListsReads],
}
