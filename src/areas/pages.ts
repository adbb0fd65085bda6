import * as pagesCommands from '../commands/pages.ts'
import * as pagesEvents from '../events/catalog/pages.ts'
import * as pagesReads from '../reads/pages.ts'
import { pageViews } from '../stores/pages.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'pages',
  commands: [pagesCommands],
  events: [pagesEvents],
  projections: { pageViews },
  effects: [],
  reads: [pagesReads],
}
