/** Loads that are being prepared, by source, and how it goes with what each tab has sent. */
import { combine } from 'effector'
import {
  columnsFilled,
  type LoadDraft,
  loadDrafted,
  loadSettled,
  loadStartAsked,
  mappingSaveAsked,
} from '../events/catalog/loads.ts'
import { dropTab, putTab } from './by-tab.ts'
import { type FormSaves, formSent, formSettled } from './form-saves.ts'
import { on, projection } from './projection.ts'
import { $tabId } from './tab.ts'

export interface LoadsState {
  /** By source: one load of its waiting files is prepared at a time, in all tabs. */
  readonly drafts: Readonly<Record<string, LoadDraft>>
  readonly saves: FormSaves
  /** By tab: the load that it started last. */
  readonly started: Readonly<Record<string, number>>
}

const without = (drafts: LoadsState['drafts'], sourceId: number): LoadsState['drafts'] => {
  const { [String(sourceId)]: _own, ...others } = drafts
  return others
}

/** What is held for files that are gone is of no use for others. */
const isOfSameFiles = (one: LoadDraft, other: LoadDraft): boolean =>
  one.rows?.sourceFileId === other.rows?.sourceFileId &&
  one.images?.sourceFileId === other.images?.sourceFileId

export const loads = projection<LoadsState>({
  name: 'loads',
  version: 1,
  log: 'project',
  initial: { drafts: {}, saves: {}, started: {} },
  handlers: [
    on(loadDrafted, (state, { sourceId, draft }) => ({
      ...state,
      drafts:
        draft === null ? without(state.drafts, sourceId) : { ...state.drafts, [String(sourceId)]: draft },
    })),
    on(columnsFilled, (state, { sourceId, begins, columns }) => {
      const held = state.drafts[String(sourceId)]
      const draft = held !== undefined && isOfSameFiles(held, begins) ? held : begins
      const others = draft.columns.filter(({ column }) => !columns.some((one) => one.column === column))
      const filled = { ...draft, columns: [...others, ...columns] }
      return { ...state, drafts: { ...state.drafts, [String(sourceId)]: filled } }
    }),
    on(loadStartAsked, (state, { formKey }, { tabId }) => ({
      ...state,
      saves: formSent(state.saves, tabId, formKey),
      started: dropTab(state.started, tabId),
    })),
    on(mappingSaveAsked, (state, { formKey }, { tabId }) => ({
      ...state,
      saves: formSent(state.saves, tabId, formKey),
    })),
    // What was prepared stays: if the load fails, its files wait again, and everything is as it was.
    on(loadSettled, (state, { formKey, message, started }, { tabId }) => ({
      ...state,
      saves: formSettled(state.saves, tabId, formKey, message),
      started: started === null ? state.started : putTab(state.started, tabId, started),
    })),
  ],
})

export const $loadDrafts = loads.$state.map(({ drafts }) => drafts)

/** What this tab has sent last. */
export const $loadSave = combine(loads.$state, $tabId, ({ saves }, tabId) => saves[tabId] ?? null)

/** The load that this tab started last. */
export const $startedLoad = combine(loads.$state, $tabId, ({ started }, tabId) => started[tabId] ?? null)
