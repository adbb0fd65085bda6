/** The calls of contracts/reconcile.ts. */
import { Readable } from 'node:stream'
import * as reconcile from '#contracts/reconcile.ts'
import { safeName, sendDownload } from '../../platform/http/download.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { controlNumbers } from '../documents/control.ts'
import { foundCommands } from './commands.ts'
import { reportsCsv } from './csv.ts'
import { machineName } from './machine.ts'
import { logReports, oddByReport, openReport } from './queries.ts'
import { takeReport } from './reports.ts'

export const routes: readonly Route[] = [
  route(reconcile.commands, (ctx, { body }) => foundCommands(ctx, body.commandIds)),

  route(reconcile.report, async (ctx, { body, raw, reply }) => ({
    taken: await takeReport(ctx, reply, body, machineName(raw.headers['user-agent'], body.browser)),
  })),

  route(reconcile.reports, async (ctx) => {
    const data = await logReports(ctx)
    return { data, totalCount: data.length }
  }),

  route(reconcile.readReport, (ctx, { params }) => openReport(ctx, params.reportId)),

  route(reconcile.exportReports, async (ctx, { reply }) => {
    const odd = await oddByReport(ctx)
    const reports = (await logReports(ctx)).map((one) => ({ ...one, odd: odd.get(one.reportId) ?? [] }))
    const documents = reports.flatMap((one) => one.odd.map(({ document }) => document))
    const numbers = await controlNumbers(ctx.records.read, ctx.project, documents)
    const bytes = Buffer.from(reportsCsv(reports, numbers))
    const name = safeName(`Reconciliation ${ctx.project.prefix}.csv`, 'reconciliation.csv')
    return await sendDownload(reply, { name, size: bytes.length, bytes: Readable.from([bytes]) })
  }),
]
