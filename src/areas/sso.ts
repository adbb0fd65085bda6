import * as commands from '../commands/sso.ts'
import { ssoEffects } from '../effects/sso.ts'
import * as events from '../events/catalog/sso.ts'
import * as reads from '../reads/sso.ts'
import { sso } from '../stores/sso.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'sso',
  commands: [commands],
  events: [events],
  projections: { sso },
  effects: ssoEffects,
  reads: [reads],
}
