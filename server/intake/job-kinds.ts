/** The kinds of jobs of this area. */

import type { JobKind } from '../platform/jobs/jobs.ts'
import type { Services } from '../platform/services.ts'
import { hashListKind } from './hash-lists/make-hash-list.ts'
import { importKind } from './import/import.ts'
import { loadKind } from './loads/job.ts'
import { collectKind } from './sources/collect-folder.ts'

export const jobKinds = (services: Services): JobKind[] => [
  collectKind(services),
  importKind(services),
  hashListKind(services),
  loadKind(services),
]
