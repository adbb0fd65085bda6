/** Templates of productions that a project keeps. All of it is on the record. */
import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import { productionSettings } from '#contracts/production-settings.ts'
import {
  mostProductionTemplates,
  type saveProductionTemplate as saveCall,
} from '#contracts/production-templates.ts'
import type { initStuff } from '#contracts/productions.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import { nameKey } from '../../platform/records/name-key.ts'
import type { Reader } from '../../platform/records/records.ts'
import { presets } from './presets.ts'
import { storedProduction } from './stored.ts'

/** Whoever is behind a wall sees only their own: names and rules of others may tell of documents that are closed to them. */
const visibleTemplates = (read: Reader, { project, caller }: ProjectContext) =>
  read
    .selectFrom('production_template as t')
    .innerJoin('app_user as u', 'u.user_id', 't.made_by')
    .selectAll('t')
    .select('u.name as maker')
    .where('t.project_id', '=', project.projectId)
    .$if(project.view !== null, (all) => all.where('t.made_by', '=', caller.userId))

/** By name. */
export async function ownTemplates(ctx: ProjectContext): Promise<ReplyOf<typeof initStuff>['templates']> {
  const rows = await visibleTemplates(ctx.records.read, ctx).orderBy('t.name_key').execute()
  return rows.map(({ template_id: templateId, name, settings, maker, made_at }) => ({
    ...{ templateId, name, made: { by: maker, at: made_at } },
    settings: productionSettings.parse(JSON.parse(settings)),
  }))
}

/** Ignoring case; those that are built in have theirs. */
export async function templateNameTaken(read: Reader, projectId: number, name: string): Promise<boolean> {
  const key = nameKey(name)
  if (presets.some((preset) => nameKey(preset.name) === key)) return true
  const row = await read
    .selectFrom('production_template')
    .select('template_id')
    .where('project_id', '=', projectId)
    .where('name_key', '=', key)
    .executeTakeFirst()
  return row !== undefined
}

/** Keeps the settings that a production has. What goes out, and under which first number, is of that production alone. */
export async function saveTemplate(
  ctx: ProjectContext,
  { productionId, name }: BodyOf<typeof saveCall>,
): Promise<ReplyOf<typeof saveCall>> {
  const { projectId } = ctx.project
  return await idempotent(ctx, async (trx) => {
    const { settings } = await storedProduction(trx, projectId, productionId)
    const { n } = await trx
      .selectFrom('production_template')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('project_id', '=', projectId)
      .executeTakeFirstOrThrow()
    if (Number(n) >= mostProductionTemplates)
      throw new ApiError(
        'conflict',
        `The project has ${mostProductionTemplates} templates, which is the most. Delete one first.`,
        { detail: 'name' },
      )
    if (await templateNameTaken(trx, projectId, name))
      throw new ApiError('conflict', `There is a template named ${name} already. Choose another name.`, {
        detail: 'name',
      })
    const kept = {
      ...settings,
      set: presets[0]?.settings.set ?? settings.set,
      numbering: { ...settings.numbering, start: null },
    }
    const { template_id: templateId } = await trx
      .insertInto('production_template')
      .values({
        ...{ project_id: projectId, name, name_key: nameKey(name), settings: JSON.stringify(kept) },
        ...{ made_by: ctx.caller.userId, made_at: instantOf(ctx.now()) },
      })
      .returning('template_id')
      .executeTakeFirstOrThrow()
    await appendAudit(trx, `project:${projectId}`, [
      {
        ...{ ...byCaller(ctx), action: 'production.templateSaved', how: 'manual', newValue: kept },
        facts: { templateId, name, productionId },
      },
    ])
    return { templateId }
  })
}

export async function deleteTemplate(ctx: ProjectContext, templateId: number): Promise<void> {
  const { projectId } = ctx.project
  await idempotent(ctx, async (trx) => {
    const row = await visibleTemplates(trx, ctx).where('t.template_id', '=', templateId).executeTakeFirst()
    if (row === undefined) throw notFound('template')
    await trx.deleteFrom('production_template').where('template_id', '=', templateId).execute()
    await appendAudit(trx, `project:${projectId}`, [
      {
        ...{ ...byCaller(ctx), action: 'production.templateDeleted', how: 'manual' },
        ...{ facts: { templateId, name: row.name }, oldValue: JSON.parse(row.settings) },
      },
    ])
    return {}
  })
}
