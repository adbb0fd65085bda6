/** The calls of contracts/term-reports.ts. */
import * as contract from '#contracts/term-reports.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { sendCsv } from './csv.ts'
import { deleteReport, termReport, termReports } from './reports.ts'
import { runReport } from './run.ts'

export const routes: readonly Route[] = [
  route(contract.listTermReports, (ctx) => termReports(ctx)),
  route(contract.readTermReport, (ctx, { query }) => termReport(ctx, query.termReportId)),
  route(contract.runTermReport, (ctx, { body }) => runReport(ctx, body)),
  route(contract.deleteTermReport, (ctx, { query }) => deleteReport(ctx, query.termReportId)),
  route(contract.termReportCsv, (ctx, { query, reply }) => sendCsv(ctx, query.termReportId, reply)),
]
