/**
 * All projections, by the name under which decisions read their state. Adding one here is all that it takes to be
 * replayed, snapshotted, checked by the invariants and seen by the timeline.
 */

import { analysis } from './analysis.ts'
import { assignments } from './assignments.ts'
import { audit } from './audit.ts'
import { bulk } from './bulk.ts'
import { coding } from './coding.ts'
import { collect } from './collect.ts'
import { derivedTexts } from './derived-texts.ts'
import { customFields } from './fields.ts'
import { filter } from './filter.ts'
import { hashLists } from './hash-lists.ts'
import { jobs } from './jobs.ts'
import { keywords } from './keywords.ts'
import { logState } from './logState.ts'
import { network } from './network.ts'
import { overlay } from './overlay.ts'
import { pageViews } from './pages.ts'
import { processing } from './processing.ts'
import { project } from './project.ts'
import type { Projection } from './projection.ts'
import { reconcile } from './reconcile.ts'
import { reconstruct } from './reconstruct.ts'
import { refusals } from './refusals.ts'
import { review } from './review.ts'
import { selection } from './selection.ts'
import { session } from './session.ts'
import { sheets } from './sheets.ts'
import { shell } from './shell.ts'
import { stages } from './stages.ts'
import { tags } from './tags.ts'
import { templates } from './templates.ts'
import { texts } from './texts.ts'
import { toasts } from './toasts.ts'
import { undoTrail } from './undo.ts'

export const projections = {
  session,
  selection,
  coding,
  audit,
  tags,
  review,
  texts,
  derivedTexts,
  analysis,
  refusals,
  shell,
  toasts,
  logState,
  network,
  undoTrail,
  bulk,
  customFields,
  overlay,
  assignments,
  pageViews,
  processing,
  project,
  filter,
  templates,
  keywords,
  stages,
  hashLists,
  jobs,
  collect,
  reconcile,
  reconstruct,
  sheets,
} as const

export type Projections = typeof projections
/** What a decision sees. */
export type RootState = {
  readonly [K in keyof Projections]: Projections[K] extends Projection<infer S> ? S : never
}
