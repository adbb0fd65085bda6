/** Where the next save of a document goes: by what was chosen in a view, else by what was chosen for a save that was not taken. */
import type { PropagationOptions } from '#contracts/coding.ts'
import { canPropagate } from '#contracts/coding-values.ts'
import { fieldsOf } from './changes.ts'
import type { DocumentCoding } from './document.ts'
import { currentForm, type Forms } from './forms.ts'

export interface Chosen extends PropagationOptions {
  /** Fields that stay with this document. */
  readonly without: readonly number[]
}

/** Undefined where nobody has chosen anything. `inView`: what a view says of the document that it is about. */
export function chosenFor(
  forms: Forms,
  doc: DocumentCoding,
  inView: (Chosen & { readonly documentId: number }) | undefined,
): Chosen | undefined {
  if (inView?.documentId === doc.documentId) return inView
  const failed = doc.saves.filter((save) => save.failed !== null)
  const last = failed.findLast((save) => save.propagation !== undefined)
  if (last?.propagation === undefined) return undefined
  const goes = new Map<number, boolean>()
  for (const { formId, values, propagation } of failed) {
    const form = forms.byId[formId]
    const going = form === undefined || propagation === undefined ? [] : goingIn(form, propagation.fields)
    for (const { fieldId } of values) goes.set(fieldId, going.includes(fieldId))
  }
  const { fields: _, ...options } = last.propagation
  const about = fieldsOf(currentForm(forms)).flatMap((field) => (canPropagate(field) ? [] : field.fieldId))
  const stay = [...goes].flatMap(([fieldId, does]) => (does ? [] : fieldId))
  return { ...options, without: [...new Set([...about, ...stay])] }
}

const goingIn = (form: Parameters<typeof fieldsOf>[0], formFieldIds: readonly number[]): readonly number[] =>
  fieldsOf(form).flatMap((field) => (formFieldIds.includes(field.coding_form_field_id) ? field.fieldId : []))
