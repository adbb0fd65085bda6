/** Coding fields of a project. Forms show them; they and their values belong to the project. */
import { hasOptions, isKnownType, kindOf, notes } from '#contracts/coding-values.ts'
import { maxFields } from '#contracts/fields.ts'
import { ApiError } from '../../platform/http/error.ts'
import type { Writer } from '../../platform/records/records.ts'
import { plainName, productFields } from '../search/fields.ts'
import { type ChoiceDraft, choiceText, type Project, putChoices } from './choices.ts'

export interface FieldDraft {
  /** The field that is meant, whatever it is called by now. */
  readonly fieldId?: number | undefined
  readonly field_name: string
  readonly field_type_id: number
  readonly choices: readonly ChoiceDraft[]
}

/**
 * What two names have in common that are written alike in a query: two fields must not become one there. Of two that did, the
 * one that came later would take the name from the other, and what people have kept would ask for it without a word.
 */
export const queryName = (name: string): string => plainName(name).toLowerCase()

/** What is wrong with a field by itself, before anything is written. */
export function checkField({ field_name, field_type_id, choices }: FieldDraft): void {
  const wrong = (message: string) => new ApiError('request.invalid', message, { detail: field_name })
  if (!isKnownType(field_type_id)) throw wrong(`${field_name}: there is no field type ${field_type_id}.`)
  const kind = kindOf({ field_type_id })
  if (!hasOptions(kind) && choices.length > 0)
    throw wrong(`${field_name} is no choice field: it takes no choices.`)
  const folded = choices.map((choice) => choiceText(choice).toLowerCase())
  if (new Set(folded).size !== folded.length) throw wrong(`${field_name} has the same choice twice.`)
  const keys = choices.flatMap((choice) => (typeof choice === 'string' ? [] : (choice.key ?? [])))
  if (new Set(keys).size !== keys.length) throw wrong(`${field_name}: two choices have the same key.`)
  if (kind === 'boolean' && choices.length !== 0 && choices.length !== 2)
    throw wrong(`${field_name}: a yes/no field has two options. ${notes.needsTwo}`)
}

/** Refuses the name of a field of the product; one that had it before the product did keeps it. */
export function requireOwnName(name: string): void {
  if (productFields.some((own) => queryName(own.name) === queryName(name)))
    throw new ApiError(
      'request.invalid',
      `${name} is the name of a field that every document has. Choose another.`,
      { detail: name },
    )
}

/**
 * The project's field of that id, under the name that it has; without an id the one of that name, made where it is missing. With
 * these choices. Answers its id.
 */
export async function putField(trx: Writer, project: Project, draft: FieldDraft): Promise<number> {
  const { projectId } = project
  const { fieldId } = draft
  const kind = kindOf(draft)
  const fields = await trx.selectFrom('field').selectAll().where('project_id', '=', projectId).execute()
  const meant = fieldId === undefined ? undefined : fields.find((field) => field.field_id === fieldId)
  const name = meant?.name ?? draft.field_name.trim()
  if (fieldId !== undefined && meant === undefined)
    throw new ApiError(
      'conflict',
      `The field "${name}" has been deleted from the project. Take it off the form, or add a new one.`,
      { detail: name },
    )
  const known =
    meant ??
    fields.find((field) => field.name === name) ??
    fields.find((field) => queryName(field.name) === queryName(name))
  const given = draft.choices
  if (known === undefined) {
    requireOwnName(name)
    if (fields.length >= maxFields)
      throw new ApiError('conflict', `A project has at most ${maxFields} fields.`, { detail: name })
    const choices = kind === 'boolean' && given.length === 0 ? ['Yes', 'No'] : given
    if (hasOptions(kind) && choices.length === 0)
      throw new ApiError('request.invalid', `${name} needs at least one choice.`, { detail: name })
    const { field_id } = await trx
      .insertInto('field')
      .values({ project_id: projectId, name, type_id: draft.field_type_id })
      .returning('field_id')
      .executeTakeFirstOrThrow()
    await putChoices(trx, project, { field_id, name, type_id: draft.field_type_id }, choices)
    return field_id
  }
  if (known.name !== name)
    throw new ApiError(
      'conflict',
      `The project has a field "${known.name}". Use that, or choose another name.`,
      {
        detail: name,
      },
    )
  if (known.type_id !== draft.field_type_id)
    throw new ApiError(
      'conflict',
      `The project has a field "${name}" of another type. Choose another name.`,
      {
        detail: name,
      },
    )
  // No choices named: those that the field has.
  if (hasOptions(kind) && given.length > 0) await putChoices(trx, project, known, given)
  return known.field_id
}
