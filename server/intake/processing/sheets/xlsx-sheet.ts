/** One sheet of an Excel workbook as it is shown: rows leave as soon as they are whole. */
import type { CellAddress } from '#contracts/cell-names.ts'
import type { SheetCell } from '#contracts/sheets.ts'
import { type Cell, type Formula, isOn, type SheetTaker } from '../documents/ooxml/excel-cells.ts'
import type { CellFormats } from '../documents/ooxml/excel-styles.ts'
import type { Attributes } from '../documents/xml.ts'
import type { SheetDraft } from './book-writer.ts'
import { movedFormula, rangeOf } from './references.ts'
import type { Look } from './xlsx-looks.ts'

interface Styles {
  readonly formats: CellFormats | undefined
  readonly looks: readonly Look[]
}

const digits = /^\d+$/

export class XlsxSheet implements SheetTaker {
  readonly #sheet: SheetDraft
  readonly #styles: Styles
  /** By row and column. */
  readonly #comments: ReadonlyMap<number, ReadonlyMap<number, string>>
  readonly #commentRows: readonly number[]
  readonly #onRow: (row: number, cells: readonly SheetCell[]) => void
  readonly #formulas = new Map<string, CellAddress & { readonly text: string }>()
  #nextComment = 0
  #row = -1
  #cells: SheetCell[] = []
  #column = -1
  #ascending = true

  constructor(
    sheet: SheetDraft,
    styles: Styles,
    comments: ReadonlyMap<number, ReadonlyMap<number, string>>,
    onRow: (row: number, cells: readonly SheetCell[]) => void,
  ) {
    this.#sheet = sheet
    this.#styles = styles
    this.#comments = comments
    this.#commentRows = [...comments.keys()].toSorted((a, b) => a - b)
    this.#onRow = onRow
  }

  open(name: string, attributes: Attributes): void {
    switch (name) {
      case 'pane':
        this.#freeze(attributes)
        break
      case 'col':
        this.#describeColumns(attributes)
        break
      case 'mergeCell':
        this.#merge(attributes.get('ref') ?? '')
        break
    }
  }

  /** Behind the last row: comments at cells that are not there. */
  end(): void {
    this.#tellComments(Number.POSITIVE_INFINITY)
  }

  beginRow(attributes: Attributes): void {
    const told = attributes.get('r') ?? ''
    const row = digits.test(told) ? Number(told) - 1 : this.#row + 1
    this.#column = -1
    this.#cells = []
    this.#ascending = true
    // A row that comes again, or too late, cannot be put where it belongs.
    this.#row = Math.max(row, this.#row + 1)
    if (isOn(attributes.get('hidden'))) grow(this.#sheet.hiddenRows, this.#row)
  }

  cell({ column, type, style, shown, formula: told }: Cell): void {
    if (column <= this.#column) this.#ascending = false
    this.#column = column
    const formula = this.#formulaOf(told)
    if (shown === '' && formula === '') return
    this.#cells.push({
      column,
      text: shown,
      kind: this.#kindOf(type, style),
      ...(formula !== '' && { formula: `=${formula}` }),
      ...this.#styles.looks[style],
    })
  }

  endRow(): void {
    this.#tellComments(this.#row)
    const cells = this.#ascending ? this.#cells : inOrder(this.#cells)
    this.#onRow(this.#row, withComments(cells, this.#comments.get(this.#row)))
    if (this.#commentRows[this.#nextComment] === this.#row) this.#nextComment++
    this.#cells = []
  }

  #tellComments(before: number): void {
    for (
      let row = this.#commentRows[this.#nextComment];
      row !== undefined && row < before;
      row = this.#commentRows[++this.#nextComment]
    )
      this.#onRow(row, withComments([], this.#comments.get(row)))
  }

  #formulaOf(formula: Formula | null): string {
    if (formula === null) return ''
    if (formula.type !== 'shared') return formula.text
    const here = { row: this.#row, column: this.#column }
    const first = this.#formulas.get(formula.index)
    if (formula.text !== '') {
      this.#formulas.set(formula.index, { ...here, text: formula.text })
      return formula.text
    }
    if (first === undefined) return ''
    return movedFormula(first.text, { row: here.row - first.row, column: here.column - first.column })
  }

  #kindOf(type: string, style: number): SheetCell['kind'] {
    switch (type) {
      case 'b':
        return 'boolean'
      case 'e':
        return 'error'
      case 'd':
        return 'date'
      case 'n':
        return this.#styles.formats?.isDate(style) === true ? 'date' : 'number'
      default:
        return 'text'
    }
  }

  #freeze(attributes: Attributes): void {
    if (!/^frozen/.test(attributes.get('state') ?? '')) return
    this.#sheet.frozenRows = wholeOf(attributes.get('ySplit'))
    this.#sheet.frozenColumns = wholeOf(attributes.get('xSplit'))
  }

  #describeColumns(attributes: Attributes): void {
    const first = wholeOf(attributes.get('min')) - 1
    const last = wholeOf(attributes.get('max')) - 1
    if (first < 0 || last < first) return
    const width = Number(attributes.get('width'))
    if (width > 0 && width < 1000) this.#sheet.widths.push({ first, last, width })
    if (isOn(attributes.get('hidden'))) this.#sheet.hiddenColumns.push({ first, last })
  }

  #merge(ref: string): void {
    const range = rangeOf(ref)
    if (range === null) return
    const [from, to] = range
    if (to.row < from.row || to.column < from.column) return
    this.#sheet.merges.push({
      ...from,
      rows: to.row - from.row + 1,
      columns: to.column - from.column + 1,
    })
  }
}

const wholeOf = (value: string | undefined): number =>
  value !== undefined && digits.test(value) ? Math.min(Number(value), 1_000_000_000) : 0

function grow(spans: { first: number; last: number }[], row: number): void {
  const last = spans.at(-1)
  if (last !== undefined && last.last === row - 1) last.last = row
  else spans.push({ first: row, last: row })
}

/** What a careless program wrote out of order; of two in the same column the last one. */
const inOrder = (cells: readonly SheetCell[]): SheetCell[] =>
  [...new Map(cells.map((cell) => [cell.column, cell])).values()].toSorted((a, b) => a.column - b.column)

function withComments(
  cells: readonly SheetCell[],
  comments: ReadonlyMap<number, string> | undefined,
): readonly SheetCell[] {
  if (comments === undefined) return cells
  const all = new Map(cells.map((cell) => [cell.column, cell]))
  for (const [column, comment] of comments)
    all.set(column, { ...(all.get(column) ?? { column, text: '', kind: 'text' }), comment })
  return [...all.values()].toSorted((a, b) => a.column - b.column)
}
