/** How it goes with the keyword list that each tab saves. */
import { combine } from 'effector'
import type { TermFault } from '#contracts/term-faults.ts'
import { listAsked, listSettled } from '../events/catalog/keywords.ts'
import { putTab } from './by-tab.ts'
import { type FormSaves, formSent, formSettled } from './form-saves.ts'
import { on, projection } from './projection.ts'
import { $tabId } from './tab.ts'

export interface KeywordsState {
  readonly saves: FormSaves
  /** By tab: the terms of the list that it sent last which could not be read. */
  readonly faults: Readonly<Record<string, readonly TermFault[]>>
}

export const keywords = projection<KeywordsState>({
  name: 'keywords',
  version: 1,
  log: 'project',
  initial: { saves: {}, faults: {} },
  handlers: [
    on(listAsked, ({ saves, faults }, { formKey }, { tabId }) => ({
      saves: formSent(saves, tabId, formKey),
      faults: putTab(faults, tabId, []),
    })),
    on(listSettled, (state, { formKey, message, faults }, { tabId }) =>
      state.saves[tabId]?.formKey === formKey
        ? {
            saves: formSettled(state.saves, tabId, formKey, message),
            faults: putTab(state.faults, tabId, faults),
          }
        : state,
    ),
  ],
})

const none: readonly TermFault[] = []

/** The list that this tab saves, or has saved last, and the terms of it that could not be read. */
export const $keywordSave = combine(keywords.$state, $tabId, ({ saves }, tabId) => saves[tabId] ?? null)
export const $termFaults = combine(keywords.$state, $tabId, ({ faults }, tabId) => faults[tabId] ?? none)
