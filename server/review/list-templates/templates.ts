/** Templates of the document list. */
import * as z from 'zod/mini'
import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import {
  isForDocumentList,
  type listTemplates,
  type saveTemplate,
  templateLimits,
} from '#contracts/list-templates.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import type { Writer } from '../../platform/records/records.ts'
import { listFields } from '../fields/project-fields.ts'

type Templates = ReplyOf<typeof listTemplates>

const names = z.array(z.string())

/** The caller's own, with the fields that the project has. */
export async function ownTemplates(ctx: ProjectContext): Promise<Templates> {
  const { read } = ctx.records
  const { projectId } = ctx.project
  const rows = await read
    .selectFrom('document_list_template')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('user_id', '=', ctx.caller.userId)
    .orderBy('name_key')
    .execute()
  const known = new Set((await listFields(read, projectId, true)).map(({ name }) => name))
  const data = rows.map((row) => ({
    templateId: row.template_id,
    name: row.name,
    fields: names.parse(JSON.parse(row.fields)).filter((name) => known.has(name)),
    at: row.at,
  }))
  return { data, totalCount: data.length }
}

/** Saves one under its name, or takes it away where it has no fields. */
export async function putTemplate(
  ctx: ProjectContext,
  asked: BodyOf<typeof saveTemplate>,
): Promise<Templates> {
  const fields = await knownFields(ctx, asked.fields)
  const own = { project_id: ctx.project.projectId, user_id: ctx.caller.userId }
  const name = asked.name.trim()
  const name_key = name.toLowerCase()
  await idempotent(ctx, async (trx) => {
    if (fields.length === 0)
      await trx
        .deleteFrom('document_list_template')
        .where('project_id', '=', own.project_id)
        .where('user_id', '=', own.user_id)
        .where('name_key', '=', name_key)
        .execute()
    else {
      const row = { name, fields: JSON.stringify(fields), at: instantOf(ctx.now()) }
      await trx
        .insertInto('document_list_template')
        .values({ ...own, ...row, name_key })
        .onConflict((conflict) => conflict.columns(['project_id', 'user_id', 'name_key']).doUpdateSet(row))
        .execute()
      await refuseTooMany(trx, own)
    }
  })
  return ownTemplates(ctx)
}

async function knownFields(ctx: ProjectContext, asked: readonly string[]): Promise<string[]> {
  const refused = (name: string, message: string) =>
    new ApiError('request.invalid', message, { detail: name })
  const fields = await listFields(ctx.records.read, ctx.project.projectId, ctx.project.view === null)
  const found = asked.map((name) => {
    if (!isForDocumentList(name)) throw refused(name, `${name} is shown in no document list.`)
    const field = fields.find((known) => known.name.toLowerCase() === name.toLowerCase())
    if (field === undefined) throw refused(name, `Documents of this project have no field ${name}.`)
    return field.name
  })
  const twice = found.find((name, at) => found.indexOf(name) !== at)
  if (twice !== undefined) throw refused(twice, `${twice} stands twice in this template.`)
  return found
}

async function refuseTooMany(
  trx: Writer,
  { project_id, user_id }: { readonly project_id: number; readonly user_id: number },
): Promise<void> {
  const { count } = await trx
    .selectFrom('document_list_template')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', project_id)
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  if (Number(count) > templateLimits.templates)
    throw new ApiError('conflict', `You have ${templateLimits.templates} templates. Remove one first.`, {
      detail: 'name',
    })
}
