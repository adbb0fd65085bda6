/** How it goes with the form about people that each tab sent last. */
import { combine } from 'effector'
import * as happened from '../events/catalog/people.ts'
import { type FormSaves, formSent, formSettled } from './form-saves.ts'
import { on, projection } from './projection.ts'
import { $tabId } from './tab.ts'

export interface PeopleState {
  readonly saves: FormSaves
}

const sent = (
  { saves }: PeopleState,
  { formKey }: { readonly formKey: string },
  { tabId }: { readonly tabId: string },
): PeopleState => ({ saves: formSent(saves, tabId, formKey) })

export const people = projection<PeopleState>({
  name: 'people',
  version: 1,
  log: 'project',
  initial: { saves: {} },
  handlers: [
    on(happened.memberAsked, sent),
    on(happened.invitationAsked, sent),
    on(happened.wallsAsked, sent),
    on(happened.supportAsked, sent),
    on(happened.formSettled, ({ saves }, { formKey, message }, { tabId }) => ({
      saves: formSettled(saves, tabId, formKey, message),
    })),
  ],
})

/** The form that this tab sends, or has sent last. */
export const $peopleSave = combine(people.$state, $tabId, ({ saves }, tabId) => saves[tabId] ?? null)
