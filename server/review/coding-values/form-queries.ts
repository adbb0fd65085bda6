/** Coding forms out of the record, in the shape of the contract. */
import type { SelectQueryBuilder } from 'kysely'
import {
  type ChoiceColor,
  type CodingForm,
  choiceColors,
  type FormField,
  type FormSection,
} from '#contracts/coding.ts'
import { fieldTypes } from '#contracts/project.ts'
import type { Reader } from '../../platform/records/records.ts'
import type { Schema } from '../../platform/records/schema.ts'

export type StoredForm = CodingForm & { readonly revision: number; readonly version: number }

export interface FormInfo {
  readonly coding_form_id: number
  readonly name: string
  readonly isSelected: boolean
  readonly revision: number
}

/** The project's forms in the order in which they were made. */
export async function listForms(read: Reader, projectId: number): Promise<FormInfo[]> {
  const rows = await formRows(read, projectId).orderBy('coding_form_id').execute()
  return rows.map(infoOf)
}

export async function formInfo(read: Reader, projectId: number, formId: number): Promise<FormInfo | null> {
  const row = await formRows(read, projectId).where('coding_form_id', '=', formId).executeTakeFirst()
  return row ? infoOf(row) : null
}

/** A form with its sections, fields and choices; null where the project has no such form. */
export async function readForm(read: Reader, projectId: number, formId: number): Promise<StoredForm | null> {
  const row = await formRows(read, projectId).where('coding_form_id', '=', formId).executeTakeFirst()
  if (row === undefined) return null
  const sections = await sectionsOf(read, [formId])
  return {
    ...infoOf(row),
    version: row.version,
    modifyActionType: row.modify_action_type,
    sections: sections.get(formId) ?? [],
  }
}

/** The sections of several forms, by form. */
export async function sectionsOf(
  read: Reader,
  formIds: readonly number[],
): Promise<Map<number, FormSection[]>> {
  const byForm = new Map<number, FormSection[]>()
  if (formIds.length === 0) return byForm
  const sections = await read
    .selectFrom('coding_form_section')
    .selectAll()
    .where('coding_form_id', 'in', formIds)
    .orderBy('position')
    .execute()
  const fields = await read
    .selectFrom('coding_form_field as ff')
    .innerJoin('coding_form_section as s', 's.section_id', 'ff.section_id')
    .innerJoin('field as f', 'f.field_id', 'ff.field_id')
    .select([
      'ff.coding_form_field_id',
      'ff.section_id',
      'ff.position',
      'ff.required',
      'ff.read_only',
      'ff.help',
      'f.field_id',
      'f.name',
      'f.type_id',
    ])
    .where('s.coding_form_id', 'in', formIds)
    .orderBy('ff.position')
    .execute()
  const choices = await choicesOf(read, [...new Set(fields.map((field) => field.field_id))])
  for (const section of sections) {
    const own = fields
      .filter((field) => field.section_id === section.section_id)
      .map(
        (field): FormField => ({
          coding_form_field_id: field.coding_form_field_id,
          fieldId: field.field_id,
          position: field.position,
          field_name: field.name,
          field_type_id: field.type_id,
          is_read_only: field.read_only === 1,
          is_required: field.required === 1,
          is_single_choice: field.type_id === fieldTypes.singleChoice,
          is_multi: field.type_id === fieldTypes.multipleChoice,
          ...(field.help === null ? {} : { help: field.help }),
          values: (choices.get(field.field_id) ?? []).map((choice) => ({
            choiceId: choice.choice_id,
            position: choice.position,
            short_text_value: choice.text,
            checked: false,
            ...marksOf(choice),
          })),
        }),
      )
    const { section_id: sectionId, position, name } = section
    const shown = { sectionId, position, name, isExpanded: true, isEditing: false, fields: own }
    byForm.set(section.coding_form_id, [...(byForm.get(section.coding_form_id) ?? []), shown])
  }
  return byForm
}

export interface ChoiceRow {
  readonly choice_id: number
  readonly field_id: number
  readonly position: number
  readonly text: string
  /** JSON list of the names that it had before. */
  readonly former: string
  readonly color: string | null
  readonly quick_key: number | null
}

/** How a choice is marked, as the contract says it. */
export function marksOf({ color, quick_key }: Pick<ChoiceRow, 'color' | 'quick_key'>): {
  readonly color?: ChoiceColor
  readonly key?: number
} {
  const known = choiceColors.find((one) => one === color)
  return {
    ...(known === undefined ? {} : { color: known }),
    ...(quick_key === null ? {} : { key: quick_key }),
  }
}

/** The ids of fields, as a query finds them. */
export type FieldIds = SelectQueryBuilder<Schema, never, { field_id: number }>

/** The choices of fields, by field, in order. */
export async function choicesOf(
  read: Reader,
  fieldIds: readonly number[] | FieldIds,
): Promise<Map<number, ChoiceRow[]>> {
  if ('length' in fieldIds && fieldIds.length === 0) return new Map()
  const rows = await read
    .selectFrom('field_choice')
    .selectAll()
    .where('field_id', 'in', fieldIds)
    .orderBy('position')
    .execute()
  return Map.groupBy(rows, (row) => row.field_id)
}

const formRows = (read: Reader, projectId: number) =>
  read
    .selectFrom('coding_form')
    .select(['coding_form_id', 'name', 'selected', 'revision', 'version', 'modify_action_type'])
    .where('project_id', '=', projectId)

const infoOf = (row: {
  coding_form_id: number
  name: string
  selected: number
  revision: number
}): FormInfo => ({
  coding_form_id: row.coding_form_id,
  name: row.name,
  isSelected: row.selected === 1,
  revision: row.revision,
})
