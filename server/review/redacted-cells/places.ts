/** Whether a place is one of a spreadsheet: what is refused says what to do. */
import { nameOfRange, rangeNamed } from '#contracts/cell-ranges.ts'
import { type RedactedCells, redactedCellLimits } from '#contracts/redacted-cells.ts'
import { refused } from '../redactions/gestures.ts'

export type Place = Pick<RedactedCells, 'sheet' | 'kind' | 'range' | 'pieces'>

/** The range as it is written down; throws where it is none of its kind. */
export function plainRange({ kind, range, pieces }: Place, field: string): string | null {
  if (kind === 'text' ? pieces.length === 0 || pieces.some(({ from, to }) => to <= from) : pieces.length > 0)
    throw refused(
      `${field}.pieces`,
      kind === 'text'
        ? `Say which pieces of the text are covered, at most ${redactedCellLimits.pieces}: each ends behind where it begins.`
        : 'Only a redaction of a part of a text has pieces. Leave them out.',
    )
  if (kind === 'sheet' || kind === 'sheetName') {
    if (range !== null)
      throw refused(`${field}.range`, 'A redaction of a sheet or of its name has no range. Leave it out.')
    return null
  }
  const asKind = kind === 'text' || kind === 'kept' ? 'cells' : kind
  const found = rangeNamed(asKind, range ?? '')
  if (found === null)
    throw refused(`${field}.range`, `There are no such ${asKind}. Name them like ${examples[asKind]}.`)
  const isOne = found.firstRow === found.lastRow && found.firstColumn === found.lastColumn
  if (kind === 'text' && !isOne)
    throw refused(`${field}.range`, 'A part of a text is of one cell. Name that, like B2.')
  return nameOfRange(asKind, found)
}

const examples = { cells: 'B2:C9', rows: '3:7', columns: 'C:D' } as const
