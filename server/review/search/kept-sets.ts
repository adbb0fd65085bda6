/** Sets of documents that are kept: those that reports were run over, and random samples. Who sees them. */
import type { ProjectContext } from '../../platform/http/context.ts'
import { notFound } from '../../platform/http/error.ts'
import type { Parts } from '../../platform/http/view.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'

/**
 * What of the project somebody sees: figures are shown only to who sees what they were counted among. What was filed since in
 * folders of the walls takes no figure away from whoever has seen it.
 */
export function viewKey({ project: { view } }: Pick<ProjectContext, 'project'>): string {
  if (view === null) return JSON.stringify(null)
  const { projectId, walls, batchesOf, withoutRedacted } = view
  // As it was kept before walls were made of folders.
  const parts = ({ custodians, sources, folders }: Parts) => ({
    ...{ custodians, sources },
    ...(folders.length === 0 ? {} : { folders }),
  })
  const kept = walls === null ? null : { allowed: parts(walls.allowed), denied: parts(walls.denied) }
  return JSON.stringify({
    projectId,
    walls: kept,
    batchesOf,
    ...(withoutRedacted ? { withoutRedacted } : {}),
  })
}

/**
 * Those of the project that the caller sees. Whoever is behind a wall sees their own ones alone, and those only as long as
 * the walls stand as they stood; those who see all see those of each other.
 */
export const selectReports = (read: Reader | Writer, ctx: ProjectContext) =>
  read
    .selectFrom('term_report as r')
    .innerJoin('app_user as m', 'm.user_id', 'r.made_by')
    .selectAll('r')
    .select('m.name as maker')
    .where('r.project_id', '=', ctx.project.projectId)
    .where('r.view', '=', viewKey(ctx))
    .$if(ctx.project.view !== null, (all) => all.where('r.made_by', '=', ctx.caller.userId))

/** The same of samples. */
export const selectSamples = (read: Reader | Writer, ctx: ProjectContext) =>
  read
    .selectFrom('random_sample as r')
    .innerJoin('app_user as m', 'm.user_id', 'r.made_by')
    .selectAll('r')
    .select('m.name as maker')
    .where('r.project_id', '=', ctx.project.projectId)
    .where('r.view', '=', viewKey(ctx))
    .$if(ctx.project.view !== null, (all) => all.where('r.made_by', '=', ctx.caller.userId))

export type ReportRow = Awaited<ReturnType<ReturnType<typeof selectReports>['execute']>>[number]
export type SampleRow = Awaited<ReturnType<ReturnType<typeof selectSamples>['execute']>>[number]

/** One that the caller sees; else it is answered as not there. */
export async function reportOf(
  ctx: ProjectContext,
  read: Reader | Writer,
  termReportId: number,
): Promise<ReportRow> {
  const row = await selectReports(read, ctx).where('r.term_report_id', '=', termReportId).executeTakeFirst()
  if (row === undefined) throw notFound('search term report')
  return row
}

export async function sampleOf(
  ctx: ProjectContext,
  read: Reader | Writer,
  sampleId: number,
): Promise<SampleRow> {
  const row = await selectSamples(read, ctx).where('r.random_sample_id', '=', sampleId).executeTakeFirst()
  if (row === undefined) throw notFound('random sample')
  return row
}

/** A term of a report that the caller sees. */
export async function termOf(
  ctx: ProjectContext,
  read: Reader | Writer,
  termId: number,
): Promise<{ readonly alone: string; readonly report: ReportRow }> {
  const term = await read
    .selectFrom('term_report_term')
    .select(['alone', 'term_report_id'])
    .where('term_report_term_id', '=', termId)
    .where('project_id', '=', ctx.project.projectId)
    .executeTakeFirst()
  if (term === undefined) throw notFound('term of a report')
  return { alone: term.alone, report: await reportOf(ctx, read, term.term_report_id) }
}

/** Whoever made it, and whoever may share searches. */
export const mayDelete = (ctx: ProjectContext, { made_by }: Pick<ReportRow, 'made_by'>): boolean =>
  made_by === ctx.caller.userId || ctx.can('search.share')
