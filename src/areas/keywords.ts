import * as keywordsCommands from '../commands/keywords.ts'
import { keywordsEffects } from '../effects/keywords.ts'
import * as keywordsEvents from '../events/catalog/keywords.ts'
import * as keywordsReads from '../reads/keywords.ts'
import { keywords } from '../stores/keywords.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'keywords',
  commands: [keywordsCommands],
  events: [keywordsEvents],
  projections: { keywords },
  effects: keywordsEffects,
  reads: [keywordsReads],
}
