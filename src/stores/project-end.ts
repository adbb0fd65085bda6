/** How it goes with the form about the project's end that each tab sent last. */
import { combine } from 'effector'
import * as happened from '../events/catalog/project-end.ts'
import { type FormSaves, formSent, formSettled } from './form-saves.ts'
import { on, projection } from './projection.ts'
import { $tabId } from './tab.ts'

export interface ProjectEndState {
  readonly saves: FormSaves
}

const sent = (
  { saves }: ProjectEndState,
  { formKey }: { readonly formKey: string },
  { tabId }: { readonly tabId: string },
): ProjectEndState => ({ saves: formSent(saves, tabId, formKey) })

export const projectEnd = projection<ProjectEndState>({
  name: 'projectEnd',
  version: 1,
  log: 'project',
  initial: { saves: {} },
  handlers: [
    on(happened.archiveAsked, sent),
    on(happened.holdAsked, sent),
    on(happened.endAsked, sent),
    on(happened.formSettled, ({ saves }, { formKey, message }, { tabId }) => ({
      saves: formSettled(saves, tabId, formKey, message),
    })),
  ],
})

/** The form that this tab sends, or has sent last. */
export const $endSave = combine(projectEnd.$state, $tabId, ({ saves }, tabId) => saves[tabId] ?? null)
