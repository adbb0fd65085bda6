import * as derivedTextsCommands from '../commands/derived-texts.ts'
import { derivedTextsEffects } from '../effects/derived-texts.ts'
import * as derivedTextsEvents from '../events/catalog/derived-texts.ts'
import { derivedTexts } from '../stores/derived-texts.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'derivedTexts',
  commands: [derivedTextsCommands],
  events: [derivedTextsEvents],
  projections: { derivedTexts },
  effects: derivedTextsEffects,
}
