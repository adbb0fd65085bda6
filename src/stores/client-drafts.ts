/**
 * What was typed into the settings of a client and not saved, by person and client: kept while other pages are looked at, in
 * the memory of this tab alone.
 */
import { createEvent, createStore } from 'effector'
import type { ClientSettings } from '#contracts/client-settings.ts'

export type ClientDraft = Omit<ClientSettings, 'supportAllowed'>

export const clientDraftChanged = createEvent<{
  readonly of: string
  /** Null: there is nothing that is not saved. */
  readonly draft: ClientDraft | null
}>({ name: 'clientDraftChanged', sid: 'clientDraftChanged' })

export const $clientDrafts = createStore<Readonly<Record<string, ClientDraft>>>(
  {},
  { name: 'clientDrafts', sid: 'clientDrafts', serialize: 'ignore' },
).on(clientDraftChanged, (drafts, { of, draft }) => {
  const { [of]: before, ...others } = drafts
  if (draft === null) return before === undefined ? drafts : others
  return { ...others, [of]: draft }
})
