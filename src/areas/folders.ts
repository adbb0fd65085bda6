import * as foldersCommands from '../commands/folders.ts'
import { foldersEffects } from '../effects/folders.ts'
import * as foldersEvents from '../events/catalog/folders.ts'
import * as foldersReads from '../reads/folders.ts'
import { foldersState } from '../stores/folders.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'folders',
  commands: [foldersCommands],
  events: [foldersEvents],
  projections: { folders: foldersState },
  effects: foldersEffects,
  reads: [foldersReads],
}
