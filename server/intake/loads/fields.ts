/** The fields of the project that a load fills: those that are there, and those that it makes. */
import { formLimits } from '#contracts/coding.ts'
import { fieldTypes } from '#contracts/project.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'
import { queryName, requireOwnName } from '../../review/coding/fields.ts'
import type { FormChange } from '../../review/coding/form-record.ts'
import { rulesOf } from '../../review/coding/rules.ts'
import { addField } from '../../review/fields/custom.ts'
import type { Mapping } from './mapping.ts'
import type { FilledField } from './values.ts'

/** Choices of fields that a load makes, by column, as their values come. */
export type TakenChoices = ReadonlyMap<number, Map<string, string>>

const hasChoices = (typeId: number): boolean =>
  typeId === fieldTypes.singleChoice || typeId === fieldTypes.multipleChoice

/** `made`: fields that were made before, by column. Throws where a field is not there, or a name is taken. */
export async function fieldsFilled(
  read: Reader | Writer,
  projectId: number,
  { fields }: Mapping,
  made: ReadonlyMap<number, number>,
): Promise<{ readonly filled: readonly FilledField[]; readonly choices: TakenChoices }> {
  const idOf = ({ column, is }: Mapping['fields'][number]): number | undefined =>
    'fieldId' in is ? is.fieldId : made.get(column)
  const rules = await rulesOf(
    read,
    projectId,
    fields.flatMap((field) => idOf(field) ?? []),
  )
  const own = await read.selectFrom('field').select('name').where('project_id', '=', projectId).execute()
  const choices = new Map<number, Map<string, string>>()
  const filled = fields.map((field): FilledField => {
    const { column, is } = field
    const fieldId = idOf(field)
    if (fieldId !== undefined) {
      const rule = rules.get(fieldId)
      if (rule === undefined) throw notFound('field')
      return { column, fieldId, rule }
    }
    if ('fieldId' in is) throw notFound('field')
    const name = is.name.trim()
    requireOwnName(name)
    if (own.some((other) => queryName(other.name) === queryName(name)))
      throw new ApiError('conflict', `The project has a field ${name}. Fill that, or choose another name.`, {
        detail: 'columns',
      })
    const isBoolean = is.typeId === fieldTypes.boolean
    const rule = {
      ...{ field_name: name, field_type_id: is.typeId, is_read_only: false },
      values: isBoolean ? [{ short_text_value: 'Yes' }, { short_text_value: 'No' }] : [],
    }
    // Below zero: it is no field yet.
    const unmade = { column, fieldId: -1 - column, rule }
    if (!hasChoices(is.typeId)) return unmade
    const taken = new Map<string, string>()
    choices.set(column, taken)
    return { ...unmade, takes: (choice) => take(taken, choice) }
  })
  return { filled, choices }
}

/** Choices that differ in case alone are one. */
function take(taken: Map<string, string>, choice: string): boolean {
  const key = choice.trim().toLowerCase()
  if (taken.has(key)) return true
  if (key === '' || taken.size >= formLimits.choices) return false
  taken.set(key, choice.trim())
  return true
}

/** Makes a field of a column; null where it takes choices and no row has one. */
export async function makeField(
  trx: Writer,
  change: FormChange,
  { column, is }: Mapping['fields'][number],
  choices: TakenChoices,
): Promise<number | null> {
  if ('fieldId' in is) return null
  const own = [...(choices.get(column)?.values() ?? [])]
  if (hasChoices(is.typeId) && own.length === 0) return null
  const given = is.typeId === fieldTypes.boolean ? ['Yes', 'No'] : own
  return await addField(trx, change, { name: is.name, field_type_id: is.typeId, choices: given })
}
