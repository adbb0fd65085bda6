/** The calls of contracts/reconstruct.ts. */
import * as reconstruct from '#contracts/reconstruct.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { activityPage } from './activity.ts'
import { readBatches } from './batches.ts'
import { comparePage, totalsOf } from './compare.ts'
import { readCounts } from './counts.ts'
import { densityOf } from './density.ts'
import { readDocument } from './document.ts'
import { sendActivity } from './export.ts'
import { readList } from './list.ts'
import { momentIn, pastOf } from './moments.ts'
import { summarise } from './summary.ts'

export const routes: readonly Route[] = [
  route(reconstruct.activity, async (ctx, { body }) => activityPage(await pastOf(ctx), body)),

  route(reconstruct.summary, async (ctx, { body }) => summarise(await pastOf(ctx), body.filter)),

  route(reconstruct.density, async (ctx, { body }) => densityOf(await pastOf(ctx), body)),

  route(reconstruct.documentAsOf, async (ctx, { query }) =>
    readDocument(await pastOf(ctx), query.documentId, momentIn(query)),
  ),

  route(reconstruct.countsAsOf, async (ctx, { query }) => readCounts(await pastOf(ctx), momentIn(query))),

  route(reconstruct.listAsOf, async (ctx, { body }) => readList(await pastOf(ctx), body)),

  route(reconstruct.batchesAsOf, async (ctx, { query }) => readBatches(await pastOf(ctx), query)),

  route(reconstruct.compare, async (ctx, { body }) => comparePage(await pastOf(ctx), body)),

  route(reconstruct.compareTotals, async (ctx, { body }) => totalsOf(await pastOf(ctx), body)),

  route(reconstruct.exportActivity, (ctx, { query, reply }) => sendActivity(ctx, query, reply)),
]
