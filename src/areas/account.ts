import * as commands from '../commands/account.ts'
import { accountEffects } from '../effects/account.ts'
import * as events from '../events/catalog/account.ts'
import * as reads from '../reads/account.ts'
import { account } from '../stores/account.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'account',
  commands: [commands],
  events: [events],
  projections: { account },
  effects: accountEffects,
  reads: [reads],
}
