/** Making and changing custom fields by themselves; forms make them too (server/review/coding/forms.ts), by the same rules. */
import type { BodyOf } from '#contracts/call.ts'
import { formLimits } from '#contracts/coding.ts'
import { kindOf } from '#contracts/coding-values.ts'
import type { addFieldValue, changeField, createField } from '#contracts/fields.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import type { Writer } from '../../platform/records/records.ts'
import { type ChoiceDraft, choiceText, type FieldRow, putChoices, touchForms } from '../coding/choices.ts'
import { checkField, putField, queryName, requireOwnName } from '../coding/fields.ts'
import type { FormChange } from '../coding/form-record.ts'
import { choicesOf } from '../coding-values/form-queries.ts'
import { onRecord } from './record.ts'

const conflict = (detail: string, message: string): ApiError => new ApiError('conflict', message, { detail })

/** Adds a field; answers its id. */
export async function addField(
  trx: Writer,
  change: FormChange,
  { name, field_type_id, choices }: BodyOf<typeof createField>,
): Promise<number> {
  const draft = { field_name: name.trim(), field_type_id, choices }
  checkField(draft)
  await requireFree(trx, change.projectId, null, draft.field_name)
  return onRecord(trx, change, 'field.created', () => putField(trx, change, draft))
}

/** Gives a field another name and these choices. */
export async function replaceField(
  trx: Writer,
  change: FormChange,
  fieldId: number,
  { name, choices, seen }: BodyOf<typeof changeField>,
): Promise<number> {
  const field = await fieldOf(trx, change.projectId, fieldId)
  if (seen !== undefined) await refuseUnseen(trx, field, choices, new Set(seen))
  const renamed = name.trim()
  checkField({ field_name: renamed, field_type_id: field.type_id, choices })
  // One that has a name which others have come to be written like keeps it.
  if (renamed !== field.name) {
    requireOwnName(renamed)
    await requireFree(trx, change.projectId, fieldId, renamed)
  }
  return onRecord(trx, change, 'field.changed', async () => {
    await rename(trx, field, renamed)
    await putChoices(trx, change, { ...field, name: renamed }, choices)
    return fieldId
  })
}

/** A choice that somebody has added meanwhile does not go because whoever sends the others has not heard of it. */
async function refuseUnseen(
  trx: Writer,
  field: FieldRow,
  drafts: readonly ChoiceDraft[],
  seen: ReadonlySet<number>,
): Promise<void> {
  const known = (await choicesOf(trx, [field.field_id])).get(field.field_id) ?? []
  const texts = new Set(drafts.map(choiceText))
  const unseen = known.find(({ choice_id, text }) => !seen.has(choice_id) && !texts.has(text))
  if (unseen !== undefined)
    throw conflict(
      field.name,
      `Somebody has given ${field.name} the choice "${unseen.text}" since you looked at it. Look at it again.`,
    )
}

/** Adds a choice behind the others. */
export async function addValue(
  trx: Writer,
  change: FormChange,
  fieldId: number,
  { text }: BodyOf<typeof addFieldValue>,
): Promise<number> {
  const field = await fieldOf(trx, change.projectId, fieldId)
  const kind = kindOf({ field_type_id: field.type_id })
  if (kind !== 'single' && kind !== 'multi')
    throw conflict(field.name, `${field.name} takes no further choices: it is no choice field.`)
  const known = (await choicesOf(trx, [fieldId])).get(fieldId) ?? []
  if (known.length >= formLimits.choices)
    throw conflict(field.name, `A field has at most ${formLimits.choices} choices.`)
  const wanted = choiceText(text)
  if (known.some((choice) => choice.text.toLowerCase() === wanted.toLowerCase()))
    throw conflict(field.name, `${field.name} has the choice "${wanted}" already.`)
  return onRecord(trx, change, 'field.valueAdded', async () => {
    await putChoices(trx, change, field, [...known.map((choice) => choice.text), wanted])
    return fieldId
  })
}

/**
 * Deletes a field that nothing goes by. What was ever coded with it keeps it, cleared values too: the trail, versions and the
 * undo of bulk changes name it.
 */
export async function removeField(trx: Writer, change: FormChange, fieldId: number): Promise<void> {
  const field = await fieldOf(trx, change.projectId, fieldId)
  await refuseShown(trx, field)
  await refuseCoded(trx, change.projectId, field)
  await refuseReviewedBy(trx, field)
  await onRecord(trx, change, 'field.deleted', async () => {
    await trx.deleteFrom('field_choice').where('field_id', '=', fieldId).execute()
    await trx.deleteFrom('field').where('field_id', '=', fieldId).execute()
    return fieldId
  })
}

async function refuseShown(trx: Writer, field: FieldRow): Promise<void> {
  const forms = await trx
    .selectFrom('coding_form_field as ff')
    .innerJoin('coding_form_section as s', 's.section_id', 'ff.section_id')
    .innerJoin('coding_form as f', 'f.coding_form_id', 's.coding_form_id')
    .select('f.name')
    .where('ff.field_id', '=', field.field_id)
    .orderBy('f.coding_form_id')
    .execute()
  if (forms.length === 0) return
  const names = forms.map(({ name }) => name).join(', ')
  throw conflict(field.name, `${field.name} is shown by ${names}. Take it off there first.`)
}

async function refuseCoded(trx: Writer, projectId: number, field: FieldRow): Promise<void> {
  const { documents } = await trx
    .selectFrom('coding_value')
    .select((eb) => eb.fn.countAll<number>().as('documents'))
    .where('project_id', '=', projectId)
    .where('field_id', '=', field.field_id)
    .executeTakeFirstOrThrow()
  if (Number(documents) === 0) return
  throw new ApiError(
    'conflict',
    `${documents} ${Number(documents) === 1 ? 'document has' : 'documents have'} been coded with ${field.name}, and their ` +
      'history names it. Take it off its forms instead, and nobody codes with it any more.',
    { detail: field.name, data: { documents: Number(documents) } },
  )
}

async function refuseReviewedBy(trx: Writer, field: FieldRow): Promise<void> {
  const assignment = await trx
    .selectFrom('assignment')
    .select('name')
    .where('reviewed_field_id', '=', field.field_id)
    .executeTakeFirst()
  if (assignment === undefined) return
  throw conflict(
    field.name,
    `The assignment ${assignment.name} goes by ${field.name}: it says what is reviewed.`,
  )
}

async function fieldOf(trx: Writer, projectId: number, fieldId: number): Promise<FieldRow> {
  const field = await trx
    .selectFrom('field')
    .select(['field_id', 'name', 'type_id'])
    .where('project_id', '=', projectId)
    .where('field_id', '=', fieldId)
    .executeTakeFirst()
  if (field === undefined) throw notFound('field')
  return field
}

async function requireFree(
  trx: Writer,
  projectId: number,
  fieldId: number | null,
  name: string,
): Promise<void> {
  const fields = await trx
    .selectFrom('field')
    .select(['field_id', 'name'])
    .where('project_id', '=', projectId)
    .execute()
  const same = fields.find((one) => one.field_id !== fieldId && queryName(one.name) === queryName(name))
  if (same !== undefined)
    throw conflict(name, `The project has a field "${same.name}". Use that, or choose another name.`)
}

async function rename(trx: Writer, field: FieldRow, name: string): Promise<void> {
  if (field.name === name) return
  await trx.updateTable('field').set({ name }).where('field_id', '=', field.field_id).execute()
  await touchForms(trx, field.field_id)
}
