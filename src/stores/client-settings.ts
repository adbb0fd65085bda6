/** How it goes with the form about clients that each tab sent last. */
import { combine } from 'effector'
import * as happened from '../events/catalog/client-settings.ts'
import { type FormSaves, formSent, formSettled } from './form-saves.ts'
import { on, projection } from './projection.ts'
import { $tabId } from './tab.ts'

export interface ClientSettingsState {
  readonly saves: FormSaves
}

const sent = (
  { saves }: ClientSettingsState,
  { formKey }: { readonly formKey: string },
  { tabId }: { readonly tabId: string },
): ClientSettingsState => ({ saves: formSent(saves, tabId, formKey) })

export const clientSettings = projection<ClientSettingsState>({
  name: 'clientSettings',
  version: 1,
  log: 'account',
  initial: { saves: {} },
  handlers: [
    on(happened.settingsAsked, sent),
    on(happened.clientAsked, sent),
    on(happened.deletionAsked, sent),
    on(happened.formSettled, ({ saves }, { formKey, message }, { tabId }) => ({
      saves: formSettled(saves, tabId, formKey, message),
    })),
  ],
})

/** The form that this tab sends, or has sent last. */
export const $clientSave = combine(clientSettings.$state, $tabId, ({ saves }, tabId) => saves[tabId] ?? null)
