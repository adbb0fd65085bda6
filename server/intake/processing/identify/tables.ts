/** Whether a text is a table of values: the same number of values in every row. */
import { usualSeparators, valueCounts } from '../../../platform/delimited/separator.ts'
import type { KindName } from '../../../platform/file-kinds.ts'

/** Rows that must agree. With two rows there must be three columns: two sentences have one comma each often enough. */
const fewestRows = 2
const maxRows = 50

/** `isAll` says whether the text is all of the file; else its last row is cut. */
export function tableKind(text: string, isAll: boolean): KindName | null {
  for (const separator of usualSeparators) {
    const counts = valueCounts(text, separator, maxRows, isAll)
    const [columns = 0] = counts
    const isTable = counts.length > 2 ? columns >= 2 : counts.length === fewestRows && columns >= 3
    if (isTable && counts.every((count) => count === columns)) return separator === '\t' ? 'tsv' : 'csv'
  }
  return null
}
