/** The calls of contracts/searching.ts. */
import * as contract from '#contracts/searching.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { forgetSearches, history, rememberSearch } from './history.ts'
import { idsFound, validated } from './queries.ts'

export const routes: readonly Route[] = [
  route(contract.listHistory, (ctx) => history(ctx)),
  route(contract.rememberSearch, (ctx, { body }) => rememberSearch(ctx, body)),
  route(contract.forgetSearches, (ctx, { query }) => forgetSearches(ctx, query.pastSearchId)),
  route(contract.validateQuery, (ctx, { body }) => validated(ctx, body.queryString)),
  route(contract.findIds, (ctx, { body }) => idsFound(ctx, body)),
]
