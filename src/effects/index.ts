/** All areas' effects. An area adds its list here; the runtime, the outbox and the timeline follow. */
import { analysisEffects } from './analysis.ts'
import { assignmentsEffects } from './assignments.ts'
import { auditEffects } from './audit.ts'
import { bulkEffects } from './bulk.ts'
import { codingEffects } from './coding.ts'
import { collectEffects } from './collect.ts'
import { companyEffects } from './company.ts'
import type { AnyEffect } from './define.ts'
import { jobsEffects } from './jobs.ts'
import { projectEffects } from './project.ts'
import { reconcileEffects } from './reconcile.ts'
import { reconstructEffects } from './reconstruct.ts'
import { reviewEffects } from './review.ts'
import { shellEffects } from './shell.ts'
import { tagsEffects } from './tags.ts'

export const allEffects: readonly AnyEffect[] = [
  ...assignmentsEffects,
  ...auditEffects,
  ...bulkEffects,
  ...codingEffects,
  ...collectEffects,
  ...companyEffects,
  ...jobsEffects,
  ...projectEffects,
  ...reconcileEffects,
  ...reconstructEffects,
  ...reviewEffects,
  ...analysisEffects,
  ...tagsEffects,
  ...shellEffects,
]
