/** The calls of contracts/stages.ts. */
import * as stages from '#contracts/stages.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { search } from '../../review/search/search-documents.ts'
import { flowOf, stageJobs } from './report.ts'
import { askToFilter, askToPromote, askToRollBack, askToTakeOut } from './submit.ts'

export const routes: readonly Route[] = [
  route(stages.fullSearch, (ctx, { body: { where, ...request } }) =>
    search(ctx, request, 'processing', where),
  ),
  route(stages.promote, (ctx, { body }) => askToPromote(ctx, body)),
  route(stages.rollBack, (ctx, { body }) => askToRollBack(ctx, body)),
  route(stages.takeOut, (ctx, { body }) => askToTakeOut(ctx, body)),
  route(stages.filter, (ctx, { body }) => askToFilter(ctx, body)),
  route(stages.filterReport, (ctx) => stageJobs(ctx)),
  route(stages.readFlow, (ctx) => flowOf(ctx)),
]
