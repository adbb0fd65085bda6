/** How it goes with the form about one's account that each tab sent last, and what is shown once. */
import { combine } from 'effector'
import * as happened from '../events/catalog/account.ts'
import { createCache } from './cache.ts'
import { type FormSaves, formSent, formSettled } from './form-saves.ts'
import { on, projection } from './projection.ts'
import { $tabId } from './tab.ts'

export interface AccountState {
  readonly saves: FormSaves
}

const sent = (
  { saves }: AccountState,
  { formKey }: { readonly formKey: string },
  { tabId }: { readonly tabId: string },
): AccountState => ({ saves: formSent(saves, tabId, formKey) })

export const account = projection<AccountState>({
  name: 'account',
  version: 1,
  log: 'account',
  initial: { saves: {} },
  handlers: [
    on(happened.keyAsked, sent),
    on(happened.recoveryCodesAsked, sent),
    on(happened.authenticatorAsked, sent),
    on(happened.authenticatorConfirmed, sent),
    on(happened.supportWritten, sent),
    on(happened.feedbackGiven, sent),
    on(happened.formSettled, ({ saves }, { formKey, message }, { tabId }) => ({
      saves: formSettled(saves, tabId, formKey, message),
    })),
  ],
})

/** The form that this tab sends, or has sent last. */
export const $accountSave = combine(account.$state, $tabId, ({ saves }, tabId) => saves[tabId] ?? null)

/** Secrets that are shown once: never events, and dropped when what shows them is closed. By nothing: there is one at a time. */
export const onlyOne = 'one'
export const newKey = createCache<{ readonly label: string; readonly secret: string }>('newKey', 1, 'account')
export const newCodes = createCache<readonly string[]>('newCodes', 1, 'account')
export const offeredAuthenticator = createCache<{
  readonly secret: string
  readonly uri: string
  readonly offer: string
}>('offeredAuthenticator', 1, 'account')

/** The files that go with what is written to support, by the key of its form. */
export const contactFiles = createCache<readonly File[]>('contactFiles', 2, 'account')
