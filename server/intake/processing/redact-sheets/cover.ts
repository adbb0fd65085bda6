/** Which cells of a workbook are covered, and with which label: asked cell by cell, in the order of rows. */
import { type CellRange, coveredRange, meet, RedactionRefused, type SheetRedaction } from './redactions.ts'

export type Piece = readonly [start: number, end: number, label: string]

export interface CoveredRange {
  readonly range: CellRange
  readonly label: string
}

/** Rows that are looked up together. */
const blockRows = 64
/** A range over more blocks is kept aside: it is asked about in every row. */
const mostBlocks = 64

export class SheetCover {
  /** All that is covered whole, or in part. */
  readonly ranges: CoveredRange[] = []
  isNameCovered = false
  readonly #whole = new Blocks<CoveredRange>()
  readonly #texts = new Blocks<{ readonly range: CellRange; readonly pieces: readonly Piece[] }>()
  /** By row and column. */
  readonly #cells = new Map<number, Map<number, string>>()

  cover(range: CellRange, label: string): void {
    this.ranges.push({ range, label })
    const isOneCell = range.firstRow === range.lastRow && range.firstColumn === range.lastColumn
    if (!isOneCell) {
      this.#whole.add({ range, label })
      return
    }
    const inRow = this.#cells.get(range.firstRow) ?? new Map<number, string>()
    this.#cells.set(range.firstRow, inRow)
    if (!inRow.has(range.firstColumn)) inRow.set(range.firstColumn, label)
  }

  coverText(range: CellRange, pieces: readonly Piece[], label: string): void {
    this.ranges.push({ range, label })
    this.#texts.add({ range, pieces })
  }

  /** The label of a cell that is covered whole; null where it is not. */
  labelAt(row: number, column: number): string | null {
    const own = this.#cells.get(row)?.get(column)
    if (own !== undefined) return own
    for (const { range, label } of this.#whole.inRow(row))
      if (column >= range.firstColumn && column <= range.lastColumn) return label
    return null
  }

  /** The parts of a cell's text that are covered, in order; those that touch are one. */
  piecesAt(row: number, column: number): readonly Piece[] {
    const found = this.#texts
      .inRow(row)
      .filter(({ range }) => column >= range.firstColumn && column <= range.lastColumn)
      .flatMap(({ pieces }) => pieces)
    return found.length === 0 ? found : joined(found)
  }

  /** The label of what covers any cell of this range whole, where something does. */
  labelIn(asked: CellRange): string | null {
    for (let row = asked.firstRow; row <= asked.lastRow; row++) {
      for (const { range, label } of this.#whole.inRow(row)) if (meet(range, asked)) return label
      for (const [column, label] of this.#cells.get(row) ?? [])
        if (column >= asked.firstColumn && column <= asked.lastColumn) return label
    }
    return null
  }

  /** What is covered whole in a row, up to a column, whether anything stands there or not: column and label, in order. */
  inRow(row: number, lastColumn: number): readonly (readonly [column: number, label: string])[] {
    const ranges = this.#whole.inRow(row)
    const own = this.#cells.get(row)
    if (ranges.length === 0 && own === undefined) return []
    const found = new Map<number, string>()
    for (const [column, label] of own ?? []) if (column <= lastColumn) found.set(column, label)
    for (const { range, label } of ranges)
      for (let column = range.firstColumn; column <= Math.min(range.lastColumn, lastColumn); column++)
        if (!found.has(column)) found.set(column, label)
    return [...found].sort(([one], [other]) => one - other)
  }
}

export class Cover {
  readonly sheets: readonly SheetCover[]
  /** Throws RedactionRefused. */
  constructor(redactions: readonly SheetRedaction[], count: number) {
    this.sheets = Array.from({ length: count }, () => new SheetCover())
    for (const redaction of redactions) {
      const { sheet, kind, label, text = [] } = redaction
      const one = this.sheets[sheet]
      if (one === undefined)
        throw new RedactionRefused('A redaction is on a sheet that is not there: open the file again.')
      const range = coveredRange(redaction)
      if (kind === 'sheetName') one.isNameCovered = true
      else if (kind === 'text')
        one.coverText(
          range,
          text.map(([start, end]) => [start, end, label] as const),
          label,
        )
      else one.cover(range, label)
    }
  }

  get isEmpty(): boolean {
    return this.sheets.every(({ ranges, isNameCovered }) => ranges.length === 0 && !isNameCovered)
  }
}

function joined(pieces: readonly Piece[]): readonly Piece[] {
  const all: [number, number, string][] = []
  for (const [start, end, label] of pieces.toSorted(([one], [other]) => one - other)) {
    const before = all.at(-1)
    if (before !== undefined && start <= before[1]) before[1] = Math.max(before[1], end)
    else all.push([start, end, label])
  }
  return all
}

/** Ranges by the rows that they are in. */
class Blocks<T extends { readonly range: CellRange }> {
  readonly #near = new Map<number, T[]>()
  readonly #wide: T[] = []
  #row = -1
  #inRow: readonly T[] = []

  add(one: T): void {
    this.#row = -1
    const first = Math.floor(one.range.firstRow / blockRows)
    const last = Math.floor(one.range.lastRow / blockRows)
    if (last - first >= mostBlocks) this.#wide.push(one)
    else
      for (let block = first; block <= last; block++) {
        const there = this.#near.get(block)
        if (there === undefined) this.#near.set(block, [one])
        else there.push(one)
      }
  }

  inRow(row: number): readonly T[] {
    if (row !== this.#row) {
      this.#row = row
      const near = this.#near.get(Math.floor(row / blockRows)) ?? []
      this.#inRow = [...this.#wide, ...near].filter(
        ({ range }) => row >= range.firstRow && row <= range.lastRow,
      )
    }
    return this.#inRow
  }
}
