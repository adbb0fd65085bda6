/** How it goes with the report or sample that each tab has asked for, and when past searches are to be listed anew. */
import { combine } from 'effector'
import { searchRemembered } from '../events/catalog/review.ts'
import { runAsked, sampleAsked, formSettled as settled } from '../events/catalog/search-reports.ts'
import { dropTab, putTab } from './by-tab.ts'
import { type FormSaves, formSent, formSettled } from './form-saves.ts'
import { on, projection } from './projection.ts'
import { $tabId } from './tab.ts'

export interface SearchReportsState {
  readonly saves: FormSaves
  /** By tab: the report that it ran last. */
  readonly run: Readonly<Record<string, number>>
  /** Grows with each search that is kept among one's own. */
  readonly remembered: number
}

export const searchReportsState = projection<SearchReportsState>({
  name: 'searchReports',
  version: 2,
  log: 'project',
  initial: { saves: {}, run: {}, remembered: 0 },
  handlers: [
    on(runAsked, (state, { formKey, ask }, { tabId }) => ({
      ...state,
      saves: ask === null ? dropTab(state.saves, tabId) : formSent(state.saves, tabId, formKey),
      run: dropTab(state.run, tabId),
    })),
    on(sampleAsked, (state, { formKey }, { tabId }) => ({
      ...state,
      saves: formSent(state.saves, tabId, formKey),
    })),
    on(settled, (state, { formKey, message, termReportId }, { tabId }) =>
      state.saves[tabId]?.formKey === formKey
        ? {
            ...state,
            saves: formSettled(state.saves, tabId, formKey, message),
            run: termReportId === null ? state.run : putTab(state.run, tabId, termReportId),
          }
        : state,
    ),
    on(searchRemembered, (state) => ({ ...state, remembered: state.remembered + 1 })),
  ],
})

/** The report or sample that this tab asks for, or has asked for last. */
export const $reportSave = combine(
  searchReportsState.$state,
  $tabId,
  ({ saves }, tabId) => saves[tabId] ?? null,
)

/** The report that this tab ran last. */
export const $reportRun = combine(searchReportsState.$state, $tabId, ({ run }, tabId) => run[tabId] ?? null)

export const $searchesRemembered = searchReportsState.$state.map(({ remembered }) => remembered)
