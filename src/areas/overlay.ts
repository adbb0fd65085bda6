import * as overlayCommands from '../commands/overlay.ts'
import { overlayEffects } from '../effects/overlay.ts'
import * as overlayEvents from '../events/catalog/overlay.ts'
import { overlay } from '../stores/overlay.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'overlay',
  commands: [overlayCommands],
  events: [overlayEvents],
  projections: { overlay },
  effects: overlayEffects,
}
