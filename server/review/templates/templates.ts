/** Saving and deleting templates. All of it is on the record, with what a template was and what it became. */
import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import { type saveTemplate as saveCall, type TemplateHeading, templateLimits } from '#contracts/templates.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import { nameKey } from '../../platform/records/name-key.ts'
import type { Writer } from '../../platform/records/records.ts'
import { requireAskable } from './filters.ts'
import { mayChange, presentHeading, selectTemplates, type TemplateKind, type TemplateRow } from './rows.ts'

/** The template that has a name; null: it is free. */
export async function headingOf(
  ctx: ProjectContext,
  kind: TemplateKind,
  name: string,
): Promise<TemplateHeading | null> {
  const row = await selectTemplates(ctx.records.read, ctx.project.projectId)
    .where('t.kind', '=', kind)
    .where('t.name_key', '=', nameKey(name))
    .executeTakeFirst()
  return row === undefined ? null : presentHeading(ctx, row)
}

/**
 * Saves one under a name that is free, or over the one that was seen. Writers take turns, so that of two who save the same
 * name at once the second is told that it is taken.
 */
export async function saveTemplate(
  ctx: ProjectContext,
  { kind, name, choice, over }: BodyOf<typeof saveCall>,
): Promise<ReplyOf<typeof saveCall>> {
  const content = JSON.stringify(choice)
  if (content.length > templateLimits.length)
    throw new ApiError(
      'request.invalid',
      `This filter is too long to be saved: ${content.length} characters, where ${templateLimits.length} can be kept. Choose fewer values.`,
      { detail: 'choice' },
    )
  await requireAskable(ctx, choice)
  return await idempotent(ctx, async (trx) => {
    const before = over === null ? null : await changeable(ctx, trx, over.templateId)
    if (before !== null && before.version !== over?.version)
      throw new ApiError(
        'conflict',
        `${before.saver} has saved ${before.name} since you looked at it. Look at it again before you save over it.`,
        { detail: 'version' },
      )
    await requireFree(ctx, trx, kind, name, before)
    const saved = {
      ...{ name, name_key: nameKey(name), content, version: (before?.version ?? 0) + 1 },
      ...{ saved_by: ctx.caller.userId, saved_at: instantOf(ctx.now()) },
    }
    const templateId =
      before === null ? await insert(ctx, trx, kind, saved) : await replace(trx, before.template_id, saved)
    await tell(trx, ctx, before === null ? 'template.saved' : 'template.changed', {
      facts: { templateId, kind, name },
      ...(before === null ? {} : { oldValue: asKept(before) }),
      newValue: { name, choice },
    })
    return { templateId, version: saved.version }
  })
}

/** Deletes one. The record still says what it was. */
export async function deleteTemplate(ctx: ProjectContext, templateId: number): Promise<void> {
  await idempotent(ctx, async (trx) => {
    const row = await changeable(ctx, trx, templateId)
    await trx.deleteFrom('template').where('template_id', '=', templateId).execute()
    const { kind, name } = row
    await tell(trx, ctx, 'template.deleted', { facts: { templateId, kind, name }, oldValue: asKept(row) })
  })
}

async function changeable(ctx: ProjectContext, trx: Writer, templateId: number): Promise<TemplateRow> {
  const row = await selectTemplates(trx, ctx.project.projectId)
    .where('t.template_id', '=', templateId)
    .executeTakeFirst()
  if (row === undefined) throw notFound('template')
  if (!mayChange(ctx, row))
    throw new ApiError(
      'permission.denied',
      `${row.maker} made ${row.name}: only ${row.maker} and project managers change it.`,
      { detail: 'project.manage' },
    )
  return row
}

async function requireFree(
  ctx: ProjectContext,
  trx: Writer,
  kind: TemplateKind,
  name: string,
  own: TemplateRow | null,
): Promise<void> {
  const same = await selectTemplates(trx, ctx.project.projectId)
    .where('t.kind', '=', kind)
    .where('t.name_key', '=', nameKey(name))
    .executeTakeFirst()
  if (same !== undefined && same.template_id !== own?.template_id)
    throw new ApiError('conflict', `${same.saver} has saved a filter as ${same.name}. Choose another name.`, {
      detail: 'name',
    })
}

type Saved = Pick<TemplateRow, 'name' | 'name_key' | 'content' | 'version' | 'saved_by' | 'saved_at'>

async function insert(ctx: ProjectContext, trx: Writer, kind: TemplateKind, saved: Saved): Promise<number> {
  const { projectId } = ctx.project
  const { count } = await trx
    .selectFrom('template')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  if (Number(count) >= templateLimits.templates)
    throw new ApiError(
      'conflict',
      `This project has ${templateLimits.templates} saved filters. Delete one that nobody needs first.`,
      { detail: 'name' },
    )
  const { template_id } = await trx
    .insertInto('template')
    .values({ ...saved, project_id: projectId, kind, made_by: saved.saved_by })
    .returning('template_id')
    .executeTakeFirstOrThrow()
  return template_id
}

async function replace(trx: Writer, templateId: number, saved: Saved): Promise<number> {
  await trx.updateTable('template').set(saved).where('template_id', '=', templateId).execute()
  return templateId
}

/** As the record tells it. */
const asKept = ({ name, content }: TemplateRow) => ({ name, choice: JSON.parse(content) })

type Action = `template.${'saved' | 'changed' | 'deleted'}`

async function tell(
  trx: Writer,
  ctx: ProjectContext,
  action: Action,
  said: {
    readonly facts: { readonly templateId: number; readonly kind: TemplateKind; readonly name: string }
    readonly oldValue?: unknown
    readonly newValue?: unknown
  },
): Promise<void> {
  await appendAudit(trx, `project:${ctx.project.projectId}`, [
    { ...byCaller(ctx), action, ...said, how: 'manual' },
  ])
}
