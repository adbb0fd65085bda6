/** How it goes with the settings of processing that are being saved. */
import { combine } from 'effector'
import { saveAnswered, saveAsked } from '../events/catalog/processing.ts'
import { putTab } from './by-tab.ts'
import { on, projection } from './projection.ts'
import { $tabId } from './tab.ts'

type Saving =
  | { readonly phase: 'idle' | 'sending' | 'saved' }
  | { readonly phase: 'refused'; readonly message: string; readonly conflict: boolean }

export interface ProcessingState {
  /** By tab: each has a form of its own. */
  readonly saving: Readonly<Record<string, Saving>>
}

const idle: Saving = { phase: 'idle' }

const became = ({ saving }: ProcessingState, tabId: string, now: Saving): ProcessingState => ({
  saving: putTab(saving, tabId, now),
})

export const processing = projection<ProcessingState>({
  name: 'processing',
  version: 1,
  log: 'account',
  initial: { saving: {} },
  handlers: [
    // A form that opens begins anew; what it asks for is a read (reads/processing.ts).
    { type: 'processing.settingsRequested', fold: (s, _: unknown, { tabId }) => became(s, tabId, idle) },
    on(saveAsked, (s, _, { tabId }) => became(s, tabId, { phase: 'sending' })),
    on(saveAnswered, (s, { message, conflict }, { tabId }) =>
      became(s, tabId, message === null ? { phase: 'saved' } : { phase: 'refused', message, conflict }),
    ),
  ],
})

/** How it goes with the form of this tab. */
export const $savingSettings = combine(
  processing.$state,
  $tabId,
  ({ saving }, tabId): Saving => saving[tabId] ?? idle,
)
