/** How it goes with the settings of processing that are being saved, and what they are as the server last told them. */
import { combine } from 'effector'
import type { JobSettings, ProcessingSeen } from '#contracts/processing.ts'
import { saveAnswered, saveAsked, settingsRequested } from '../events/catalog/processing.ts'
import { putTab } from './by-tab.ts'
import { createCache } from './cache.ts'
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
    on(settingsRequested, (s, _, { tabId }) => became(s, tabId, idle)),
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

export const settingsKey = (projectId: number): string => `processing.settings:${projectId}`
/** In memory only: there are passwords among them. */
export const processingSettings = createCache<ProcessingSeen>('processingSettings', 20, 'account')

export const jobSettingsKey = (jobId: number): string => `processing.job:${jobId}`
export const jobSettingsNow = createCache<JobSettings>('jobSettingsNow', 20, 'account')
