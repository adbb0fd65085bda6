/** The calls of contracts/term-redactions.ts. */
import * as contract from '#contracts/term-redactions.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { askToFind } from './find.ts'
import { placesIn, tickPlaces } from './places.ts'
import { standingOf } from './standing.ts'
import { askToApply, askToRedo, askToStop, askToUndo } from './write.ts'

export const routes: readonly Route[] = [
  route(contract.findTerms, (ctx, { body }) => askToFind(ctx, body)),
  route(contract.getTermRedaction, (ctx, { params, query }) => standingOf(ctx, params.jobId, query.after)),
  route(contract.listTermPlaces, (ctx, { params, query }) => placesIn(ctx, params.jobId, query)),
  route(contract.tickTermPlaces, (ctx, { params, body }) => tickPlaces(ctx, params.jobId, body)),
  route(contract.applyTerms, (ctx, { params, body }) => askToApply(ctx, params.jobId, body)),
  route(contract.undoTerms, (ctx, { params, body }) => askToUndo(ctx, params.jobId, body.correlationId)),
  route(contract.redoTerms, (ctx, { params, body }) => askToRedo(ctx, params.jobId, body.correlationId)),
  route(contract.stopTerms, (ctx, { params }) => askToStop(ctx, params.jobId)),
]
