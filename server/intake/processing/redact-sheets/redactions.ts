/** What of a workbook is covered, as it is asked for, and the places that it names. */
import { type CellAddress, cellAddressOf, columnNumber } from '#contracts/cell-names.ts'
import { maxColumns, maxRows } from '#contracts/sheets.ts'

export interface SheetRedaction {
  /** Its number in the order of the file, from 0. */
  readonly sheet: number
  /** `text`: a part of what a cell shows. `sheet`: all cells of it; its name stays unless `sheetName` covers it. */
  readonly kind: 'cells' | 'rows' | 'columns' | 'sheet' | 'sheetName' | 'text'
  /** `B2:C9` for cells and texts, `3:7` for rows, `C:D` for columns, null for a sheet and its name. */
  readonly range: string | null
  /** For `text`: from and up to, not including, in UTF-16 units of what the cell shows. */
  readonly text?: readonly (readonly [start: number, end: number])[]
  /** Stands where it is covered; empty: nothing does. */
  readonly label: string
}

/** Nothing is made, and why: a sentence that says what to do. */
export class RedactionRefused extends Error {}

/** Both ends included, counted from 0. */
export interface CellRange {
  readonly firstRow: number
  readonly lastRow: number
  readonly firstColumn: number
  readonly lastColumn: number
}

export const everywhere: CellRange = {
  firstRow: 0,
  lastRow: maxRows - 1,
  firstColumn: 0,
  lastColumn: maxColumns - 1,
}

export const cellRange = (row: number, column: number): CellRange => ({
  firstRow: row,
  lastRow: row,
  firstColumn: column,
  lastColumn: column,
})

export const meet = (one: CellRange, other: CellRange): boolean =>
  one.firstRow <= other.lastRow &&
  other.firstRow <= one.lastRow &&
  one.firstColumn <= other.lastColumn &&
  other.firstColumn <= one.lastColumn

export const holds = (outer: CellRange, inner: CellRange): boolean =>
  outer.firstRow <= inner.firstRow &&
  outer.lastRow >= inner.lastRow &&
  outer.firstColumn <= inner.firstColumn &&
  outer.lastColumn >= inner.lastColumn

/** The range between two corners, in whatever order they come; null where one lies beyond all sheets. */
export function between(one: CellAddress, other: CellAddress): CellRange | null {
  const range = {
    firstRow: Math.min(one.row, other.row),
    lastRow: Math.max(one.row, other.row),
    firstColumn: Math.min(one.column, other.column),
    lastColumn: Math.max(one.column, other.column),
  }
  return range.firstRow < 0 || range.firstColumn < 0 || !holds(everywhere, range) ? null : range
}

/** Cells by their name (`B2` or `B2:C9`); null where it is none. */
export function cellsNamed(name: string): CellRange | null {
  const [from = '', to = from, ...rest] = name.split(':')
  const [one, other] = [cellAddressOf(from), cellAddressOf(to)]
  return one === null || other === null || rest.length > 0 ? null : between(one, other)
}

const rowsNamed = /^\$?([1-9]\d{0,8})(?::\$?([1-9]\d{0,8}))?$/
const columnsNamed = /^\$?([A-Z]{1,3})(?::\$?([A-Z]{1,3}))?$/i

/** The cells that a redaction covers, be it in part. Throws RedactionRefused. */
export function coveredRange({ kind, range, text }: SheetRedaction): CellRange {
  if (kind === 'sheet' || kind === 'sheetName') {
    if (range !== null)
      throw new RedactionRefused('A redaction of a sheet or of its name has no range: leave it out.')
    return everywhere
  }
  if (kind === 'text' && (text === undefined || text.length === 0 || !text.every(isPiece)))
    throw new RedactionRefused(
      'A redaction of a text names its pieces: where each begins, and where it ends behind that.',
    )
  const found = placeOf(kind, range ?? '')
  if (found === null)
    throw new RedactionRefused(`There are no such ${words[kind]}: name them like ${examples[kind]}.`)
  return found
}

const words = { cells: 'cells', text: 'cells', rows: 'rows', columns: 'columns' } as const
const examples = { cells: 'B2:C9', text: 'B2', rows: '3:7', columns: 'C:D' } as const

const isPiece = ([start, end]: readonly [number, number]): boolean =>
  Number.isInteger(start) && Number.isInteger(end) && start >= 0 && end > start

function placeOf(kind: 'cells' | 'rows' | 'columns' | 'text', name: string): CellRange | null {
  if (kind === 'rows') {
    const [, from, to = from] = rowsNamed.exec(name) ?? []
    if (from === undefined || to === undefined) return null
    return between(
      { row: Number(from) - 1, column: 0 },
      { row: Number(to) - 1, column: everywhere.lastColumn },
    )
  }
  if (kind === 'columns') {
    const [, from, to = from] = columnsNamed.exec(name) ?? []
    if (from === undefined || to === undefined) return null
    return between(
      { row: 0, column: columnNumber(from) },
      { row: everywhere.lastRow, column: columnNumber(to) },
    )
  }
  return cellsNamed(name)
}
