/** Coding fields of a project and their choices. A choice is what its id is: as long as a document has it, it stays. */
import { type SqlBool, sql } from 'kysely'
import { hasOptions, isKnownType, kindOf, notes } from '#contracts/coding-values.ts'
import { productFields } from '../documents/fields.ts'
import { ApiError } from '../http/error.ts'
import type { Writer } from '../records/records.ts'
import { type ChoiceRow, choicesOf } from './form-queries.ts'

export interface FieldDraft {
  readonly field_name: string
  readonly field_type_id: number
  readonly choices: readonly string[]
}

export interface Project {
  readonly projectId: number
  readonly prefix: string
}

/** Where it is written in a query, a name has no spaces; two fields must not become one there. */
const queryName = (name: string): string => name.trim().replaceAll(/\s+/g, '_').toLowerCase()

/** What is wrong with a field by itself, before anything is written. */
export function checkField({ field_name, field_type_id, choices }: FieldDraft): void {
  const wrong = (message: string) => new ApiError('request.invalid', message, { detail: field_name })
  if (!isKnownType(field_type_id)) throw wrong(`${field_name}: there is no field type ${field_type_id}.`)
  if (productFields.some((own) => queryName(own.name) === queryName(field_name)))
    throw wrong(`${field_name} is the name of a field that every document has. Choose another.`)
  const kind = kindOf({ field_type_id })
  if (!hasOptions(kind) && choices.length > 0)
    throw wrong(`${field_name} is no choice field: it takes no choices.`)
  const folded = choices.map((text) => text.trim().toLowerCase())
  if (new Set(folded).size !== folded.length) throw wrong(`${field_name} has the same choice twice.`)
  if (kind === 'boolean' && choices.length !== 0 && choices.length !== 2)
    throw wrong(`${field_name}: a yes/no field has two options. ${notes.needsTwo}`)
}

/** The project's field of that name, made where it is missing, with these choices. Answers its id. */
export async function putField(trx: Writer, project: Project, draft: FieldDraft): Promise<number> {
  const { projectId } = project
  const name = draft.field_name.trim()
  const kind = kindOf(draft)
  const known = (
    await trx.selectFrom('field').selectAll().where('project_id', '=', projectId).execute()
  ).find((field) => queryName(field.name) === queryName(name))
  const given = draft.choices.map((text) => text.trim())
  if (known === undefined) {
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

interface FieldRow {
  readonly field_id: number
  readonly name: string
  readonly type_id: number
}

/** Brings a field's choices to these, in this order. A choice of the same text keeps its id. */
async function putChoices(
  trx: Writer,
  project: Project,
  field: FieldRow,
  texts: readonly string[],
): Promise<void> {
  const before = (await choicesOf(trx, [field.field_id])).get(field.field_id) ?? []
  if (before.length === texts.length && before.every((choice, at) => choice.text === texts[at])) return
  const boolean = kindOf({ field_type_id: field.type_id }) === 'boolean'
  // The options of a boolean are what their place says: first true, second false. Their words may change.
  const kept = (text: string, at: number): ChoiceRow | undefined =>
    boolean ? before[at] : before.find((choice) => choice.text === text)
  const staying = new Set(texts.flatMap((text, at) => kept(text, at)?.choice_id ?? []))
  for (const gone of before.filter((choice) => !staying.has(choice.choice_id))) {
    await refuseUsed(trx, project, field, gone)
    await trx.deleteFrom('field_choice').where('choice_id', '=', gone.choice_id).execute()
  }
  for (const [position, text] of texts.entries()) {
    const same = kept(text, position)
    if (same)
      await trx
        .updateTable('field_choice')
        .set({ position, text })
        .where('choice_id', '=', same.choice_id)
        .execute()
    else await trx.insertInto('field_choice').values({ field_id: field.field_id, position, text }).execute()
  }
  await touchForms(trx, field.field_id)
}

/** Every form that shows the field is another one now: cached copies of it are of an old revision. */
async function touchForms(trx: Writer, fieldId: number): Promise<void> {
  const forms = trx
    .selectFrom('coding_form_field as ff')
    .innerJoin('coding_form_section as s', 's.section_id', 'ff.section_id')
    .select('s.coding_form_id')
    .where('ff.field_id', '=', fieldId)
  await trx
    .updateTable('coding_form')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('coding_form_id', 'in', forms)
    .execute()
}

async function refuseUsed(trx: Writer, project: Project, field: FieldRow, choice: ChoiceRow): Promise<void> {
  // A list holds the text between quotes, as JSON writes it: inside another text its quotes would be escaped.
  const written = JSON.stringify(choice.text)
  const pattern = `%${written.replace(/[\\%_]/g, (c) => `\\${c}`)}%`
  const used = trx
    .selectFrom('coding_value as v')
    .innerJoin('document as d', 'd.document_id', 'v.document_id')
    .where('v.field_id', '=', field.field_id)
    .where((eb) =>
      eb.or([eb('v.value', '=', written), sql<SqlBool>`${eb.ref('v.value')} like ${pattern} escape '\\'`]),
    )
  const { count } = await used.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  if (count === 0) return
  const first = await used.select('d.control').orderBy('d.control').limit(3).execute()
  const numbers = first.map(({ control }) => `${project.prefix}${String(control).padStart(8, '0')}`)
  const more = count > numbers.length ? ` and ${count - numbers.length} more` : ''
  throw new ApiError(
    'conflict',
    `"${choice.text}" of ${field.name} cannot go: ${numbers.join(', ')}${more} ${count === 1 ? 'is' : 'are'} coded with it.`,
    {
      detail: field.name,
      data: { fieldId: field.field_id, choiceId: choice.choice_id, documents: count, first: numbers },
    },
  )
}
