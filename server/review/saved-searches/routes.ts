/** The calls of contracts/saved-searches.ts. */
import * as contract from '#contracts/saved-searches.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { countSavedSearch, openSavedSearch } from './opening.ts'
import { deleteSearch, savedSearches, saveSearch } from './searches.ts'

export const routes: readonly Route[] = [
  route(contract.listSavedSearches, (ctx) => savedSearches(ctx)),
  route(contract.saveSearch, (ctx, { body }) => saveSearch(ctx, body)),
  route(contract.deleteSavedSearch, (ctx, { query }) => deleteSearch(ctx, query.savedSearchId)),
  route(contract.countSavedSearch, (ctx, { query }) => countSavedSearch(ctx, query.savedSearchId)),
  route(contract.openSavedSearch, (ctx, { body }) => openSavedSearch(ctx, body.savedSearchId)),
]
