/** How it goes with the form about a client's people that each tab sent last, and how often they have changed. */
import { combine } from 'effector'
import * as happened from '../events/catalog/client-people.ts'
import { type FormSaves, formSent, formSettled } from './form-saves.ts'
import { on, projection } from './projection.ts'
import { $tabId } from './tab.ts'

export interface ClientPeopleState {
  readonly saves: FormSaves
  /** Counts up with each change: lists are looked up anew. */
  readonly changes: number
}

const sent = (
  state: ClientPeopleState,
  { formKey }: { readonly formKey: string },
  { tabId }: { readonly tabId: string },
): ClientPeopleState => ({ ...state, saves: formSent(state.saves, tabId, formKey) })

export const clientPeople = projection<ClientPeopleState>({
  name: 'clientPeople',
  version: 1,
  log: 'account',
  initial: { saves: {}, changes: 0 },
  handlers: [
    on(happened.previewAsked, sent),
    on(happened.invitationsAsked, sent),
    on(happened.changeAsked, sent),
    on(happened.projectRoleAsked, sent),
    on(happened.projectRoleRemovalAsked, sent),
    on(happened.formSettled, (state, { formKey, message }, { tabId }) => ({
      ...state,
      saves: formSettled(state.saves, tabId, formKey, message),
    })),
    on(happened.changed, ({ changes, ...state }) => ({ ...state, changes: changes + 1 })),
  ],
})

export const $peopleChanges = clientPeople.$state.map(({ changes }) => changes)

/** The form that this tab sends, or has sent last. */
export const $clientPeopleSave = combine(
  clientPeople.$state,
  $tabId,
  ({ saves }, tabId) => saves[tabId] ?? null,
)
