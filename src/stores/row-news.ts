/** Whether a row of the list knows of coding or tags that the document held here does not: others have worked on it. */
import type { CodedValue } from '#contracts/coding.ts'
import { type FieldRule, kindOf, shownValue } from '#contracts/coding-values.ts'
import type { DocumentRow } from '#contracts/documents.ts'
import { fieldIn, isClean } from '../events/coding/document.ts'
import { fieldNamesOf } from '../events/coding/forms.ts'
import { documentIn, ruleIn } from './coding.ts'
import type { RootState } from './root.ts'
import { tagsIn } from './tags.ts'

type Held = Pick<RootState, 'coding' | 'tags'>

/** What is being edited or is on its way differs from the row by itself: saving it tells. */
export const saysOtherwise = (row: DocumentRow, held: Held): boolean =>
  codedOtherwise(row, held) || taggedOtherwise(row, held)

function taggedOtherwise({ documentId, tagIds }: DocumentRow, held: Held): boolean {
  const tags = tagsIn(held.tags, documentId)
  if (tags === null || tags.changes.length > 0) return false
  return tagIds.length !== tags.recorded.length || !tagIds.every((id) => tags.recorded.includes(id))
}

function codedOtherwise({ documentId, coding }: DocumentRow, held: Held): boolean {
  const doc = documentIn(held.coding, documentId)
  if (doc === null || !isClean(doc)) return false
  const ruleOf = ruleIn(held.coding)
  const known = Object.keys(doc.fields).map((key) => ({
    rule: ruleOf(Number(key)),
    value: fieldIn(doc, Number(key)).value,
  }))
  const names = new Set(known.flatMap(({ rule }) => (rule ? [rule.field_name] : [])))
  const told = new Map(coding.map(({ field, value }) => [field, value]))
  const onForms = fieldNamesOf(held.coding.forms)
  return (
    [...told.keys()].some((name) => onForms.has(name) && !names.has(name)) ||
    known.some(
      ({ rule, value }) =>
        rule && isListed(rule) && begun(told.get(rule.field_name)) !== begun(listed(rule, value)),
    )
  )
}

/** The row says these in the same words; texts and dates are shortened there or not said at all. */
const isListed = (rule: FieldRule): boolean => ['single', 'multi', 'boolean'].includes(kindOf(rule))

const listed = (rule: FieldRule, value: CodedValue): string | undefined => {
  if (value === null || (Array.isArray(value) && value.length === 0)) return undefined
  return Array.isArray(value) ? value.join(', ') : shownValue(rule, value)
}

/** A row says no more of a value than fits. */
const begun = (value: string | undefined): string | undefined => value?.slice(0, 79)
