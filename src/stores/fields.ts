/** How it goes with the field that each tab saves, and the project's custom fields as the server last told them. */
import { combine } from 'effector'
import type { CustomField } from '#contracts/fields.ts'
import { fieldAsked, fieldSettled } from '../events/catalog/fields.ts'
import { putTab } from './by-tab.ts'
import { createCache } from './cache.ts'
import { on, projection } from './projection.ts'
import { $tabId } from './tab.ts'

interface FieldSave {
  readonly phase: 'sending' | 'saved' | 'refused'
  /** Why it was refused. */
  readonly message: string | null
}

export interface FieldsState {
  /** By tab: the one that was asked for last. */
  readonly saves: Readonly<Record<string, FieldSave>>
}

export const customFields = projection<FieldsState>({
  name: 'customFields',
  version: 1,
  log: 'project',
  initial: { saves: {} },
  handlers: [
    on(fieldAsked, ({ saves }, _, { tabId }) => ({
      saves: putTab(saves, tabId, { phase: 'sending', message: null }),
    })),
    on(fieldSettled, ({ saves }, { message }, { tabId }) => ({
      saves: putTab(saves, tabId, { phase: message === null ? 'saved' : 'refused', message }),
    })),
  ],
})

/** The field that this tab saves, or has saved last. */
export const $fieldSave = combine(customFields.$state, $tabId, ({ saves }, tabId) => saves[tabId] ?? null)

export const customFieldsKey = 'fields'
export const customFieldsNow = createCache<readonly CustomField[]>('customFieldsNow', 1)
