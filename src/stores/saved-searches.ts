/** Which saved search each tab has chosen, and how it goes with the one that it saves. */
import { combine } from 'effector'
import { opened, saveAsked, saveSettled } from '../events/catalog/saved-searches.ts'
import { putTab } from './by-tab.ts'
import { type FormSaves, formSent, formSettled } from './form-saves.ts'
import { on, projection } from './projection.ts'
import { $tabId } from './tab.ts'

export interface Chosen {
  readonly savedSearchId: number
  /** What was done with it last, and when. */
  readonly action: { readonly type: 'open' | 'inside'; readonly at: string }
}

export interface SavedSearchesState {
  readonly saves: FormSaves
  readonly chosen: Readonly<Record<string, Chosen>>
}

export const savedSearchesState = projection<SavedSearchesState>({
  name: 'savedSearches',
  version: 1,
  log: 'project',
  initial: { saves: {}, chosen: {} },
  handlers: [
    on(saveAsked, (state, { formKey }, { tabId }) => ({
      ...state,
      saves: formSent(state.saves, tabId, formKey),
    })),
    on(saveSettled, (state, { formKey, message }, { tabId }) => ({
      ...state,
      saves: formSettled(state.saves, tabId, formKey, message),
    })),
    on(opened, (state, { tabId, savedSearchId, inside }, { at }) => ({
      ...state,
      chosen: putTab(state.chosen, tabId, {
        savedSearchId,
        action: { type: inside ? 'inside' : 'open', at },
      }),
    })),
  ],
})

/** The search that this tab saves, or has saved last. */
export const $searchSave = combine(
  savedSearchesState.$state,
  $tabId,
  ({ saves }, tabId) => saves[tabId] ?? null,
)

export const $chosenSearch = combine(
  savedSearchesState.$state,
  $tabId,
  ({ chosen }, tabId) => chosen[tabId] ?? null,
)
