import * as collectCommands from '../commands/collect.ts'
import * as collectSourcesCommands from '../commands/collect-sources.ts'
import { collectEffects } from '../effects/collect.ts'
import { sourcesEffects } from '../effects/collect-sources.ts'
import * as collectEvents from '../events/catalog/collect.ts'
import * as collectSourcesEvents from '../events/catalog/collect-sources.ts'
import * as collectReads from '../reads/collect.ts'
import { collect } from '../stores/collect.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'collect',
  commands: [collectCommands, collectSourcesCommands],
  events: [collectEvents, collectSourcesEvents],
  projections: { collect },
  effects: [...collectEffects, ...sourcesEffects],
  reads: [collectReads],
}
