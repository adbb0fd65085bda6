/** Saved searches, and what each finds. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import { countSavedSearch, listSavedSearches } from '#contracts/saved-searches.ts'
import { read } from './read.ts'

export const savedSearches = read({
  name: 'savedSearches.list',
  event: 'savedSearches.requested',
  label: 'Look up saved searches',
  log: 'project',
  payload: z.strictObject({}),
  ask: async (_, { call }) => (await call(listSavedSearches)).data,
})

export const savedSearchCount = read({
  name: 'savedSearches.count',
  event: 'savedSearches.countRequested',
  label: 'Count what a saved search finds',
  log: 'project',
  payload: z.strictObject({ savedSearchId: id }),
  limit: 500,
  ask: (query, { call }) => call(countSavedSearch, { query }),
})
