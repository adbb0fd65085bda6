/** Mapping templates: which column fills what, kept for the next delivery of the same sender. */
import * as z from 'zod/mini'
import type { BodyOf } from '#contracts/call.ts'
import { type LoadTemplate, loadLimits, loadTemplate, type saveLoadTemplate } from '#contracts/loads.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import { nameKey } from '../../platform/records/name-key.ts'
import type { Writer } from '../../platform/records/records.ts'

const columns = z.array(z.object({ name: z.string(), target: z.unknown() }))

export async function templatesOf({ records, project }: ProjectContext): Promise<LoadTemplate[]> {
  const rows = await records.read
    .selectFrom('load_template')
    .selectAll()
    .where('project_id', '=', project.projectId)
    .orderBy('name_key')
    .execute()
  return rows.map((row) => presented(row.template_id, row.name, row.columns_said))
}

const presented = (templateId: number, name: string, said: string): LoadTemplate =>
  loadTemplate.parse({ templateId, name, columns: columns.parse(JSON.parse(said)) })

export async function saveTemplate(
  ctx: ProjectContext,
  asked: BodyOf<typeof saveLoadTemplate>,
): Promise<LoadTemplate> {
  const { projectId } = ctx.project
  await requireOwnFields(ctx, asked)
  return await idempotent(ctx, async (trx) => {
    const row = {
      ...{ project_id: projectId, name: asked.name, name_key: nameKey(asked.name) },
      ...{
        columns_said: JSON.stringify(asked.columns),
        saved_by: ctx.caller.userId,
        saved_at: instantOf(ctx.now()),
      },
    }
    await requireRoom(trx, projectId, row.name_key)
    const { template_id } = await trx
      .insertInto('load_template')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['project_id', 'name_key']).doUpdateSet((eb) => ({
          name: eb.ref('excluded.name'),
          columns_said: eb.ref('excluded.columns_said'),
          saved_by: eb.ref('excluded.saved_by'),
          saved_at: eb.ref('excluded.saved_at'),
        })),
      )
      .returning('template_id')
      .executeTakeFirstOrThrow()
    await tell(trx, ctx, 'load.templateSaved', {
      templateId: template_id,
      name: asked.name,
      columns: asked.columns.length,
    })
    return { templateId: template_id, name: asked.name, columns: asked.columns }
  })
}

export async function deleteTemplate(ctx: ProjectContext, templateId: number): Promise<void> {
  await ctx.records.write('interactive', async (trx) => {
    const row = await trx
      .deleteFrom('load_template')
      .where('template_id', '=', templateId)
      .where('project_id', '=', ctx.project.projectId)
      .returning('name')
      .executeTakeFirst()
    if (row === undefined) throw notFound('mapping template')
    await tell(trx, ctx, 'load.templateDeleted', { templateId, name: row.name })
  })
}

/** A template of another project's fields would fill them here. */
async function requireOwnFields(
  { records, project }: ProjectContext,
  asked: BodyOf<typeof saveLoadTemplate>,
): Promise<void> {
  const ids = asked.columns.flatMap(({ target }) => (target.is === 'field' ? target.fieldId : []))
  if (ids.length === 0) return
  const rows = await records.read
    .selectFrom('field')
    .select('field_id')
    .where('project_id', '=', project.projectId)
    .where('field_id', 'in', ids)
    .execute()
  const own = new Set(rows.map(({ field_id }) => field_id))
  if (!ids.every((id) => own.has(id))) throw notFound('field')
}

async function requireRoom(trx: Writer, projectId: number, key: string): Promise<void> {
  const { others } = await trx
    .selectFrom('load_template')
    .select((eb) => eb.fn.countAll<number>().as('others'))
    .where('project_id', '=', projectId)
    .where('name_key', '<>', key)
    .executeTakeFirstOrThrow()
  if (Number(others) >= loadLimits.templates)
    throw new ApiError(
      'conflict',
      `There are ${loadLimits.templates} templates. Delete one that nobody needs first.`,
      {
        detail: 'name',
      },
    )
}

const tell = (trx: Writer, ctx: ProjectContext, action: string, facts: Record<string, unknown>) =>
  appendAudit(trx, `project:${ctx.project.projectId}`, [{ ...byCaller(ctx), action, facts }])
