/** Saved searches: saving, opening and deleting one. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import { deletionAsked, opened, saveAsked, saveSettled } from '../events/catalog/saved-searches.ts'
import { command, reject } from './define.ts'

const never = { capture: 'never' } as const

export const saveSearch = command({
  ...never,
  type: 'savedSearches.save',
  payload: saveAsked.payload,
  decide: (_state, payload, { can }) =>
    payload.shared && !can('search.share')
      ? reject('Review managers and stronger roles share searches.')
      : [saveAsked(payload)],
  label: ({ name, over }) => `${over === null ? 'Save' : 'Save over'} the search ${name}`,
})

/** By the effect, with what became of it. */
export const settleSave = command({
  ...never,
  type: 'savedSearches.settle',
  payload: saveSettled.payload,
  decide: (_state, payload) => [saveSettled(payload)],
  label: ({ message }) => message ?? 'The search is saved',
})

export const deleteSavedSearch = command({
  ...never,
  type: 'savedSearches.delete',
  payload: deletionAsked.payload,
  decide: (_state, payload) => [deletionAsked(payload)],
  label: ({ name }) => `Delete the saved search ${name}`,
})

/** Beside the search itself (review.search): what it finds now is new no more. */
export const openSavedSearch = command({
  ...never,
  type: 'savedSearches.open',
  payload: z.strictObject({ savedSearchId: id, name: z.string(), inside: z.boolean() }),
  decide: (_state, payload, { tabId }) => [opened({ tabId, ...payload })],
  label: ({ name, inside }) => (inside ? `Search inside ${name}` : `Open the saved search ${name}`),
})
