/** Search term reports that are kept: listing, reading and deleting them. */
import type { ReplyOf } from '#contracts/call.ts'
import { keptSet } from '#contracts/document-sets.ts'
import type { listTermReports, ReportedTerm, TermReport, TermReportHead } from '#contracts/term-reports.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { mayDelete, type ReportRow, reportOf, selectReports } from '../search/kept-sets.ts'

/** What is kept of the whole as JSON. */
export type KeptFigures = Omit<
  TermReportHead,
  'termReportId' | 'name' | 'set' | 'madeBy' | 'madeAt' | 'mayDelete'
>

/** What is kept of a term as JSON. */
export type KeptTerm = Omit<ReportedTerm, 'termId'>

export async function termReports(ctx: ProjectContext): Promise<ReplyOf<typeof listTermReports>> {
  const rows = await selectReports(ctx.records.read, ctx).orderBy('r.term_report_id', 'desc').execute()
  return { data: rows.map((row) => headOf(ctx, row)), totalCount: rows.length }
}

export async function termReport(ctx: ProjectContext, termReportId: number): Promise<TermReport> {
  const { read } = ctx.records
  const row = await reportOf(ctx, read, termReportId)
  const terms = await read
    .selectFrom('term_report_term')
    .select(['term_report_term_id', 'figures'])
    .where('term_report_id', '=', termReportId)
    .orderBy('position')
    .execute()
  return {
    ...headOf(ctx, row),
    rows: terms.map(({ term_report_term_id: termId, figures }) => {
      const kept: KeptTerm = JSON.parse(figures)
      return { ...kept, termId }
    }),
  }
}

export async function deleteReport(ctx: ProjectContext, termReportId: number): Promise<void> {
  await idempotent(ctx, async (trx) => {
    const row = await reportOf(ctx, trx, termReportId)
    if (!mayDelete(ctx, row))
      throw new ApiError(
        'permission.denied',
        `${row.maker} ran ${row.name}: only ${row.maker}, review managers and stronger roles delete it.`,
        { detail: 'search.share' },
      )
    await trx.deleteFrom('term_report_term').where('term_report_id', '=', termReportId).execute()
    await trx.deleteFrom('term_report').where('term_report_id', '=', termReportId).execute()
    await appendAudit(trx, `project:${ctx.project.projectId}`, [
      {
        ...byCaller(ctx),
        action: 'termReport.deleted',
        facts: { termReportId, name: row.name },
        how: 'manual',
      },
    ])
  })
}

function headOf(ctx: ProjectContext, row: ReportRow): TermReportHead {
  const figures: KeptFigures = JSON.parse(row.figures)
  return {
    ...figures,
    termReportId: row.term_report_id,
    name: row.name,
    set: keptSet.parse(JSON.parse(row.of_set)),
    madeBy: row.maker,
    madeAt: row.made_at,
    mayDelete: mayDelete(ctx, row),
  }
}
