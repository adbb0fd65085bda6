/** How it goes with the list template that each tab saves. */
import { combine } from 'effector'
import { saveAsked, saveSettled } from '../events/catalog/list-templates.ts'
import { type FormSaves, formSent, formSettled } from './form-saves.ts'
import { on, projection } from './projection.ts'
import { $tabId } from './tab.ts'

interface ListTemplatesState {
  readonly saves: FormSaves
}

export const listTemplatesState = projection<ListTemplatesState>({
  name: 'listTemplates',
  version: 1,
  log: 'project',
  initial: { saves: {} },
  handlers: [
    on(saveAsked, ({ saves }, { formKey }, { tabId }) => ({ saves: formSent(saves, tabId, formKey) })),
    on(saveSettled, ({ saves }, { formKey, message }, { tabId }) => ({
      saves: formSettled(saves, tabId, formKey, message),
    })),
  ],
})

/** The template that this tab saves, or has saved last. */
export const $templateSave = combine(
  listTemplatesState.$state,
  $tabId,
  ({ saves }, tabId) => saves[tabId] ?? null,
)
