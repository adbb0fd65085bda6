/** What the types of custom fields are called, and which of them have choices. */
import { hasOptions, kindOf } from '#contracts/coding-values.ts'
import type { CustomField } from '#contracts/fields.ts'
import { fieldTypes } from '#contracts/project.ts'

/** Of the two kinds of long text and of references to other objects one makes no new ones here. */
const names: readonly (readonly [number, string])[] = [
  [fieldTypes.singleChoice, 'Single choice'],
  [fieldTypes.multipleChoice, 'Multiple choice'],
  [fieldTypes.boolean, 'Yes/No'],
  [fieldTypes.shortText, 'Short text'],
  [fieldTypes.longText, 'Long text'],
  [fieldTypes.integer, 'Integer'],
  [fieldTypes.float, 'Number'],
  [fieldTypes.date, 'Date'],
]

export const typeChoices = names.map(([typeId, label]) => ({ value: String(typeId), label }))

export function typeName(typeId: number): string {
  if (typeId === fieldTypes.text) return 'Long text'
  return names.find(([known]) => known === typeId)?.[1] ?? 'Another object'
}

export const hasChoices = (typeId: number): boolean => hasOptions(kindOf({ field_type_id: typeId }))
export const isYesNo = (typeId: number): boolean => kindOf({ field_type_id: typeId }) === 'boolean'

/** The server has the last word: this is what is plain without asking it. */
export const isUnused = ({ forms, documents }: CustomField): boolean => forms.length === 0 && documents === 0
