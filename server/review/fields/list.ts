/** The custom fields of a project as callers see them. */
import { sql } from 'kysely'
import type { CustomField } from '#contracts/fields.ts'
import { fieldTypes } from '#contracts/project.ts'
import { notFound } from '../../platform/http/error.ts'
import type { Reader } from '../../platform/records/records.ts'
import { choicesOf, marksOf } from '../coding-values/form-queries.ts'
import { inReview } from '../documents/visible.ts'
import { codingFields } from '../search/fields.ts'

/** By name; with their choices, the forms that show them and how many documents of review have a value. */
export async function listCustomFields(read: Reader, projectId: number): Promise<CustomField[]> {
  const fields = await codingFields(read, projectId)
  const ids = fields.map(({ fieldId }) => fieldId)
  const [choices, forms, documents] = await Promise.all([
    choicesOf(read, ids),
    showing(read, projectId),
    codedIn(read, projectId),
  ])
  return fields.map(({ fieldId, name, displayName, typeId }) => ({
    fieldId,
    name: displayName,
    queryName: name,
    typeId,
    multiValue: typeId === fieldTypes.multipleChoice,
    choices: (choices.get(fieldId) ?? []).map((choice) => ({
      choiceId: choice.choice_id,
      text: choice.text,
      ...marksOf(choice),
    })),
    forms: (forms.get(fieldId) ?? []).map(({ coding_form_id, name }) => ({ coding_form_id, name })),
    documents: documents.get(fieldId) ?? 0,
  }))
}

/** One of them; 404 where the project has no such field. */
export async function customField(read: Reader, projectId: number, fieldId: number): Promise<CustomField> {
  const found = (await listCustomFields(read, projectId)).find((field) => field.fieldId === fieldId)
  if (found === undefined) throw notFound('field')
  return found
}

/** The forms that show each field, and whether it can be coded there. */
export async function showing(read: Reader, projectId: number) {
  const rows = await read
    .selectFrom('coding_form_field as ff')
    .innerJoin('coding_form_section as s', 's.section_id', 'ff.section_id')
    .innerJoin('coding_form as f', 'f.coding_form_id', 's.coding_form_id')
    .select(['ff.field_id', 'ff.read_only', 'f.coding_form_id', 'f.name'])
    .where('f.project_id', '=', projectId)
    .orderBy('f.coding_form_id')
    .execute()
  return Map.groupBy(rows, ({ field_id }) => field_id)
}

async function codedIn(read: Reader, projectId: number): Promise<ReadonlyMap<number, number>> {
  const rows = await read
    .selectFrom('coding_value as v')
    .innerJoin('document as d', 'd.document_id', 'v.document_id')
    .select((eb) => ['v.field_id', eb.fn.countAll<number>().as('n')])
    .where('v.project_id', '=', projectId)
    .where('v.value', '<>', sql.lit('null'))
    .where('d.state', '=', inReview)
    .groupBy('v.field_id')
    .execute()
  return new Map(rows.map(({ field_id, n }) => [field_id, Number(n)]))
}
