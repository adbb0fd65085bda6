/** Has a search saved under a name, deleted, or noted as opened. */
import * as contract from '#contracts/saved-searches.ts'
import { settleSave } from '../commands/saved-searches.ts'
import { addToast } from '../commands/toasts.ts'
import { deletionAsked, opened, saveAsked } from '../events/catalog/saved-searches.ts'
import { savedSearchCount, savedSearches } from '../reads/saved-searches.ts'
import { effect } from './define.ts'
import { asOutcome, cacheValue, toastError } from './outcomes.ts'

const policy = { scope: 'project', strategy: 'queue', retry: { times: 3, base: 300, cap: 5_000 } } as const

const success = (message: string) => addToast({ kind: 'success', message })

export const savedSearchesEffects = [
  effect({
    ...policy,
    name: 'savedSearches.send',
    on: saveAsked,
    request: ({ payload: { formKey: _, ...body } }, { call }) => call(contract.saveSearch, { body }),
    done: ({ payload: { formKey, name } }, { savedSearchId }) => ({
      commands: [
        settleSave({ formKey, message: null, savedSearchId }),
        success(`${name} is saved`),
        savedSearches.request({}),
        savedSearchCount.request({ savedSearchId }),
      ],
    }),
    fail: ({ payload: { formKey } }, { message }) => ({
      commands: [settleSave({ formKey, message, savedSearchId: null })],
    }),
  }),
  effect({
    ...policy,
    name: 'savedSearches.delete',
    on: deletionAsked,
    request: async ({ payload: { savedSearchId, name } }, { call }) => {
      await call(contract.deleteSavedSearch, { query: { savedSearchId } })
      return { commands: [success(`${name} is deleted`), savedSearches.request({})] }
    },
    done: asOutcome,
    fail: (_, failure) => toastError(failure),
  }),
  effect({
    ...policy,
    name: 'savedSearches.open',
    on: opened,
    request: ({ payload: { savedSearchId } }, { call }) =>
      call(contract.openSavedSearch, { body: { savedSearchId } }),
    done: ({ payload: { savedSearchId } }, count) =>
      cacheValue(savedSearchCount.cache, savedSearchCount.key({ savedSearchId }), count),
    // The documents are there all the same: what is new goes on being marked as new.
    fail: () => ({}),
  }),
]
