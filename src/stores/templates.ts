/** How it goes with the filter that each tab saves. */
import { combine } from 'effector'
import { templateAsked, templateSettled } from '../events/catalog/templates.ts'
import { type FormSaves, formSent, formSettled } from './form-saves.ts'
import { on, projection } from './projection.ts'
import { $tabId } from './tab.ts'

export interface TemplatesState {
  readonly saves: FormSaves
}

export const templates = projection<TemplatesState>({
  name: 'templates',
  version: 1,
  log: 'project',
  initial: { saves: {} },
  handlers: [
    on(templateAsked, ({ saves }, { formKey }, { tabId }) => ({ saves: formSent(saves, tabId, formKey) })),
    on(templateSettled, ({ saves }, { formKey, message }, { tabId }) => ({
      saves: formSettled(saves, tabId, formKey, message),
    })),
  ],
})

/** The filter that this tab saves, or has saved last. */
export const $templateSave = combine(templates.$state, $tabId, ({ saves }, tabId) => saves[tabId] ?? null)
