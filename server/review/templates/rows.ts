/** Templates as the record has them. */

import type { TemplateHeading } from '#contracts/templates.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import type { TemplateTable } from './tables.ts'

export type TemplateKind = TemplateTable['kind']

/** The templates of a project, with the names of who made and saved them. */
export const selectTemplates = (read: Reader | Writer, projectId: number) =>
  read
    .selectFrom('template as t')
    .innerJoin('app_user as m', 'm.user_id', 't.made_by')
    .innerJoin('app_user as s', 's.user_id', 't.saved_by')
    .selectAll('t')
    .select(['m.name as maker', 's.name as saver'])
    .where('t.project_id', '=', projectId)

export type TemplateRow = Awaited<ReturnType<ReturnType<typeof selectTemplates>['execute']>>[number]

/** Whoever made it, and who manages the project. */
export const mayChange = (ctx: ProjectContext, { made_by }: Pick<TemplateTable, 'made_by'>): boolean =>
  made_by === ctx.caller.userId || ctx.can('project.manage')

export const presentHeading = (ctx: ProjectContext, row: TemplateRow): TemplateHeading => ({
  templateId: row.template_id,
  name: row.name,
  version: row.version,
  madeBy: row.maker,
  savedBy: row.saver,
  savedAt: row.saved_at,
  mayChange: mayChange(ctx, row),
})
