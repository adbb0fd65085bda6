/** What a decision sees: the states of all projections by their names. Types alone, so that nothing is loaded for them. */
import type { analysis } from './analysis.ts'
import type { assignments } from './assignments.ts'
import type { audit } from './audit.ts'
import type { bulk } from './bulk.ts'
import type { coding } from './coding.ts'
import type { collect } from './collect.ts'
import type { derivedTexts } from './derived-texts.ts'
import type { customFields } from './fields.ts'
import type { filter } from './filter.ts'
import type { forms } from './forms.ts'
import type { hashLists } from './hash-lists.ts'
import type { highlights } from './highlights.ts'
import type { jobs } from './jobs.ts'
import type { keywords } from './keywords.ts'
import type { lastSaves } from './last-save.ts'
import type { listShape } from './list-shape.ts'
import type { logState } from './logState.ts'
import type { lostBatches } from './lost-batches.ts'
import type { network } from './network.ts'
import type { overlay } from './overlay.ts'
import type { pageViews } from './pages.ts'
import type { privilegeLog } from './privilege-log.ts'
import type { processing } from './processing.ts'
import type { project } from './project.ts'
import type { Projection } from './projection.ts'
import type { reconcile } from './reconcile.ts'
import type { reconstruct } from './reconstruct.ts'
import type { redactedCells } from './redacted-cells.ts'
import type { redactions } from './redactions.ts'
import type { refusals } from './refusals.ts'
import type { review } from './review.ts'
import type { selection } from './selection.ts'
import type { session } from './session.ts'
import type { sheets } from './sheets.ts'
import type { shell } from './shell.ts'
import type { stages } from './stages.ts'
import type { tagManagement } from './tag-management.ts'
import type { tags } from './tags.ts'
import type { templates } from './templates.ts'
import type { texts } from './texts.ts'
import type { toasts } from './toasts.ts'
import type { undoTrail } from './undo.ts'

interface Projections {
  readonly session: typeof session
  readonly selection: typeof selection
  readonly coding: typeof coding
  readonly audit: typeof audit
  readonly tags: typeof tags
  readonly review: typeof review
  readonly listShape: typeof listShape
  readonly texts: typeof texts
  readonly derivedTexts: typeof derivedTexts
  readonly analysis: typeof analysis
  readonly refusals: typeof refusals
  readonly lastSaves: typeof lastSaves
  readonly lostBatches: typeof lostBatches
  readonly shell: typeof shell
  readonly toasts: typeof toasts
  readonly logState: typeof logState
  readonly network: typeof network
  readonly undoTrail: typeof undoTrail
  readonly bulk: typeof bulk
  readonly customFields: typeof customFields
  readonly forms: typeof forms
  readonly overlay: typeof overlay
  readonly assignments: typeof assignments
  readonly pageViews: typeof pageViews
  readonly privilegeLog: typeof privilegeLog
  readonly processing: typeof processing
  readonly project: typeof project
  readonly filter: typeof filter
  readonly tagManagement: typeof tagManagement
  readonly templates: typeof templates
  readonly keywords: typeof keywords
  readonly stages: typeof stages
  readonly hashLists: typeof hashLists
  readonly highlights: typeof highlights
  readonly jobs: typeof jobs
  readonly collect: typeof collect
  readonly reconcile: typeof reconcile
  readonly reconstruct: typeof reconstruct
  readonly redactedCells: typeof redactedCells
  readonly redactions: typeof redactions
  readonly sheets: typeof sheets
}

/** The state of an area that is not loaded cannot be read: reading it throws AreaNotLoaded. */
export type RootState = {
  readonly [K in keyof Projections]: Projections[K] extends Projection<infer S> ? S : never
}
