/** Writes one sheet of a rebuilt workbook, row by row: what is covered says its label, and what is open its value. */
import { columnName } from '#contracts/cell-names.ts'
import { escaped, mainSpace, head as xmlHead } from '../../../platform/workbook/package-parts.ts'
import type { SheetHead, SheetTaker, SourceCell } from './book-source.ts'
import type { SheetCover } from './cover.ts'
import type { CoveredValues } from './covered-values.ts'
import { cutText } from './cut-text.ts'
import type { CellRange } from './redactions.ts'
import type { StringTable } from './strings.ts'
import type { Used } from './survey.ts'

/** Rows and columns of the format. */
const mostRows = 1_048_576

export interface SheetPlan {
  readonly cover: SheetCover
  readonly used: Used
  readonly strings: StringTable
  readonly values: CoveredValues
  /** The style of what is covered. */
  readonly covered: number
  /** Whether covered cells in which nothing stands are black, too. */
  readonly fills: boolean
  write(xml: string): void
}

export class SheetOut implements SheetTaker {
  /** Cells that were covered, whole or in part, and had something in them. */
  coveredCells = 0
  /** Rows that the format has no room for. */
  lostRows = 0
  /** Formulas of which the file held no value. */
  lostFormulas = 0
  readonly #plan: SheetPlan
  #next = 0

  constructor(plan: SheetPlan) {
    this.#plan = plan
  }

  head({ frozen, usual, columns }: SheetHead): void {
    const { row, column } = frozen
    const corner = `${columnName(column)}${row + 1}`
    const side = row === 0 ? 'topRight' : column === 0 ? 'bottomLeft' : 'bottomRight'
    const isFrozen = (row > 0 || column > 0) && row < mostRows && column < 16_384
    const splits = `${column > 0 ? ` xSplit="${column}"` : ''}${row > 0 ? ` ySplit="${row}"` : ''}`
    const pane = isFrozen
      ? `<pane${splits} topLeftCell="${corner}" activePane="${side}" state="frozen"/>`
      : ''
    const widths = columns
      .map(({ first, last, look }) => `<col min="${first + 1}" max="${last + 1}"${look}/>`)
      .join('')
    const height = usual.includes('defaultRowHeight') ? '' : ' defaultRowHeight="15"'
    this.#plan.write(
      `${xmlHead}<worksheet xmlns="${mainSpace}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><sheetFormatPr${usual}${height}/>${widths === '' ? '' : `<cols>${widths}</cols>`}<sheetData>`,
    )
  }

  row(row: number, look: string, cells: readonly SourceCell[]): void {
    if (row >= mostRows) {
      if (cells.length > 0) this.lostRows++
      this.#keepValues(row, cells)
      return
    }
    this.#fillTo(row)
    this.#next = row + 1
    const blanks = this.#blanks(row)
    let xml = ''
    let blank = 0
    for (const cell of cells) {
      for (; blank < blanks.length && (blanks[blank]?.[0] ?? 0) < cell.column; blank++)
        xml += this.#label(row, blanks[blank])
      if (blanks[blank]?.[0] === cell.column) blank++
      xml += this.#cell(row, cell)
    }
    for (; blank < blanks.length; blank++) xml += this.#label(row, blanks[blank])
    if (xml !== '' || look !== '') this.#plan.write(`<row r="${row + 1}"${look}>${xml}</row>`)
  }

  merged(ranges: readonly CellRange[]): void {
    this.#fillTo(Math.min(this.#plan.used.lastRow + 1, mostRows))
    const all = ranges.filter(({ lastRow }) => lastRow < mostRows)
    const cells = all.map((range) => `<mergeCell ref="${rangeName(range)}"/>`).join('')
    const merges = cells === '' ? '' : `<mergeCells count="${all.length}">${cells}</mergeCells>`
    this.#plan.write(`</sheetData>${merges}</worksheet>`)
  }

  /** Rows without cells, in which something is covered all the same. */
  #fillTo(row: number): void {
    for (; this.#next < row; this.#next++) {
      const blanks = this.#blanks(this.#next)
      if (blanks.length === 0) continue
      const xml = blanks.map((blank) => this.#label(this.#next, blank)).join('')
      this.#plan.write(`<row r="${this.#next + 1}">${xml}</row>`)
    }
  }

  #blanks(row: number): readonly (readonly [number, string])[] {
    const { fills, cover, used } = this.#plan
    return fills ? cover.inRow(row, used.lastColumn) : []
  }

  #label(row: number, blank: readonly [column: number, label: string] | undefined): string {
    if (blank === undefined) return ''
    const [column, label] = blank
    const { covered, strings } = this.#plan
    const name = `${columnName(column)}${row + 1}`
    return label === ''
      ? `<c r="${name}" s="${covered}"/>`
      : `<c r="${name}" s="${covered}" t="s"><v>${strings.numberOf(label)}</v></c>`
  }

  #cell(row: number, cell: SourceCell): string {
    const { cover, strings, values } = this.#plan
    const { column, style, value } = cell
    const label = cover.labelAt(row, column)
    if (label !== null) {
      this.#keep(cell)
      return this.#label(row, [column, label])
    }
    if (value.kind === 'none') {
      if (cell.formula !== '') this.lostFormulas++
      return style === 0 ? '' : `<c r="${columnName(column)}${row + 1}" s="${style}"/>`
    }
    const look = style === 0 ? '' : ` s="${style}"`
    const start = `<c r="${columnName(column)}${row + 1}"${look}`
    const pieces = cover.piecesAt(row, column)
    if (pieces.length > 0) {
      const { text, taken } = cutText(value.kind === 'text' ? value.text : cell.shown(), pieces)
      if (taken.length > 0) {
        this.coveredCells++
        for (const words of taken) values.add(words)
        return `${start} t="s"><v>${strings.numberOf(text)}</v></c>`
      }
    }
    switch (value.kind) {
      case 'text':
        return `${start} t="s"><v>${strings.numberOf(value.text)}</v></c>`
      case 'n':
        return `${start}><v>${escaped(value.text)}</v></c>`
      default:
        return `${start} t="${value.kind}"><v>${escaped(value.text)}</v></c>`
    }
  }

  #keep({ value, formula, shown }: SourceCell): void {
    const { values } = this.#plan
    if (value.kind !== 'none' || formula !== '') this.coveredCells++
    if (value.kind !== 'none') values.add(shown())
    if (value.kind === 'n' || value.kind === 'd') values.add(value.text)
    values.addFormula(formula)
  }

  /** Of what is left out, be it covered or not, nothing is written. */
  #keepValues(row: number, cells: readonly SourceCell[]): void {
    for (const cell of cells) if (this.#plan.cover.labelAt(row, cell.column) !== null) this.#keep(cell)
  }
}

const rangeName = ({ firstRow, lastRow, firstColumn, lastColumn }: CellRange): string => {
  const from = `${columnName(firstColumn)}${firstRow + 1}`
  const to = `${columnName(lastColumn)}${lastRow + 1}`
  return from === to ? from : `${from}:${to}`
}
