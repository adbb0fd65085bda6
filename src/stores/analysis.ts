/** Which two documents a tab compares. */
import { combine } from 'effector'
import { comparisonClosed, comparisonOpened } from '../events/catalog/analysis.ts'
import { shownTab } from '../events/review/views.ts'
import { putTab } from './by-tab.ts'
import { on, projection } from './projection.ts'
import { review } from './review.ts'
import { shell } from './shell.ts'
import { $tabId } from './tab.ts'

export interface Comparison {
  readonly documentId: number
  readonly otherId: number
}

interface AnalysisState {
  readonly comparing: Readonly<Record<string, Comparison | null>>
}

export const analysis = projection<AnalysisState>({
  name: 'analysis',
  version: 1,
  log: 'project',
  initial: { comparing: {} },
  handlers: [
    on(comparisonOpened, ({ comparing }, { tabId, documentId, otherId }) => ({
      comparing: putTab(comparing, tabId, { documentId, otherId }),
    })),
    on(comparisonClosed, ({ comparing }, { tabId }) => ({ comparing: putTab(comparing, tabId, null) })),
  ],
})

/** What the fetching of a compared document failed with, in `failures`. */
export const comparedKey = (documentId: number): string => `analysis.compared:${documentId}`

/** What this tab compares, or the one that it follows. */
export const $comparison = combine(
  analysis.$state,
  review.$state,
  shell.$state,
  $tabId,
  ({ comparing }, views, frame, tabId) => comparing[shownTab(views, frame, tabId)] ?? null,
)
