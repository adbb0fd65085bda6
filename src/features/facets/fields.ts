/** The fields by which a result is counted beside the list, in the order in which they are shown. */
import type { Field } from '#contracts/project.ts'
import { titleOf } from '../filter/fields.ts'

export interface FacetField {
  readonly field: string
  readonly title: string
  readonly as: 'values' | 'months'
}

const before = ['Custodian', 'File_Type_Category', 'Parent_Date', 'Tags', 'Folder'] as const
const after = ['Domains', 'Exception', 'Language', 'Email_Keyword_Hits'] as const

/** Sections that are open when the panel is. */
export const openAtFirst: ReadonlySet<string> = new Set(['Custodian', 'File_Type_Category'])

/** They are asked for by name though they are no fields of a list. */
const always: ReadonlySet<string> = new Set(['Tags', 'Folder'])

export function facetFields(known: readonly Field[]): readonly FacetField[] {
  const names = new Set(known.map(({ name }) => name))
  const product = (fields: readonly string[]): readonly FacetField[] =>
    fields
      .filter((field) => names.has(field) || always.has(field))
      .map((field) => ({ field, title: titleOf(field), as: field === 'Parent_Date' ? 'months' : 'values' }))
  const coding = known
    .filter(({ kind }) => kind === 'coding')
    .map(({ name, displayName }): FacetField => ({ field: name, title: displayName, as: 'values' }))
  return [...product(before), ...coding, ...product(after)]
}
