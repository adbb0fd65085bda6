/** What is said of documents of productions, on screens and in files alike. */
import type { ComparisonKind } from './production-comparison.ts'
import type { Treatment } from './productions.ts'

/** How a document goes out. */
export const treatmentWords: Readonly<Record<Treatment, string>> = {
  images: 'Pages',
  native: 'File',
  both: 'Pages and file',
  withheld: 'Withheld',
  failed: 'Slip sheet',
}

/** How a document of two productions differs. */
export const comparisonWords: Readonly<Record<ComparisonKind, string>> = {
  onlyFirst: 'Only in the first',
  onlySecond: 'Only in the second',
  treatment: 'Produced differently',
  designation: 'Designation',
  redactions: 'Redactions',
  file: 'File replaced',
  pages: 'Pages',
  text: 'Text or file',
  fields: 'Fields',
  same: 'Same except Bates numbers',
}
