import * as facetsReads from '../reads/facets.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'facets',
  commands: [],
  events: [],
  projections: {},
  effects: [],
  reads: [facetsReads],
}
