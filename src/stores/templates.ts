/** How it goes with the filter that each tab saves, and the saved filters as the server last told them. */
import { combine } from 'effector'
import type { FilterTemplate, TemplateHeading } from '#contracts/templates.ts'
import { templateAsked, templateSettled } from '../events/catalog/templates.ts'
import { createCache } from './cache.ts'
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

export const templatesKey = 'templates'
export const templatesNow = createCache<readonly FilterTemplate[]>('templatesNow', 1)

interface NameChecked {
  readonly name: string
  /** The one that has it; null: it is free. */
  readonly takenBy: TemplateHeading | null
}

export const nameKey = 'templates:name'
/** What was said of the name that was asked about last; null once that may have changed by what was saved or deleted. */
export const nameChecked = createCache<NameChecked | null>('nameChecked', 1)
