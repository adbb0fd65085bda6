/** Whether a text is a table of values: the same number of values in every row. */
import type { KindName } from '../../../platform/file-kinds.ts'

const separators = [',', '\t', ';', '|'] as const
/** Rows that must agree. With two rows there must be three columns: two sentences have one comma each often enough. */
const fewestRows = 2
const mostRows = 50

/** `isAll` says whether the text is all of the file; else its last row is cut. */
export function tableKind(text: string, isAll: boolean): KindName | null {
  for (const separator of separators) {
    const counts = columnsOf(text, separator, isAll)
    const [columns = 0] = counts
    const isTable = counts.length > 2 ? columns >= 2 : counts.length === fewestRows && columns >= 3
    if (isTable && counts.every((count) => count === columns)) return separator === '\t' ? 'tsv' : 'csv'
  }
  return null
}

/** The number of values in each row; quotes hold line ends and separators together (RFC 4180). */
function columnsOf(text: string, separator: string, isAll: boolean): number[] {
  const counts: number[] = []
  let columns = 1
  let quoted = false
  let isEmpty = true
  const endRow = (): void => {
    if (!isEmpty) counts.push(columns)
    columns = 1
    isEmpty = true
  }
  for (let at = 0; at < text.length && counts.length < mostRows; at++) {
    const char = text.charAt(at)
    if (char === '"') quoted = !quoted
    else if (!quoted && char === separator) columns++
    else if (!quoted && char === '\n') {
      endRow()
      continue
    }
    if (char !== '\r') isEmpty = false
  }
  if (isAll && !quoted) endRow()
  return counts
}
