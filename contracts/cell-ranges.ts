/** Places of a sheet as redactions name them: `B2:C9`, `3:7`, `C:D`. */
import { cellAddressOf, columnName, columnNumber } from './cell-names.ts'
import { maxColumns, maxRows } from './sheets.ts'

/** Both ends included, counted from 0. */
export interface CellRange {
  readonly firstRow: number
  readonly lastRow: number
  readonly firstColumn: number
  readonly lastColumn: number
}

export type RangeKind = 'cells' | 'rows' | 'columns'

export const wholeSheet: CellRange = {
  firstRow: 0,
  lastRow: maxRows - 1,
  firstColumn: 0,
  lastColumn: maxColumns - 1,
}

/** The range between two cells, in whatever order they come. */
const rangeBetween = (
  one: { readonly row: number; readonly column: number },
  other: { readonly row: number; readonly column: number },
): CellRange => ({
  firstRow: Math.min(one.row, other.row),
  lastRow: Math.max(one.row, other.row),
  firstColumn: Math.min(one.column, other.column),
  lastColumn: Math.max(one.column, other.column),
})

export const isInRange = (
  { firstRow, lastRow, firstColumn, lastColumn }: CellRange,
  row: number,
  column: number,
): boolean => row >= firstRow && row <= lastRow && column >= firstColumn && column <= lastColumn

const rowsNamed = /^([1-9]\d{0,8})(?::([1-9]\d{0,8}))?$/
const columnsNamed = /^([A-Z]{1,3})(?::([A-Z]{1,3}))?$/i

/** The range that a name means; null where it means none, or one beyond all sheets. */
export function rangeNamed(kind: RangeKind, name: string): CellRange | null {
  const range = cornersOf(kind, name)
  if (range === null || range.firstRow < 0 || range.firstColumn < 0) return null
  return range.lastRow <= wholeSheet.lastRow && range.lastColumn <= wholeSheet.lastColumn ? range : null
}

function cornersOf(kind: RangeKind, name: string): CellRange | null {
  if (kind === 'rows') {
    const [, from, to = from] = rowsNamed.exec(name) ?? []
    if (from === undefined) return null
    const rows = rangeBetween({ row: Number(from) - 1, column: 0 }, { row: Number(to) - 1, column: 0 })
    return { ...wholeSheet, firstRow: rows.firstRow, lastRow: rows.lastRow }
  }
  if (kind === 'columns') {
    const [, from, to = from] = columnsNamed.exec(name) ?? []
    if (from === undefined || to === undefined) return null
    const [one, other] = [columnNumber(from), columnNumber(to)]
    return { ...wholeSheet, firstColumn: Math.min(one, other), lastColumn: Math.max(one, other) }
  }
  const [from = '', to = from, ...rest] = name.split(':')
  const [one, other] = [cellAddressOf(from), cellAddressOf(to)]
  return one === null || other === null || rest.length > 0 ? null : rangeBetween(one, other)
}

/** What a range is called; a single row, column or cell by its own name. */
export function nameOfRange(kind: RangeKind, range: CellRange): string {
  const { firstRow, lastRow, firstColumn, lastColumn } = range
  const [from, to] =
    kind === 'rows'
      ? [`${firstRow + 1}`, `${lastRow + 1}`]
      : kind === 'columns'
        ? [columnName(firstColumn), columnName(lastColumn)]
        : [`${columnName(firstColumn)}${firstRow + 1}`, `${columnName(lastColumn)}${lastRow + 1}`]
  return from === to ? from : `${from}:${to}`
}
