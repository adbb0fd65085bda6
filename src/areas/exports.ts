import * as exportsCommands from '../commands/exports.ts'
import { exportEffects } from '../effects/exports.ts'
import * as exportsEvents from '../events/catalog/exports.ts'
import * as exportsReads from '../reads/exports.ts'
import { exportsState } from '../stores/exports.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'exports',
  commands: [exportsCommands],
  events: [exportsEvents],
  projections: { exports: exportsState },
  effects: exportEffects,
  reads: [exportsReads],
}
