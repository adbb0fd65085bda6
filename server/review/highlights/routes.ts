/** The calls of contracts/highlights.ts. */
import * as contract from '#contracts/highlights.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { deleteSet, orderSets, restoreSet, saveSet } from './change.ts'
import { setsOf } from './sets.ts'

export const routes: readonly Route[] = [
  route(contract.listHighlightSets, (ctx) => setsOf(ctx)),
  route(contract.saveHighlightSet, (ctx, { body }) => saveSet(ctx, body)),
  route(contract.orderHighlightSets, (ctx, { body }) => orderSets(ctx, body.highlightSetIds)),
  route(contract.deleteHighlightSet, (ctx, { query }) => deleteSet(ctx, query.highlightSetId, query.version)),
  route(contract.restoreHighlightSet, (ctx, { body }) => restoreSet(ctx, body.highlightSetId)),
]
