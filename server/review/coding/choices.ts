/**
 * The choices of a field. A choice is what its id is: it may be called otherwise, and what is coded with it stays coded
 * with it; as long as a document has it, it stays.
 */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { CodedValue } from '#contracts/coding.ts'
import { kindOf } from '#contracts/coding-values.ts'
import { ApiError } from '../../platform/http/error.ts'
import type { Writer } from '../../platform/records/records.ts'
import { type ChoiceRow, choicesOf } from '../coding-values/form-queries.ts'
import { storedValue } from '../coding-values/values.ts'
import { controlNumber } from '../documents/control.ts'
import { choiceUses } from './choice-uses.ts'

/** A choice by its text, or with its id and how it is to be called and marked: a mark that is not named stays. */
export type ChoiceDraft =
  | string
  | {
      readonly choiceId?: number | undefined
      readonly text: string
      readonly color?: string | null | undefined
      readonly key?: number | null | undefined
    }

export interface Project {
  readonly projectId: number
  readonly prefix: string
}

export interface FieldRow {
  readonly field_id: number
  readonly name: string
  readonly type_id: number
}

export const choiceText = (draft: ChoiceDraft): string =>
  (typeof draft === 'string' ? draft : draft.text).trim()

/** Brings a field's choices to these, in this order. A choice of the same text, or named by its id, keeps its id. */
export async function putChoices(
  trx: Writer,
  project: Project,
  field: FieldRow,
  drafts: readonly ChoiceDraft[],
): Promise<void> {
  const before = (await choicesOf(trx, [field.field_id])).get(field.field_id) ?? []
  const wanted = matched(field, before, drafts)
  const same =
    wanted.length === before.length &&
    wanted.every((one, at) => one.known === before[at] && !one.renamed && !one.marked)
  if (same) return
  if (kindOf({ field_type_id: field.type_id }) === 'boolean') refuseTurned(field, wanted)
  for (const gone of before.filter((choice) => !wanted.some(({ known }) => known === choice))) {
    await refuseUsed(trx, project, field, gone)
    await trx.deleteFrom('field_choice').where('choice_id', '=', gone.choice_id).execute()
  }
  for (const [position, { known, text, renamed, marked, color, quick_key }] of wanted.entries()) {
    if (known === null || (known.position === position && !renamed && !marked)) continue
    const former = renamed
      ? [...formerOf(known).filter((name) => name !== text), known.text]
      : formerOf(known)
    await trx
      .updateTable('field_choice')
      .set({ position, text, former: JSON.stringify(former), color, quick_key })
      .where('choice_id', '=', known.choice_id)
      .execute()
  }
  const added = wanted.flatMap(({ known, text, color, quick_key }, position) =>
    known === null ? [{ field_id: field.field_id, position, text, color, quick_key }] : [],
  )
  if (added.length > 0) await trx.insertInto('field_choice').values(added).execute()
  const names = wanted.flatMap(({ known, text, renamed }): [string, string][] =>
    known !== null && renamed ? [[known.text, text]] : [],
  )
  await recode(trx, project, field, new Map(names))
  await touchForms(trx, field.field_id)
}

/**
 * What choices were called before, and what they are called now: so that a browser that has not heard of it yet, or an
 * undo of what was saved before, means the same. A name that would mean two choices means none.
 */
export function formerNames(choices: readonly ChoiceRow[]): ReadonlyMap<string, string> {
  const named = Map.groupBy(
    choices.flatMap((choice) => formerOf(choice).map((name) => ({ name, text: choice.text }))),
    ({ name }) => name,
  )
  const known = [...named].flatMap(([name, [one, ...others]]): [string, string][] =>
    one === undefined || others.length > 0 || choices.some(({ text }) => text === name)
      ? []
      : [[name, one.text]],
  )
  return new Map(known)
}

/** A value with each choice as it is called by the map. */
export function renamedIn(value: CodedValue, names: ReadonlyMap<string, string>): CodedValue {
  if (typeof value === 'string') return names.get(value) ?? value
  return Array.isArray(value) ? value.map((text) => names.get(text) ?? text) : value
}

const formerOf = (choice: ChoiceRow): string[] => z.array(z.string()).parse(JSON.parse(choice.former))

/** Says nothing of how a choice is marked. */
const unmarked = { color: undefined, key: undefined }

interface WantedChoice {
  readonly text: string
  /** The choice that it is already; null for a new one. */
  readonly known: ChoiceRow | null
  readonly renamed: boolean
  readonly marked: boolean
  readonly color: string | null
  readonly quick_key: number | null
}

function matched(
  field: FieldRow,
  before: readonly ChoiceRow[],
  drafts: readonly ChoiceDraft[],
): readonly WantedChoice[] {
  // The options of a boolean are what their place says: first true, second false. Their words may change.
  const byPlace = kindOf({ field_type_id: field.type_id }) === 'boolean'
  const refused = (message: string): ApiError =>
    new ApiError('request.invalid', message, { detail: field.name })
  const idIn = (draft: ChoiceDraft): number | null =>
    typeof draft === 'string' ? null : (draft.choiceId ?? null)
  const knownAs = drafts.map((draft, at): ChoiceRow | null => {
    const [text, named] = [choiceText(draft), idIn(draft)]
    return (
      (byPlace
        ? before[at]
        : before.find((choice) => (named === null ? choice.text === text : choice.choice_id === named))) ??
      null
    )
  })
  const wanted = drafts.map((draft, at): WantedChoice => {
    const [text, named, known] = [choiceText(draft), idIn(draft), knownAs[at] ?? null]
    if (named !== null && known?.choice_id !== named)
      throw refused(`${field.name} has no choice with the id ${named}${byPlace ? ' in this place' : ''}.`)
    // What is coded could not tell the two apart while they change. One that goes is coded nowhere, or it would not go.
    if (before.some((choice) => choice.text === text && choice !== known && knownAs.includes(choice)))
      throw refused(
        `"${text}" is what another choice of ${field.name} is called. Rename that one first, or take it away.`,
      )
    const marks = typeof draft === 'string' ? unmarked : draft
    const color = marks.color === undefined ? (known?.color ?? null) : marks.color
    const quick_key = marks.key === undefined ? (known?.quick_key ?? null) : marks.key
    const marked = known !== null && (known.color !== color || known.quick_key !== quick_key)
    return { text, known, renamed: known !== null && known.text !== text, marked, color, quick_key }
  })
  const twice = wanted.find(
    ({ known }, at) => known !== null && wanted.findIndex((one) => one.known === known) !== at,
  )
  if (twice) throw refused(`${field.name} names the choice "${twice.known?.text}" twice.`)
  return wanted
}

/** A query knows Yes and No by the place of the options alone: turned round, it would find of each what is called the other. */
function refuseTurned(field: FieldRow, [first, second]: readonly WantedChoice[]): void {
  if (/^(?:no|false|n|0)$/i.test(first?.text ?? '') || /^(?:yes|true|y|1)$/i.test(second?.text ?? ''))
    throw new ApiError(
      'request.invalid',
      `${field.name}: the first option of a yes/no field is what means yes, the second what means no. Put them in that order.`,
      { detail: field.name },
    )
}

/** The different values that documents are coded with: few, however many documents there are. */
async function valuesIn(trx: Writer, { projectId }: Project, fieldId: number): Promise<readonly string[]> {
  const rows = await trx
    .selectFrom('coding_value')
    .select('value')
    .distinct()
    .where('project_id', '=', projectId)
    .where('field_id', '=', fieldId)
    .execute()
  return rows.map(({ value }) => value)
}

/**
 * What is coded gets the new names: nobody decided otherwise, so who coded it and when stays. It is another version all
 * the same, for browsers that have the old one.
 */
async function recode(
  trx: Writer,
  project: Project,
  { field_id }: FieldRow,
  names: ReadonlyMap<string, string>,
): Promise<void> {
  if (names.size === 0) return
  for (const old of await valuesIn(trx, project, field_id)) {
    const value = JSON.stringify(renamedIn(storedValue(old), names))
    if (value === old) continue
    const coded = trx
      .selectFrom('coding_value')
      .where('project_id', '=', project.projectId)
      .where('field_id', '=', field_id)
      .where('value', '=', old)
    await trx
      .insertInto('index_queue')
      .columns(['project_id', 'document_id', 'what'])
      .expression(coded.select(['project_id', 'document_id', sql<string>`'coding'`.as('what')]))
      .execute()
    await trx
      .updateTable('coding_value')
      .set((eb) => ({ value, version: eb('version', '+', 1) }))
      .where('project_id', '=', project.projectId)
      .where('field_id', '=', field_id)
      .where('value', '=', old)
      .execute()
  }
}

/** Every form that shows the field is another one now: cached copies of it are of an old revision. */
export async function touchForms(trx: Writer, fieldId: number): Promise<void> {
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
  const uses = await choiceUses(trx, project.projectId, field.field_id, [choice.text])
  const { documents: count, stored } = uses.get(choice.text) ?? { documents: 0, stored: [] }
  if (count === 0) return
  const first = await trx
    .selectFrom('coding_value as v')
    .innerJoin('document as d', 'd.document_id', 'v.document_id')
    .where('v.project_id', '=', project.projectId)
    .where('v.field_id', '=', field.field_id)
    .where('v.value', 'in', stored)
    .select('d.control')
    .orderBy('d.control')
    .limit(3)
    .execute()
  const numbers = first.map(({ control }) => controlNumber(project.prefix, control))
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
