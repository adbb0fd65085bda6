/** The value of a custom field while it is set by hand: what the input holds, and what is sent of it. */
import type { CodedValue } from '#contracts/coding.ts'
import {
  edited,
  type FieldRule,
  type Held,
  hasOptions,
  heldOf,
  kindOf,
  noteOf,
  notes,
  payloadOf,
  shownValue,
  unread,
} from '#contracts/coding-values.ts'
import type { CustomField } from '#contracts/fields.ts'

/** The rules of its values, as those of a form's field are said. */
export const ruleOf = ({ name, typeId, choices }: CustomField): FieldRule => ({
  field_name: name,
  field_type_id: typeId,
  is_read_only: false,
  values: choices.map(({ text }) => ({ short_text_value: text })),
})

/** What the input begins with: the checked options, or the text as people write it. */
export function inputOf(rule: FieldRule, value: CodedValue): Held {
  if (hasOptions(kindOf(rule))) return heldOf(rule, value)
  return value === null ? '' : shownValue(rule, value)
}

/** What would be saved, with what should be known of it; or why nothing can be. */
export function readInput(
  rule: FieldRule,
  input: Held,
): { readonly value: CodedValue; readonly note: string | null } | { readonly fault: string } {
  if (hasOptions(kindOf(rule))) return { value: payloadOf(rule, input), note: null }
  if (unread(rule, input) !== undefined) return { fault: notes.notNumber }
  const held = edited(rule, null, input) ?? null
  const note = noteOf(rule, held)
  return note?.level === 'fault'
    ? { fault: note.message }
    : { value: payloadOf(rule, held), note: note?.message ?? null }
}
