import * as formsCommands from '../commands/forms.ts'
import { formsEffects } from '../effects/forms.ts'
import * as formsEvents from '../events/catalog/forms.ts'
import * as formsReads from '../reads/forms.ts'
import { forms } from '../stores/forms.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'forms',
  commands: [formsCommands],
  events: [formsEvents],
  projections: { forms },
  effects: formsEffects,
  reads: [formsReads],
}
