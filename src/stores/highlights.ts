/** Which highlight sets one has turned off, and how it goes with the one that each tab saves. */
import { combine } from 'effector'
import type { TermFault } from '#contracts/term-faults.ts'
import { saveAsked, saveSettled, switched } from '../events/catalog/highlights.ts'
import { putTab } from './by-tab.ts'
import { type FormSaves, formSent, formSettled } from './form-saves.ts'
import { on, projection } from './projection.ts'
import { $tabId } from './tab.ts'

interface HighlightsState {
  /** Ids of sets, of all tabs. */
  readonly off: readonly number[]
  readonly saves: FormSaves
  /** By tab: the terms of the set that it sent last which could not be read. */
  readonly faults: Readonly<Record<string, readonly TermFault[]>>
}

export const highlights = projection<HighlightsState>({
  name: 'highlights',
  version: 1,
  log: 'project',
  initial: { off: [], saves: {}, faults: {} },
  handlers: [
    on(switched, (state, { highlightSetIds, off }) => {
      const others = state.off.filter((one) => !highlightSetIds.includes(one))
      return { ...state, off: off ? [...others, ...highlightSetIds] : others }
    }),
    on(saveAsked, (state, { formKey }, { tabId }) => ({
      ...state,
      saves: formSent(state.saves, tabId, formKey),
      faults: putTab(state.faults, tabId, []),
    })),
    on(saveSettled, (state, { formKey, message, faults }, { tabId }) =>
      state.saves[tabId]?.formKey === formKey
        ? {
            ...state,
            saves: formSettled(state.saves, tabId, formKey, message),
            faults: putTab(state.faults, tabId, faults),
          }
        : state,
    ),
  ],
})

const none: readonly TermFault[] = []

export const $highlightsOff = highlights.$state.map(({ off }) => off)
/** The set that this tab saves, or has saved last, and the terms of it that could not be read. */
export const $highlightSave = combine(highlights.$state, $tabId, ({ saves }, tabId) => saves[tabId] ?? null)
export const $highlightFaults = combine(
  highlights.$state,
  $tabId,
  ({ faults }, tabId) => faults[tabId] ?? none,
)
