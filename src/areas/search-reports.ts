import * as searchReportsCommands from '../commands/search-reports.ts'
import { searchReportsEffects } from '../effects/search-reports.ts'
import * as searchReportsEvents from '../events/catalog/search-reports.ts'
import * as searchReportsReads from '../reads/search-reports.ts'
import { searchReportsState } from '../stores/search-reports.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'searchReports',
  commands: [searchReportsCommands],
  events: [searchReportsEvents],
  projections: { searchReports: searchReportsState },
  effects: searchReportsEffects,
  reads: [searchReportsReads],
}
