/** The call of contracts/client-report.ts. */
import { getClientReport } from '#contracts/client-report.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { reportOf } from './report.ts'

export const routes: readonly Route[] = [
  route(getClientReport, (ctx, { query }) => reportOf(ctx.records.read, query.companyId, ctx.now())),
]
