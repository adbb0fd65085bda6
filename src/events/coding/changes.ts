/** What stands between a document's pending copy and its original: changes, conflicts, what blocks, what to know. */
import type { CodedValue, CodingForm, FormField } from '#contracts/coding.ts'
import { type Note, noteOf, notes, payloadOf, sameValue } from '#contracts/coding-values.ts'
import { type DocumentCoding, expected, fieldIn, heldIn, inConflict } from './document.ts'

type Sections = Pick<CodingForm, 'sections'>

/** Fields in the order of the form. */
export function fieldsOf(form: Sections): readonly FormField[] {
  const known = inOrder.get(form)
  if (known) return known
  const fields = [...form.sections]
    .sort(byPosition)
    .flatMap((section) => [...section.fields].sort(byPosition))
  inOrder.set(form, fields)
  return fields
}
/** Asked for with every document whose work is counted: put in order once for a form. */
const inOrder = new WeakMap<Sections, readonly FormField[]>()

export interface Change {
  readonly field: FormField
  /** What the record has, or will have once what is on its way has arrived. */
  readonly from: CodedValue
  readonly to: CodedValue
}

/** The fields whose values differ from the original. Read-only fields never do. */
export const changesOf = (doc: DocumentCoding, form: Sections): readonly Change[] =>
  fieldsOf(form).flatMap((field) => changeIn(doc, field) ?? [])

function changeIn(doc: DocumentCoding, field: FormField): Change | null {
  if (field.is_read_only || fieldIn(doc, field.fieldId).pending === undefined) return null
  const from = expected(doc, field.fieldId)
  const to = payloadOf(field, heldIn(doc, field, field.fieldId))
  return sameValue(from, to) ? null : { field, from, to }
}

/** Fields that cannot be sent before the reviewer has decided between two values. */
export const conflictsOf = (doc: DocumentCoding, form: Sections): readonly FormField[] =>
  fieldsOf(form).filter((field) => inConflict(doc, field.fieldId))

export interface Blocker {
  readonly fieldId: number
  readonly name: string
  readonly message: string
}

/** Required fields without a value, for any document. */
export const missing = (doc: DocumentCoding, form: Sections): readonly Blocker[] =>
  fieldsOf(form)
    .filter((field) => field.is_required && !field.is_read_only)
    .filter((field) => payloadOf(field, heldIn(doc, field, field.fieldId)) === null)
    .map(({ fieldId, field_name }) => ({ fieldId, name: field_name, message: `${field_name} is required.` }))

/**
 * What keeps the reviewer on the document: required fields without a value, once coding of this form has been begun from
 * here. What was only looked at can be left as it is, and so can what others have left unfinished.
 */
export function blockers(form: Sections, doc: DocumentCoding): readonly Blocker[] {
  const begun = fieldsOf(form).some((field) => {
    const { pending, mine } = fieldIn(doc, field.fieldId)
    const own = pending !== undefined || mine !== undefined
    return own && !field.is_read_only && payloadOf(field, heldIn(doc, field, field.fieldId)) !== null
  })
  return begun ? missing(doc, form) : []
}

/** What should be known of a field's value before it is saved. */
export const noteIn = (doc: DocumentCoding, field: FormField): Note | null =>
  fieldIn(doc, field.fieldId).typed === undefined
    ? noteOf(field, heldIn(doc, field, field.fieldId))
    : { level: 'fault', message: notes.notNumber }

/** What cannot be saved as it stands: a date or a number that is none, a fraction where a whole number belongs. */
export const faultsOf = (doc: DocumentCoding, form: Sections): readonly Blocker[] =>
  pendingFields(doc, form).flatMap((field) => {
    const note = noteIn(doc, field)
    return note?.level === 'fault'
      ? [{ fieldId: field.fieldId, name: field.field_name, message: `${field.field_name}: ${note.message}` }]
      : []
  })

/**
 * Whether there is anything to save, or something that cannot be. It is asked of every document with work of one's own:
 * it looks no further than the first.
 */
export const isEdited = (doc: DocumentCoding, form: Sections): boolean =>
  fieldsOf(form).some((field) => changeIn(doc, field) !== null) || faultsOf(doc, form).length > 0

const modifyActions = { none: 0, added: 1, changed: 2, removed: 3 } as const

/** What saving would do to one value. */
export function modifyActionOf({ from, to }: Pick<Change, 'from' | 'to'>): number {
  if (sameValue(from, to)) return modifyActions.none
  if (from === null) return modifyActions.added
  return to === null ? modifyActions.removed : modifyActions.changed
}

/** What saving would do to the document's coding on this form as a whole. */
export function formActionOf(doc: DocumentCoding, form: Sections): number {
  const changes = changesOf(doc, form)
  if (changes.length === 0) return modifyActions.none
  const kept = fieldsOf(form).filter(({ fieldId }) => changes.every(({ field }) => field.fieldId !== fieldId))
  const others = kept.some(({ fieldId }) => expected(doc, fieldId) !== null)
  if (!others && changes.every(({ from }) => from === null)) return modifyActions.added
  if (!others && changes.every(({ to }) => to === null)) return modifyActions.removed
  return modifyActions.changed
}

const byPosition = (a: { position: number }, b: { position: number }) => a.position - b.position

const pendingFields = (doc: DocumentCoding, form: Sections): readonly FormField[] =>
  fieldsOf(form).filter((field) => !field.is_read_only && fieldIn(doc, field.fieldId).pending !== undefined)
