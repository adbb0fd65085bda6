/** How it goes with the field that each tab saves. */
import { combine } from 'effector'
import { fieldAsked, fieldSettled, fieldValueAsked } from '../events/catalog/fields.ts'
import { type FormSaves, formSent, formSettled } from './form-saves.ts'
import { on, projection } from './projection.ts'
import { $tabId } from './tab.ts'

export interface FieldsState {
  readonly saves: FormSaves
}

export const customFields = projection<FieldsState>({
  name: 'customFields',
  version: 2,
  log: 'project',
  initial: { saves: {} },
  handlers: [
    on(fieldAsked, ({ saves }, { formKey }, { tabId }) => ({ saves: formSent(saves, tabId, formKey) })),
    on(fieldValueAsked, ({ saves }, { formKey }, { tabId }) => ({ saves: formSent(saves, tabId, formKey) })),
    on(fieldSettled, ({ saves }, { formKey, message }, { tabId }) => ({
      saves: formSettled(saves, tabId, formKey, message),
    })),
  ],
})

/** The field, or the value of one, that this tab saves, or has saved last. */
export const $fieldSave = combine(customFields.$state, $tabId, ({ saves }, tabId) => saves[tabId] ?? null)
