/** The project's coding forms as they are known here: the list with its revisions, and each form. */
import { type CodingForm, type FormField, placeholderFormId } from '#contracts/coding.ts'
import type { StoredForm } from '../catalog/coding.ts'

export interface FormInfo {
  readonly coding_form_id: number
  readonly name: string
  readonly isSelected: boolean
  readonly revision: number
}

export interface Forms {
  /** In order; null until it has arrived once. */
  readonly list: readonly FormInfo[] | null
  readonly byId: Readonly<Record<number, StoredForm>>
  /** The reviewer's choice, where it is not the project's. */
  readonly chosen: number | null
  readonly asking: boolean
  /** Why the list could not be brought up to date. */
  readonly fault: string | null
}

export const noForms: Forms = { list: null, byId: {}, chosen: null, asking: false, fault: null }

/** Stands where the project has no form yet: nothing to code with, nothing to reset. */
export const placeholderForm: CodingForm = {
  coding_form_id: placeholderFormId,
  name: '',
  isSelected: false,
  modifyActionType: 0,
  sections: [],
}

/** The form that the reviewer codes with: his own choice, else the project's, else the first. */
export function currentForm(forms: Forms): CodingForm {
  const list = forms.list ?? []
  const info =
    list.find((form) => form.coding_form_id === forms.chosen) ??
    list.find((form) => form.isSelected) ??
    list[0]
  return (info && forms.byId[info.coding_form_id]) ?? placeholderForm
}

/** The place of the current form in the list; -1 for the placeholder. */
export const codingIndex = (forms: Forms): number =>
  (forms.list ?? []).findIndex((form) => form.coding_form_id === currentForm(forms).coding_form_id)

/** All forms, the current one first. */
export function formsInOrder(forms: Forms): readonly CodingForm[] {
  const current = currentForm(forms)
  const others = (forms.list ?? []).flatMap((info) => forms.byId[info.coding_form_id] ?? [])
  return [current, ...others.filter((form) => form.coding_form_id !== current.coding_form_id)]
}

/** A field as the current form shows it, else as another one does. */
export function fieldOf(forms: Forms, fieldId: number): FormField | undefined {
  return fieldsIn(forms).get(fieldId)
}

const fieldsIn = (forms: Forms): ReadonlyMap<number, FormField> => fieldsOf.get(forms) ?? readFields(forms)

/** Asked for with every value that is folded: read off the forms once. */
const fieldsOf = new WeakMap<Forms, ReadonlyMap<number, FormField>>()

function readFields(forms: Forms): ReadonlyMap<number, FormField> {
  const fields = formsInOrder(forms).flatMap(({ sections }) => sections.flatMap((section) => section.fields))
  // Backwards, so that the first of two stays.
  const byId = new Map(fields.toReversed().map((field) => [field.fieldId, field]))
  fieldsOf.set(forms, byId)
  return byId
}

/** Ids of the forms whose known copy is not of the listed revision. */
export const outdated = (forms: Forms, list: readonly FormInfo[]): readonly number[] =>
  list
    .filter((info) => forms.byId[info.coding_form_id]?.revision !== info.revision)
    .map((info) => info.coding_form_id)

/** Whether no form that is known lets a field be coded: then it is set on the document itself. */
export const isSetByHand = (forms: Forms, fieldId: number): boolean =>
  !formsInOrder(forms).some(({ sections }) =>
    sections.some(({ fields }) => fields.some((one) => one.fieldId === fieldId && !one.is_read_only)),
  )

/** The names of all fields that some form shows. */
export const fieldNamesOf = (forms: Forms): ReadonlySet<string> =>
  new Set([...fieldsIn(forms).values()].map((field) => field.field_name))

/** What each of these fields offers to choose from, by its name. */
export const choicesIn = (forms: Forms): ReadonlyMap<string, readonly string[]> =>
  new Map(
    [...fieldsIn(forms).values()].map((field) => [
      field.field_name,
      field.values.map((choice) => choice.short_text_value),
    ]),
  )
