/** Of each tab the search for what is to be redacted that it shows, and how it goes with what it asked for last. */
import { combine } from 'effector'
import type { TermFault } from '#contracts/term-faults.ts'
import {
  actSettled,
  applyAsked,
  findAsked,
  findSettled,
  leftBehind,
  stopAsked,
  ticksChanged,
  undoAsked,
} from '../events/catalog/term-redactions.ts'
import { putTab } from './by-tab.ts'
import { type FormSave, type FormSaves, formSent, formSettled } from './form-saves.ts'
import { on, projection } from './projection.ts'
import { $tabId } from './tab.ts'

interface Shown {
  /** Null: none has begun. */
  readonly jobId: number | null
  /** Terms that could not be read, of those that were sent last. */
  readonly faults: readonly TermFault[]
  /** Grows with each change of ticks. */
  readonly ticks: number
}

interface TermRedactionState {
  readonly byTab: Readonly<Record<string, Shown>>
  readonly finds: FormSaves
  readonly acts: FormSaves
}

const nothing: Shown = { jobId: null, faults: [], ticks: 0 }

const change = (state: TermRedactionState, tabId: string, to: Partial<Shown>): TermRedactionState => ({
  ...state,
  byTab: putTab(state.byTab, tabId, { ...(state.byTab[tabId] ?? nothing), ...to }),
})

const sent = (state: TermRedactionState, { formKey }: { readonly formKey: string }, tabId: string) => ({
  ...state,
  acts: formSent(state.acts, tabId, formKey),
})

export const termRedaction = projection<TermRedactionState>({
  name: 'termRedaction',
  version: 1,
  log: 'project',
  initial: { byTab: {}, finds: {}, acts: {} },
  handlers: [
    on(findAsked, (state, { formKey }, { tabId }) => ({
      ...change(state, tabId, { faults: [] }),
      finds: formSent(state.finds, tabId, formKey),
    })),
    on(findSettled, (state, { formKey, jobId, message, faults }, { tabId }) =>
      state.finds[tabId]?.formKey === formKey
        ? {
            ...change(state, tabId, jobId === null ? { faults } : { jobId, faults }),
            finds: formSettled(state.finds, tabId, formKey, message),
          }
        : state,
    ),
    on(ticksChanged, (state, { jobId }, { tabId }) => {
      const shown = state.byTab[tabId]
      return shown?.jobId === jobId ? change(state, tabId, { ticks: shown.ticks + 1 }) : state
    }),
    on(applyAsked, (state, payload, { tabId }) => sent(state, payload, tabId)),
    on(undoAsked, (state, payload, { tabId }) => sent(state, payload, tabId)),
    on(stopAsked, (state, payload, { tabId }) => sent(state, payload, tabId)),
    on(actSettled, (state, { formKey, message }, { tabId }) => ({
      ...state,
      acts: formSettled(state.acts, tabId, formKey, message),
    })),
    on(leftBehind, (state, _payload, { tabId }) => change(state, tabId, { jobId: null, faults: [] })),
  ],
})

export const $termSearch = combine(
  termRedaction.$state,
  $tabId,
  ({ byTab, finds, acts }, tabId): Shown & { find: FormSave | null; act: FormSave | null } => ({
    ...(byTab[tabId] ?? nothing),
    find: finds[tabId] ?? null,
    act: acts[tabId] ?? null,
  }),
)
