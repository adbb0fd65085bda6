/** Fields, coding forms and values. */
import type { Generated } from 'kysely'
import type { Flag, Instant, Json } from '../../platform/records/schema.ts'

declare module '../../platform/records/schema.ts' {
  interface Schema {
    field: FieldTable
    field_choice: FieldChoiceTable
    coding_form: CodingFormTable
    coding_form_section: CodingFormSectionTable
    coding_form_field: CodingFormFieldTable
    coding_form_version: CodingFormVersionTable
    coding_value: CodingValueTable
  }
}

/** A coding field of the project; forms show it, values belong to it. */
export interface FieldTable {
  field_id: Generated<number>
  project_id: number
  name: string
  type_id: number
}

export interface FieldChoiceTable {
  choice_id: Generated<number>
  field_id: number
  position: number
  text: string
  /** JSON list of the names that it had before, oldest first. */
  former: Generated<Json>
  color: string | null
  quick_key: number | null
}

export interface CodingFormTable {
  coding_form_id: Generated<number>
  project_id: number
  name: string
  /** Lower-case trimmed name: unique in the project. */
  name_key: string
  selected: Flag
  revision: number
  modify_action_type: number
  /** The number of its present version. */
  version: Generated<number>
  /** Its present version; null where it has not changed since versions are kept. */
  version_id: number | null
}

/** A form as it was; it stays when the form goes. */
export interface CodingFormVersionTable {
  version_id: Generated<number>
  project_id: number
  coding_form_id: number
  /** Counts up from 1 in each form. */
  number: number
  at: Instant
  /** Null: the product itself. */
  by_user: number | null
  /** JSON of a FormDefinition. */
  definition: Json
}

export interface CodingFormSectionTable {
  section_id: Generated<number>
  coding_form_id: number
  position: number
  name: string
}

export interface CodingFormFieldTable {
  coding_form_field_id: Generated<number>
  section_id: number
  field_id: number
  position: number
  required: Flag
  read_only: Flag
  help: string | null
}

export interface CodingValueTable {
  document_id: number
  field_id: number
  project_id: number
  /** JSON of a CodedValue; `null` is a value too: cleared. */
  value: Json
  version: number
  by_user: number
  at: Instant
  /** The version of the form that it was coded with; null where it was set without one, or before versions were kept. */
  form_version: number | null
}
