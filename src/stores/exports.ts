/** How it goes with what each tab has asked for of an export, and the one that is being prepared in this tab. */
import { combine } from 'effector'
import type { ExportSettings } from '#contracts/exports.ts'
import { removeAsked, formSettled as settled, slipAsked, startAsked } from '../events/catalog/exports.ts'
import { dropTab, putTab } from './by-tab.ts'
import { createCache } from './cache.ts'
import { type FormSaves, formSent, formSettled } from './form-saves.ts'
import { on, projection } from './projection.ts'
import { $tabId } from './tab.ts'

export interface ExportsState {
  readonly saves: FormSaves
  /** By tab: the export that it started last. */
  readonly started: Readonly<Record<string, number>>
  /** By tab: what the refusal of its form is about. */
  readonly refused: Readonly<Record<string, string>>
}

const sent = (
  state: ExportsState,
  { formKey }: { readonly formKey: string },
  { tabId }: { readonly tabId: string },
): ExportsState => ({
  saves: formSent(state.saves, tabId, formKey),
  started: dropTab(state.started, tabId),
  refused: dropTab(state.refused, tabId),
})

export const exportsState = projection<ExportsState>({
  name: 'exports',
  version: 1,
  log: 'project',
  initial: { saves: {}, started: {}, refused: {} },
  handlers: [
    on(startAsked, sent),
    on(slipAsked, sent),
    on(removeAsked, sent),
    on(settled, (state, { formKey, message, detail, exportId }, { tabId }) =>
      state.saves[tabId]?.formKey === formKey
        ? {
            saves: formSettled(state.saves, tabId, formKey, message),
            started: exportId === null ? state.started : putTab(state.started, tabId, exportId),
            refused: message === null ? state.refused : putTab(state.refused, tabId, detail),
          }
        : state,
    ),
  ],
})

/** What this tab has sent last. */
export const $exportSave = combine(exportsState.$state, $tabId, ({ saves }, tabId) => saves[tabId] ?? null)

/** The export that this tab started last. */
export const $startedExport = combine(
  exportsState.$state,
  $tabId,
  ({ started }, tabId) => started[tabId] ?? null,
)

/** What the refusal of what this tab sent last is about; empty: nothing that is known. */
export const $refusedAt = combine(exportsState.$state, $tabId, ({ refused }, tabId) => refused[tabId] ?? '')

/** What somebody prepares and has not started yet, in this tab only. */
export interface ExportDraft {
  readonly name: string
  readonly settings: ExportSettings
}
export const exportDrafts = createCache<ExportDraft>('exportDrafts', 1)
/** Under which the draft stands. */
export const draftKey = 'new'
