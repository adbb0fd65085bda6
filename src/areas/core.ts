/** The areas that every screen of the workspace needs: loaded at its start. Everything else is in lazy.ts. */
import * as auditCommands from '../commands/audit.ts'
import * as batchStandingCommands from '../commands/batch-standing.ts'
import * as bulkCommands from '../commands/bulk.ts'
import * as codingCommands from '../commands/coding.ts'
import * as codingForms from '../commands/coding-forms.ts'
import * as codingRecorded from '../commands/coding-recorded.ts'
import * as codingSaves from '../commands/coding-saves.ts'
import * as effectsCommands from '../commands/effects.ts'
import * as joining from '../commands/join.ts'
import * as kernelCommands from '../commands/kernel.ts'
import * as listShapeCommands from '../commands/list-shape.ts'
import * as reconcileCommands from '../commands/reconcile.ts'
import * as redactingCommands from '../commands/redacting.ts'
import * as reviewCommands from '../commands/review.ts'
import * as reviewList from '../commands/review-list.ts'
import * as runningJobsCommands from '../commands/running-jobs.ts'
import * as selectionCommands from '../commands/selection.ts'
import * as sessionCommands from '../commands/session.ts'
import * as shellCommands from '../commands/shell.ts'
import * as tagsCommands from '../commands/tags.ts'
import * as tagsRecorded from '../commands/tags-recorded.ts'
import * as textsCommands from '../commands/texts.ts'
import * as timelineCommands from '../commands/timeline.ts'
import * as toastsCommands from '../commands/toasts.ts'
import * as undoCommands from '../commands/undo.ts'
import { auditEffects } from '../effects/audit.ts'
import { bulkEffects } from '../effects/bulk.ts'
import { codingEffects } from '../effects/coding.ts'
import { pageOfNumberEffects } from '../effects/page-of-number.ts'
import { reconcileEffects } from '../effects/reconcile.ts'
import { reviewEffects } from '../effects/review.ts'
import { runningJobsEffects } from '../effects/running-jobs.ts'
import { searchHistoryEffects } from '../effects/search-history.ts'
import { shellEffects } from '../effects/shell.ts'
import { tagsEffects } from '../effects/tags.ts'
import { textsEffects } from '../effects/texts.ts'
import * as auditEvents from '../events/catalog/audit.ts'
import * as bulkEvents from '../events/catalog/bulk.ts'
import * as codingEvents from '../events/catalog/coding.ts'
import * as effectsEvents from '../events/catalog/effects.ts'
import * as kernelEvents from '../events/catalog/kernel.ts'
import * as reconcileEvents from '../events/catalog/reconcile.ts'
import * as reviewEvents from '../events/catalog/review.ts'
import * as runningJobsEvents from '../events/catalog/running-jobs.ts'
import * as selectionEvents from '../events/catalog/selection.ts'
import * as sessionEvents from '../events/catalog/session.ts'
import * as shellEvents from '../events/catalog/shell.ts'
import * as tagsEvents from '../events/catalog/tags.ts'
import * as textsEvents from '../events/catalog/texts.ts'
import * as timelineEvents from '../events/catalog/timeline.ts'
import * as toastsEvents from '../events/catalog/toasts.ts'
import * as redactingEvents from '../events/redacting.ts'
import * as bulkReads from '../reads/bulk.ts'
import * as companyReads from '../reads/company.ts'
import * as highlightSetReads from '../reads/highlight-sets.ts'
import * as reconcileReads from '../reads/reconcile.ts'
import * as reviewReads from '../reads/review.ts'
import { audit } from '../stores/audit.ts'
import { bulk } from '../stores/bulk.ts'
import { coding } from '../stores/coding.ts'
import { lastSaves } from '../stores/last-save.ts'
import { listShape } from '../stores/list-shape.ts'
import { logState } from '../stores/logState.ts'
import { lostBatches } from '../stores/lost-batches.ts'
import { network } from '../stores/network.ts'
import { reconcile } from '../stores/reconcile.ts'
import { refusals } from '../stores/refusals.ts'
import { review } from '../stores/review.ts'
import { selection } from '../stores/selection.ts'
import { session } from '../stores/session.ts'
import { shell } from '../stores/shell.ts'
import { tags } from '../stores/tags.ts'
import { texts } from '../stores/texts.ts'
import { toasts } from '../stores/toasts.ts'
import { undoTrail } from '../stores/undo.ts'
import { type Parts, partsOf } from './area.ts'

/** Some of these areas fold each other's events: they come together, and are one area here. */
export const core: Parts = partsOf([
  {
    name: 'core',
    commands: [
      kernelCommands,
      effectsCommands,
      sessionCommands,
      selectionCommands,
      joining,
      shellCommands,
      timelineCommands,
      toastsCommands,
      reviewCommands,
      reviewList,
      redactingCommands,
      listShapeCommands,
      batchStandingCommands,
      textsCommands,
      codingCommands,
      codingForms,
      codingRecorded,
      codingSaves,
      tagsCommands,
      tagsRecorded,
      bulkCommands,
      undoCommands,
      auditCommands,
      reconcileCommands,
      runningJobsCommands,
    ],
    events: [
      kernelEvents,
      effectsEvents,
      sessionEvents,
      selectionEvents,
      shellEvents,
      timelineEvents,
      toastsEvents,
      reviewEvents,
      redactingEvents,
      textsEvents,
      codingEvents,
      tagsEvents,
      bulkEvents,
      auditEvents,
      reconcileEvents,
      runningJobsEvents,
    ],
    projections: {
      session,
      selection,
      shell,
      toasts,
      logState,
      network,
      review,
      listShape,
      texts,
      coding,
      tags,
      bulk,
      undoTrail,
      audit,
      refusals,
      lastSaves,
      lostBatches,
      reconcile,
    },
    effects: [
      ...shellEffects,
      ...reviewEffects,
      ...searchHistoryEffects,
      ...pageOfNumberEffects,
      ...textsEffects,
      ...codingEffects,
      ...tagsEffects,
      ...bulkEffects,
      ...auditEffects,
      ...reconcileEffects,
      ...runningJobsEffects,
    ],
    reads: [companyReads, reviewReads, highlightSetReads, bulkReads, reconcileReads],
  },
])
