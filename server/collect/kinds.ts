/** The kinds of jobs of this area. */
import type { JobKind } from '../jobs/jobs.ts'
import { type ImportServices, importKind } from './import.ts'

export const jobKinds = (services: ImportServices): JobKind[] => [importKind(services)]
