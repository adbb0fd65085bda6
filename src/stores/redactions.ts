/** Redactions of the documents that were looked at, the tool of each tab, and what the next one is labeled with. */
import { combine } from 'effector'
import type { Redaction } from '#contracts/redactions.ts'
import {
  type AskedGesture,
  gestureAsked,
  gestureConfirmed,
  gestureRefused,
  labelChosen,
  panelTurned,
  previewTurned,
  type RedactionTool,
  redactionsArrived,
  refusalDropped,
  toolChosen,
} from '../events/catalog/redactions.ts'
import { documentLeft } from '../events/catalog/review.ts'
import { redactingTurned } from '../events/redacting.ts'
import { confirmed, type RedactedDocument } from '../events/redaction/document.ts'
import { type Buckets, noBuckets } from './buckets.ts'
import { putTab } from './by-tab.ts'
import { on, projection } from './projection.ts'
import { documentIn, documentsBy } from './redacted-documents.ts'
import { $tabId } from './tab.ts'

export interface RedactingView {
  /** The tool is held. */
  readonly on: boolean
  readonly tool: RedactionTool
  readonly preview: boolean
  /** The list of redactions is open. */
  readonly panel: boolean
}

export interface RedactionsState {
  /** By document id. */
  readonly documents: Buckets<RedactedDocument>
  readonly views: Readonly<Record<string, RedactingView>>
  readonly label: { readonly label: string; readonly reason: string }
}

const usual: RedactingView = { on: false, tool: 'box', preview: false, panel: false }

export const redactedIn = (
  state: Pick<RedactionsState, 'documents'>,
  documentId: number,
): RedactedDocument | null => documentIn(state, documentId)

const documents = documentsBy<Redaction, AskedGesture>(confirmed)

export const redactions = projection<RedactionsState>({
  name: 'redactions',
  version: 1,
  log: 'project',
  initial: { documents: noBuckets, views: {}, label: { label: '', reason: '' } },
  handlers: [
    on(redactionsArrived, documents.arrived),
    on(gestureAsked, documents.asked),
    on(gestureConfirmed, documents.confirmed),
    on(gestureRefused, documents.refused),
    on(refusalDropped, documents.dropped),
    on(redactingTurned, (state, { tabId, on: held }) => inView(state, tabId, { on: held })),
    // The project is left: whoever comes back begins without the tool.
    on(documentLeft, (state, { tabId }) =>
      state.views[tabId]?.on ? inView(state, tabId, { on: false }) : state,
    ),
    on(toolChosen, (state, { tabId, tool }) => inView(state, tabId, { tool })),
    on(previewTurned, (state, { tabId, on: shown }) => inView(state, tabId, { preview: shown })),
    on(panelTurned, (state, { tabId, on: shown }) => inView(state, tabId, { panel: shown })),
    on(labelChosen, (state, label) => ({ ...state, label })),
  ],
})

const inView = (state: RedactionsState, tabId: string, change: Partial<RedactingView>): RedactionsState => ({
  ...state,
  views: putTab(state.views, tabId, { ...(state.views[tabId] ?? usual), ...change }),
})

/** The tool of this tab. */
export const $redacting = combine(redactions.$state, $tabId, ({ views }, tabId) => views[tabId] ?? usual)
/** What was chosen last, and is offered again. */
export const $redactionLabel = redactions.$state.map(({ label }) => label)
