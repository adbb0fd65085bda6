/** Reports as a manager reads them: by person and machine, differences first, each beside what the record has. */

import * as z from 'zod/mini'
import {
  type LogReport,
  type OddEntry,
  type OddFound,
  type OpenReport,
  oddEntry,
} from '#contracts/reconcile.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { checkedOnly } from '../../platform/records/dialect.ts'
import { controlNumber } from '../documents/control.ts'
import { inReview } from '../documents/visible.ts'
import { presentRow, type StoredRow } from '../viewer/history.ts'
import { countsOf, requireReport } from './reports.ts'

/** All reports of the project: bounded by what is kept of each person. */
export async function logReports(ctx: ProjectContext): Promise<LogReport[]> {
  const { projectId } = ctx.project
  const { read } = ctx.records
  const rows = await read
    .selectFrom('client_log as l')
    .innerJoin('app_user as u', 'u.user_id', 'l.user_id')
    .leftJoin('project_user as m', (join) =>
      join.onRef('m.project_id', '=', 'l.project_id').onRef('m.user_id', '=', 'l.user_id'),
    )
    .selectAll('l')
    .select(['u.name', 'm.role'])
    .where('l.project_id', '=', projectId)
    .orderBy('l.client_log_id', 'desc')
    .execute()
  const begun = new Set<string>()
  const reports = rows.map((row): LogReport => {
    // The newest log of a browser stands first: the others have ended.
    const place = `${row.user_id} ${row.browser}`
    const ended = begun.has(place)
    begun.add(place)
    return {
      reportId: row.client_log_id,
      userId: row.user_id,
      userName: row.name,
      roleName: row.role ?? '',
      machine: row.machine,
      seq: row.seq,
      version: row.version,
      clockOffset: row.clock_offset,
      reconciledAt: row.reconciled_at,
      reconciledTo: row.reconciled_to,
      counts: countsOf(row),
      firstAt: row.first_at,
      lastAt: row.last_at,
      ended,
    }
  })
  const odd = ({ counts }: LogReport) => counts.missing + counts.differs
  return reports.sort((a, b) => odd(b) - odd(a) || (a.lastAt < b.lastAt ? 1 : a.lastAt > b.lastAt ? -1 : 0))
}

/** A report with its entries, each beside what the record has of its command and of its document. */
export async function openReport(ctx: ProjectContext, reportId: number): Promise<OpenReport> {
  const { odd: text } = await requireReport(ctx, reportId)
  const report = (await logReports(ctx)).find((one) => one.reportId === reportId)
  if (report === undefined) throw new Error(`The report ${reportId} has gone.`)
  const odd = entries.parse(JSON.parse(text))
  const rows = await rowsOf(
    ctx,
    odd.map(({ command }) => command),
  )
  const documentIds = [...new Set(odd.flatMap(({ document }) => document ?? []))]
  const [names, last] = [await namesOf(ctx, documentIds), await lastOf(ctx, documentIds)]
  const earlier = await ctx.records.read
    .selectFrom('client_log_report')
    .selectAll()
    .where('client_log_id', '=', reportId)
    .orderBy('seq', 'desc')
    .execute()
  return {
    report,
    odd: odd.map((one): OddFound => {
      const control = one.document === null ? undefined : names.get(one.document)
      return {
        ...one,
        controlNumber: control === undefined ? '' : controlNumber(ctx.project.prefix, control),
        rows: (rows.get(one.command) ?? []).map(presentRow),
        last: one.document === null ? null : (last.get(one.document) ?? null),
      }
    }),
    history: earlier.map((row) => ({ seq: row.seq, at: row.at, counts: countsOf(row) })),
  }
}

const entries = z.array(oddEntry)

/** The entries that differ, of each report. */
export async function oddByReport(ctx: ProjectContext): Promise<ReadonlyMap<number, readonly OddEntry[]>> {
  const rows = await ctx.records.read
    .selectFrom('client_log')
    .select(['client_log_id', 'odd'])
    .where('project_id', '=', ctx.project.projectId)
    .execute()
  return new Map(rows.map(({ client_log_id, odd }) => [client_log_id, entries.parse(JSON.parse(odd))]))
}

/** Rows of a command that are shown beside an entry. */
const maxRows = 2_000

async function rowsOf(
  ctx: ProjectContext,
  commandIds: readonly string[],
): Promise<ReadonlyMap<string, readonly StoredRow[]>> {
  if (commandIds.length === 0) return new Map()
  const rows = await ctx.records.read
    .selectFrom('audit')
    .selectAll()
    .where('command_id', 'in', commandIds)
    .where(checkedOnly('project_id'), '=', ctx.project.projectId)
    .orderBy('audit_id')
    .limit(maxRows)
    .execute()
  return Map.groupBy(rows, ({ command_id }) => command_id ?? '')
}

async function namesOf(
  ctx: ProjectContext,
  documentIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (documentIds.length === 0) return new Map()
  const rows = await ctx.records.read
    .selectFrom('document')
    .select(['document_id', 'control'])
    .where(checkedOnly('project_id'), '=', ctx.project.projectId)
    .where('document_id', 'in', documentIds)
    .where('state', '=', inReview)
    .execute()
  return new Map(rows.map(({ document_id, control }) => [document_id, control]))
}

/** The last change of each document. */
async function lastOf(
  ctx: ProjectContext,
  documentIds: readonly number[],
): Promise<ReadonlyMap<number, ReturnType<typeof presentRow>>> {
  if (documentIds.length === 0) return new Map()
  const rows = await ctx.records.read
    .selectFrom('audit')
    .selectAll()
    .where('audit_id', 'in', (eb) =>
      eb
        .selectFrom('audit')
        .select(({ fn }) => fn.max('audit_id').as('audit_id'))
        .where(checkedOnly('project_id'), '=', ctx.project.projectId)
        .where('document_id', 'in', documentIds)
        .where('action', 'in', ['coding.saved', 'tags.changed'])
        .groupBy('document_id'),
    )
    .execute()
  return new Map(rows.map((row) => [row.document_id ?? 0, presentRow(row)]))
}
