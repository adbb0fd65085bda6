import * as jobsCommands from '../commands/jobs.ts'
import { jobsEffects } from '../effects/jobs.ts'
import * as jobsEvents from '../events/catalog/jobs.ts'
import * as jobsReads from '../reads/jobs.ts'
import { jobs } from '../stores/jobs.ts'
import type { Area } from './area.ts'

export const area: Area = {
  name: 'jobs',
  commands: [jobsCommands],
  events: [jobsEvents],
  projections: { jobs },
  effects: jobsEffects,
  reads: [jobsReads],
}
