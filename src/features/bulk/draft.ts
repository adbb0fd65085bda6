/** What is being put together in the bulk panel, before it is said: what becomes of each field, or of each tag. */

import { changeTitle } from '#contracts/bulk.ts'
import type { BulkFieldChange } from '#contracts/bulk-changes.ts'
import type { CodedValue, CodingForm, FormField } from '#contracts/coding.ts'
import { edited, hasOptions, kindOf, noteOf, notes, payloadOf, unread } from '#contracts/coding-values.ts'
import { fieldsOf } from '#src/events/coding/changes.ts'

/** `leave`: as it is. Of several choices some can be added or removed; all others are set, or cleared. */
export type DraftHow = 'leave' | 'set' | 'add' | 'remove' | 'clear'

export interface FieldDraft {
  readonly how: DraftHow
  /** The option's text, the options' texts, or what was typed. */
  readonly input: CodedValue
}

export const untouched: FieldDraft = { how: 'leave', input: null }

export type Drafts = Readonly<Record<number, FieldDraft>>

/** The fields that can be changed, in the order of the form. */
export const changeableIn = (form: CodingForm): readonly FormField[] =>
  fieldsOf(form).filter((field) => !field.is_read_only && kindOf(field) !== 'other')

/** What is wrong with it; null where it can be said. */
export function faultOf(field: FormField, { how, input }: FieldDraft): string | null {
  if (how === 'leave' || how === 'clear') return null
  if (unread(field, input) !== undefined) return notes.notNumber
  const value = sentFor(field, { how, input })
  if (value === null || (Array.isArray(value) && value.length === 0))
    return (
      noteOf(field, edited(field, null, input) ?? null)?.message ??
      'Choose a value, or leave the field as it is.'
    )
  const note = noteOf(field, edited(field, null, input) ?? null)
  return note?.level === 'fault' ? note.message : null
}

function sentFor(field: FormField, { how, input }: FieldDraft): CodedValue {
  if (how === 'clear') return null
  if (kindOf(field) === 'multi')
    return Array.isArray(input)
      ? field.values.map((one) => one.short_text_value).filter((text) => input.includes(text))
      : null
  const held = edited(field, hasOptions(kindOf(field)) ? [] : null, input)
  return held === undefined ? null : payloadOf(field, held)
}

/** What is to be sent. */
export const changesOf = (fields: readonly FormField[], drafts: Drafts): readonly BulkFieldChange[] =>
  fields.flatMap((field): BulkFieldChange[] => {
    const draft = drafts[field.fieldId] ?? untouched
    if (draft.how === 'leave') return []
    return [
      {
        coding_form_field_id: field.coding_form_field_id,
        name: field.field_name,
        how: draft.how === 'clear' ? 'set' : draft.how,
        value: sentFor(field, draft),
      },
    ]
  })

/** 'Set Responsive to Yes; Add Patent to Issues'. */
export const titleOf = (fields: readonly FormField[], changes: readonly BulkFieldChange[]): string =>
  changes
    .flatMap((change) => {
      const field = fields.find((one) => one.coding_form_field_id === change.coding_form_field_id)
      return field ? [changeTitle(field, change)] : []
    })
    .join('; ')
