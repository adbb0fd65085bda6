/** How it goes with what each tab has asked for of a production, and what is being prepared in this one. */
import { combine } from 'effector'
import type { ProductionSettings, SlipSheet } from '#contracts/production-settings.ts'
import {
  acceptAsked,
  createAsked,
  deliverAsked,
  lookAsked,
  reserveAsked,
  rollbackAsked,
  runAsked,
  sampleAsked,
  saveAsked,
  formSettled as settled,
  slipAsked,
  templateAsked,
  templateDeleteAsked,
  uploadAsked,
  uploadSettled,
  validateAsked,
} from '../events/catalog/production.ts'
import { dropTab, putTab } from './by-tab.ts'
import { createCache } from './cache.ts'
import { type FormSaves, formSent, formSettled } from './form-saves.ts'
import { on, projection } from './projection.ts'
import { $tabId } from './tab.ts'

export interface ProductionState {
  readonly saves: FormSaves
  readonly uploads: FormSaves
  /** By tab: the production that it began last. */
  readonly begun: Readonly<Record<string, number>>
  /** By tab: what it sent last was refused, because somebody else has changed the production since. */
  readonly stale: Readonly<Record<string, boolean>>
}

const sent = (
  state: ProductionState,
  { formKey }: { readonly formKey: string },
  { tabId }: { readonly tabId: string },
): ProductionState => ({
  ...state,
  saves: formSent(state.saves, tabId, formKey),
  stale: dropTab(state.stale, tabId),
})

export const productionState = projection<ProductionState>({
  name: 'production',
  version: 1,
  log: 'project',
  initial: { saves: {}, uploads: {}, begun: {}, stale: {} },
  handlers: [
    on(createAsked, (state, payload, envelope) => ({
      ...sent(state, payload, envelope),
      begun: dropTab(state.begun, envelope.tabId),
    })),
    on(saveAsked, sent),
    on(validateAsked, sent),
    on(acceptAsked, sent),
    on(runAsked, sent),
    on(slipAsked, sent),
    on(deliverAsked, sent),
    on(sampleAsked, sent),
    on(lookAsked, sent),
    on(rollbackAsked, sent),
    on(templateAsked, sent),
    on(templateDeleteAsked, sent),
    on(reserveAsked, sent),
    on(settled, (state, { formKey, message, productionId, stale }, { tabId }) =>
      state.saves[tabId]?.formKey === formKey
        ? {
            ...state,
            saves: formSettled(state.saves, tabId, formKey, message),
            begun: productionId === null ? state.begun : putTab(state.begun, tabId, productionId),
            stale: stale ? putTab(state.stale, tabId, true) : state.stale,
          }
        : state,
    ),
    on(uploadAsked, (state, { formKey }, { tabId }) => ({
      ...state,
      uploads: formSent(state.uploads, tabId, formKey),
    })),
    on(uploadSettled, (state, { formKey, message }, { tabId }) => ({
      ...state,
      uploads: formSettled(state.uploads, tabId, formKey, message),
    })),
  ],
})

/** What this tab has sent last. */
export const $productionSave = combine(
  productionState.$state,
  $tabId,
  ({ saves }, tabId) => saves[tabId] ?? null,
)

/** The page that this tab uploads, or has uploaded last. */
export const $slipSheetUpload = combine(
  productionState.$state,
  $tabId,
  ({ uploads }, tabId) => uploads[tabId] ?? null,
)

/** The production that this tab began last. */
export const $begunProduction = combine(
  productionState.$state,
  $tabId,
  ({ begun }, tabId) => begun[tabId] ?? null,
)

/** Whether what this tab sent last was refused because somebody else has changed the production. */
export const $isStale = combine(productionState.$state, $tabId, ({ stale }, tabId) => stale[tabId] === true)

/** What somebody has changed and not saved yet, in this tab only. */
export interface ProductionDraft {
  /** Of the settings that it was begun with. */
  readonly version: number
  readonly name: string
  readonly settings: ProductionSettings
}
/** By production. */
export const productionDrafts = createCache<ProductionDraft>('productionDrafts', 20)

/** By the upload's key: its bytes, in this tab only. */
export const slipSheetFiles = createCache<File>('slipSheetFiles', 4)
/** By the upload's key: what it is called on the record. */
export const slipSheets = createCache<SlipSheet>('slipSheets', 20)
