/** A document's value of a custom field, set without a form: a save of coding like any other, by the field itself. */
import type { BodyOf } from '#contracts/call.ts'
import type { VersionsSeen } from '#contracts/coding-versions.ts'
import type { setCustomField } from '#contracts/fields.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import type { Writer } from '../../platform/records/records.ts'
import { saveContextOf } from '../coding/asked.ts'
import { rulesOf } from '../coding/rules.ts'
import { ask, type SaveReply, save, type Target } from '../coding/save.ts'
import { showing } from './list.ts'

export async function setValue(
  trx: Writer,
  ctx: ProjectContext & { readonly idempotencyKey: string },
  { fieldId, value, over, ...said }: BodyOf<typeof setCustomField>,
  seen: VersionsSeen,
): Promise<SaveReply> {
  const { projectId } = ctx.project
  const rule = (await rulesOf(trx, projectId, [fieldId])).get(fieldId)
  if (rule === undefined) throw notFound('field')
  const target: Target = { ...rule, formFieldId: fieldId }
  const change = {
    name: rule.field_name,
    value,
    coding_form_field_id: fieldId,
    ...(over === undefined ? {} : { over }),
  }
  const body = { ...said, coding_form_id: null, fields: [change] }
  const by = saveContextOf(ctx)
  const targets = requireCodable(trx, ctx, target).then(() => new Map([[fieldId, target]]))
  return save(trx, by, body, seen, ask(trx, by, body, { targets, fieldIds: [fieldId] }))
}

/** Reviewers code what some form lets them code; the rest is filled by those who manage forms. */
async function requireCodable(
  trx: Writer,
  ctx: ProjectContext,
  { fieldId, field_name }: Target,
): Promise<void> {
  if (ctx.can('codingForm.manage')) return
  const forms = (await showing(trx, ctx.project.projectId)).get(fieldId) ?? []
  if (forms.some(({ read_only }) => read_only === 0)) return
  throw new ApiError('permission.denied', `${field_name} is read-only: no coding form lets it be coded.`, {
    detail: field_name,
  })
}
