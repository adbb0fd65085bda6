import * as commands from '../commands/term-redactions.ts'
import { termRedactionEffects } from '../effects/term-redactions.ts'
import * as events from '../events/catalog/term-redactions.ts'
import * as reads from '../reads/term-redactions.ts'
import { termRedaction } from '../stores/term-redactions.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'termRedaction',
  commands: [commands],
  events: [events],
  projections: { termRedaction },
  effects: termRedactionEffects,
  reads: [reads],
}
