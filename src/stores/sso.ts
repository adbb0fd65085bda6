/** How it goes with the form about single sign-on that each tab sent last. */
import { combine } from 'effector'
import * as happened from '../events/catalog/sso.ts'
import { type FormSaves, formSent, formSettled } from './form-saves.ts'
import { on, projection } from './projection.ts'
import { $tabId } from './tab.ts'

export interface SsoState {
  readonly saves: FormSaves
}

const sent = (
  { saves }: SsoState,
  { formKey }: { readonly formKey: string },
  { tabId }: { readonly tabId: string },
): SsoState => ({ saves: formSent(saves, tabId, formKey) })

export const sso = projection<SsoState>({
  name: 'sso',
  version: 1,
  log: 'account',
  initial: { saves: {} },
  handlers: [
    on(happened.settingAsked, sent),
    on(happened.removalAsked, sent),
    on(happened.formSettled, ({ saves }, { formKey, message }, { tabId }) => ({
      saves: formSettled(saves, tabId, formKey, message),
    })),
  ],
})

/** The form that this tab sends, or has sent last. */
export const $ssoSave = combine(sso.$state, $tabId, ({ saves }, tabId) => saves[tabId] ?? null)
