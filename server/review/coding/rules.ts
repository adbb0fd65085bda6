/** The fields of a project by themselves, whichever form shows them. */
import type { FieldRule } from '#contracts/coding-values.ts'
import type { Reader } from '../../platform/records/records.ts'
import { choicesOf } from '../coding-values/form-queries.ts'
import { formerNames } from './choices.ts'

/** A field with its choices as they stand. */
export interface Rule extends FieldRule {
  readonly fieldId: number
  /** The version of the form that it is coded with; null: without a form. */
  readonly formVersion: number | null
  /** What its choices are called now, by what they were called before. */
  readonly formerly: ReadonlyMap<string, string>
}

/** Fields by their ids, whichever form shows them: a form may be gone, the values of its fields are not. */
export async function rulesOf(
  read: Reader,
  projectId: number,
  fieldIds: readonly number[],
): Promise<ReadonlyMap<number, Rule>> {
  if (fieldIds.length === 0) return new Map()
  const fields = await read
    .selectFrom('field')
    .select(['field_id', 'name', 'type_id'])
    .where('project_id', '=', projectId)
    .where('field_id', 'in', fieldIds)
    .execute()
  const choices = await choicesOf(read, fieldIds)
  return new Map(
    fields.map(({ field_id, name, type_id }): [number, Rule] => {
      const own = choices.get(field_id) ?? []
      return [
        field_id,
        {
          fieldId: field_id,
          formVersion: null,
          field_name: name,
          field_type_id: type_id,
          is_read_only: false,
          values: own.map((choice) => ({ short_text_value: choice.text })),
          formerly: formerNames(own),
        },
      ]
    }),
  )
}
