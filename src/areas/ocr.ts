import * as ocrCommands from '../commands/ocr.ts'
import { ocrEffects } from '../effects/ocr.ts'
import * as ocrEvents from '../events/catalog/ocr.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'ocr',
  commands: [ocrCommands],
  events: [ocrEvents],
  projections: {},
  effects: ocrEffects,
}
