/**
 * How rows are stored: as JSON with as little as there is to say, packed block by block. Most cells are a text in the column
 * behind the one before, and are stored as that text; a number stands for so many columns with nothing in them.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { cellKinds, maxColumns, maxRows, type SheetCell, type SheetRow } from '#contracts/sheets.ts'

type Full = readonly [text: string, kind: number, formula?: string, comment?: string, look?: number]
type Item = string | number | Full
/** The row's number, then its cells from the first column on. */
export type StoredRow = readonly [row: number, ...items: Item[]]

const aligns = ['left', 'center', 'right'] as const
/** Bytes of a block when it is unpacked: more is none of ours. */
const maxBytes = 256 * 1024 * 1024

/** Cells in the order of their columns. */
export function storedRow(row: number, cells: readonly SheetCell[]): StoredRow {
  const items: Item[] = []
  let next = 0
  for (const cell of cells) {
    if (cell.column > next) items.push(cell.column - next)
    items.push(storedCell(cell))
    next = cell.column + 1
  }
  return [row, ...items]
}

function storedCell({ text, kind, formula, comment, bold, align }: SheetCell): Item {
  const look = (bold === true ? 1 : 0) + (align === undefined ? 0 : 2 * (aligns.indexOf(align) + 1))
  const number = cellKinds.indexOf(kind)
  if (look > 0) return [text, number, formula ?? '', comment ?? '', look]
  if (comment !== undefined) return [text, number, formula ?? '', comment]
  if (formula !== undefined) return [text, number, formula]
  return kind === 'text' ? text : [text, number]
}

/** The cells of columns from `first` up to, not including, `end`. */
export function cellsOf(stored: StoredRow, first = 0, end = Number.POSITIVE_INFINITY): SheetCell[] {
  const cells: SheetCell[] = []
  let column = 0
  for (let i = 1; i < stored.length && column < end; i++) {
    const item = stored[i] as Item
    if (typeof item === 'number') column += item
    else {
      if (column >= first) cells.push(cellOf(column, item))
      column++
    }
  }
  return cells
}

function cellOf(column: number, item: string | Full): SheetCell {
  if (typeof item === 'string') return { column, text: item, kind: 'text' }
  const [text, kind, formula = '', comment = '', look = 0] = item
  const align = aligns[(look >> 1) - 1]
  return {
    column,
    text,
    kind: cellKinds[kind] ?? 'text',
    ...(formula !== '' && { formula }),
    ...(comment !== '' && { comment }),
    ...((look & 1) === 1 && { bold: true }),
    ...(align !== undefined && { align }),
  }
}

export const rowOf = (stored: StoredRow, first: number, end: number): SheetRow => ({
  row: stored[0],
  cells: cellsOf(stored, first, end),
})

/** The fastest packing: what is packed is read again soon, and thrown away later. */
export const packRows = (rows: readonly StoredRow[]): Buffer =>
  deflateRawSync(Buffer.from(JSON.stringify(rows)), { level: 1 })

export const unpackText = (bytes: Uint8Array): string =>
  inflateRawSync(bytes, { maxOutputLength: maxBytes }).toString('utf8')

/** The rows of a block; throws where it is none: a process that a document had taken over may have written it. */
export function rowsIn(text: string): readonly StoredRow[] {
  const rows: unknown = JSON.parse(text)
  if (!Array.isArray(rows)) throw new Error('It is no block of rows.')
  let before = -1
  for (const row of rows) {
    if (!isRow(row) || row[0] <= before) throw new Error('It is no block of rows.')
    before = row[0]
  }
  return rows
}

function isRow(row: unknown): row is StoredRow {
  if (!Array.isArray(row) || !isWhole(row[0], maxRows)) return false
  let column = 0
  for (let i = 1; i < row.length; i++) {
    const item: unknown = row[i]
    if (typeof item === 'number') {
      if (!isWhole(item, maxColumns)) return false
      column += item
      continue
    }
    if (typeof item !== 'string' && !isFull(item)) return false
    column++
  }
  return column <= maxColumns
}

const isFull = (item: unknown): item is Full =>
  Array.isArray(item) &&
  typeof item[0] === 'string' &&
  isWhole(item[1], cellKinds.length - 1) &&
  (item[2] === undefined || typeof item[2] === 'string') &&
  (item[3] === undefined || typeof item[3] === 'string') &&
  (item[4] === undefined || isWhole(item[4], 7))

const isWhole = (value: unknown, most: number): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most
