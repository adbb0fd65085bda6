/** All areas' effects. An area adds its list here; the runtime, the outbox and the timeline follow. */
import { analysisEffects } from './analysis.ts'
import { assignmentsEffects } from './assignments.ts'
import { auditEffects } from './audit.ts'
import { bulkEffects } from './bulk.ts'
import { codingEffects } from './coding.ts'
import { collectEffects } from './collect.ts'
import { sourcesEffects } from './collect-sources.ts'
import { companyEffects } from './company.ts'
import { conversationEffects } from './conversation.ts'
import type { AnyEffect } from './define.ts'
import { derivedTextsEffects } from './derived-texts.ts'
import { facetsEffects } from './facets.ts'
import { fieldsEffects } from './fields.ts'
import { hashListsEffects } from './hash-lists.ts'
import { jobsEffects } from './jobs.ts'
import { keywordsEffects } from './keywords.ts'
import { ocrEffects } from './ocr.ts'
import { overlayEffects } from './overlay.ts'
import { pagesEffects } from './pages.ts'
import { processingEffects } from './processing.ts'
import { projectEffects } from './project.ts'
import { reconcileEffects } from './reconcile.ts'
import { reconstructEffects } from './reconstruct.ts'
import { reviewEffects } from './review.ts'
import { settingsEffects } from './settings.ts'
import { sheetsEffects } from './sheets.ts'
import { shellEffects } from './shell.ts'
import { stagesEffects } from './stages.ts'
import { tagsEffects } from './tags.ts'
import { templatesEffects } from './templates.ts'
import { textsEffects } from './texts.ts'

export const allEffects: readonly AnyEffect[] = [
  ...assignmentsEffects,
  ...auditEffects,
  ...bulkEffects,
  ...codingEffects,
  ...collectEffects,
  ...sourcesEffects,
  ...companyEffects,
  ...facetsEffects,
  ...stagesEffects,
  ...templatesEffects,
  ...keywordsEffects,
  ...conversationEffects,
  ...fieldsEffects,
  ...overlayEffects,
  ...settingsEffects,
  ...hashListsEffects,
  ...jobsEffects,
  ...pagesEffects,
  ...processingEffects,
  ...projectEffects,
  ...reconcileEffects,
  ...reconstructEffects,
  ...reviewEffects,
  ...sheetsEffects,
  ...analysisEffects,
  ...tagsEffects,
  ...textsEffects,
  ...ocrEffects,
  ...derivedTextsEffects,
  ...shellEffects,
]
