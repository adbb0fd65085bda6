/** The kinds of jobs of this area. */

import type { JobKind } from '../jobs/jobs.ts'
import type { Services } from '../platform/services.ts'
import { collectKind } from './collect-folder.ts'
import { importKind } from './import.ts'
import { hashListKind } from './make-hash-list.ts'

export const jobKinds = (services: Services): JobKind[] => [
  collectKind(services),
  importKind(services),
  hashListKind(services),
]
