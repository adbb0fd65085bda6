/** The rows of one sheet as a rebuilding takes them: addressed as the grid addresses them, with what may stay of their looks. */
import { cellAddressOf } from '#contracts/cell-names.ts'
import { maxColumns } from '#contracts/sheets.ts'
import { isOn } from '../documents/ooxml/excel-cells.ts'
import type { CellFormats } from '../documents/ooxml/excel-styles.ts'
import type { Attributes, XmlHandler } from '../documents/xml.ts'
import { movedFormula } from '../sheets/references.ts'
import { allowedAttributes, decimal, flag } from './allowed.ts'
import type { Column, Hidden, SheetHead, SheetTaker, SourceCell } from './book-source.ts'
import { type CellRange, cellsNamed } from './redactions.ts'
import { plainOf, RichReader, type RichText } from './strings.ts'

interface Shared {
  readonly strings: readonly RichText[]
  readonly formats: CellFormats
  /** Styles that there are. */
  readonly styles: number
}

const digits = /^\d{1,9}$/
const rowLook = { ht: decimal, customHeight: flag }
const usualLook = { baseColWidth: decimal, defaultColWidth: decimal, defaultRowHeight: decimal }
const numberText = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:E[-+]?\d+)?$/i
const dayText = /^\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?$/
const errorText = /^#(?:REF!|N\/A|VALUE!|NAME\?|NUM!|NULL!|DIV\/0!|GETTING_DATA|SPILL!|CALC!)$/
const nothing = { kind: 'none' } as const
/** Merged areas of a sheet; a person merges fewer. */
const mostMerges = 100_000

export class XlsxRows implements XmlHandler {
  readonly hidden: Hidden = { rows: [], columns: [] }
  readonly #shared: Shared
  readonly #taker: SheetTaker
  readonly #rich = new RichReader()
  readonly #formulas = new Map<
    string,
    { readonly row: number; readonly column: number; readonly text: string }
  >()
  readonly #columns: Column[] = []
  readonly #merges: CellRange[] = []
  #frozen = { row: 0, column: 0 }
  #usual = ''
  #isHeadTold = false
  #isCells = false
  #row = -1
  #look = ''
  #cells: SourceCell[] = []
  #ascending = true
  #column = -1
  #type = 'n'
  #style = 0
  #value = ''
  #formula: { text: string; readonly type: string; readonly index: string; readonly area: string } | null =
    null
  #extra: readonly string[] = []
  #inside: 'value' | 'formula' | 'rich' | null = null

  constructor(shared: Shared, taker: SheetTaker) {
    this.#shared = shared
    this.#taker = taker
  }

  /** Whether it was none of cells. */
  get isOther(): boolean {
    return !this.#isCells
  }

  open(name: string, attributes: Attributes): void {
    if (this.#inside === 'rich') {
      this.#rich.open(name, attributes)
      return
    }
    switch (name) {
      case 'pane':
        if (/^frozen/.test(attributes.get('state') ?? ''))
          this.#frozen = { row: wholeOf(attributes.get('ySplit')), column: wholeOf(attributes.get('xSplit')) }
        break
      case 'sheetFormatPr':
        this.#usual = allowedAttributes(attributes, usualLook)
        if (isOn(attributes.get('zeroHeight'))) grow(this.hidden.rows, 0, 1_048_575)
        break
      case 'col':
        this.#describe(attributes)
        break
      case 'sheetData':
        this.#isCells = true
        this.#tellHead()
        break
      case 'row':
        this.#beginRow(attributes)
        break
      case 'c':
        this.#beginCell(attributes)
        break
      case 'v':
        this.#inside = 'value'
        break
      case 'f':
        this.#inside = 'formula'
        this.#formula = {
          text: '',
          type: attributes.get('t') ?? '',
          index: attributes.get('si') ?? '',
          area: attributes.get('ref') ?? '',
        }
        this.#extra = ['r1', 'r2'].flatMap((key) => attributes.get(key) ?? [])
        break
      case 'is':
        this.#inside = 'rich'
        this.#rich.begin()
        break
      case 'mergeCell': {
        const range = cellsNamed(attributes.get('ref') ?? '')
        if (range !== null && this.#merges.length < mostMerges) this.#merges.push(range)
      }
    }
  }

  text(text: string): void {
    if (this.#inside === 'rich') this.#rich.text(text)
    else if (this.#inside === 'value') this.#value += text
    else if (this.#inside === 'formula' && this.#formula !== null) this.#formula.text += text
  }

  close(name: string): void {
    if (this.#inside === 'rich' && name !== 'is') {
      this.#rich.close(name)
      return
    }
    switch (name) {
      case 'v':
      case 'f':
      case 'is':
        this.#inside = null
        break
      case 'c':
        this.#endCell()
        break
      case 'row':
        this.#taker.row(this.#row, this.#look, this.#ascending ? this.#cells : inOrder(this.#cells))
        this.#cells = []
    }
  }

  /** Behind all that there is of it. */
  end(): void {
    this.#tellHead()
    this.#taker.merged(this.#merges)
  }

  #tellHead(): void {
    if (this.#isHeadTold) return
    this.#isHeadTold = true
    const head: SheetHead = { frozen: this.#frozen, usual: this.#usual, columns: this.#columns }
    this.#taker.head(head)
  }

  #describe(attributes: Attributes): void {
    const first = wholeOf(attributes.get('min')) - 1
    const last = Math.min(wholeOf(attributes.get('max')), maxColumns) - 1
    if (first < 0 || last < first || this.#isHeadTold || this.#columns.length >= maxColumns) return
    if (isOn(attributes.get('hidden'))) grow(this.hidden.columns, first, last)
    const width = Number(attributes.get('width'))
    const style = this.#known(attributes.get('style'))
    const isWide = width > 0 && width <= 255 && decimal.test(attributes.get('width') ?? '')
    const look = `${isWide ? ` width="${width}" customWidth="1"` : ' width="9"'}${style > 0 ? ` style="${style}"` : ''}`
    if (first > (this.#columns.at(-1)?.last ?? -1)) this.#columns.push({ first, last, look })
  }

  #beginRow(attributes: Attributes): void {
    this.#tellHead()
    const told = attributes.get('r') ?? ''
    // A row that comes again, or too late, is put where the grid puts it.
    this.#row = Math.max(digits.test(told) ? Number(told) - 1 : this.#row + 1, this.#row + 1)
    this.#column = -1
    this.#cells = []
    this.#ascending = true
    if (isOn(attributes.get('hidden')) || attributes.get('ht') === '0')
      grow(this.hidden.rows, this.#row, this.#row)
    const style = this.#known(attributes.get('s'))
    const isLow = !(Number(attributes.get('ht') ?? 1) > 0)
    this.#look = `${isLow ? '' : allowedAttributes(attributes, rowLook)}${style > 0 ? ` s="${style}" customFormat="1"` : ''}`
  }

  #beginCell(attributes: Attributes): void {
    const column = cellAddressOf(attributes.get('r') ?? '')?.column ?? this.#column + 1
    if (column <= this.#column) this.#ascending = false
    this.#column = column
    this.#type = attributes.get('t') ?? 'n'
    this.#style = this.#known(attributes.get('s'))
    this.#value = ''
    this.#formula = null
    this.#extra = []
    this.#rich.begin()
  }

  #endCell(): void {
    if (this.#column >= maxColumns) return
    const value = this.#valueOf()
    const { formats } = this.#shared
    const [style, told] = [this.#style, this.#value]
    this.#cells.push({
      column: this.#column,
      style,
      value,
      shown(): string {
        if (value.kind === 'none') return ''
        if (value.kind === 'n') return formats.show(told, style)
        if (value.kind === 'b') return value.text === '1' ? 'TRUE' : 'FALSE'
        return plainOf(value.text)
      },
      formula: this.#formulaOf(),
      // Of a formula that is told once for many cells it says something else.
      fills: /^(?:array|dataTable)$/.test(this.#formula?.type ?? '')
        ? cellsNamed(this.#formula?.area ?? '')
        : null,
    })
  }

  #valueOf(): SourceCell['value'] {
    const told = this.#value
    if (this.#type === 'inlineStr') {
      const rich = this.#rich.end()
      // Some write the text of such a cell as if it were one of the others.
      const text = plainOf(rich) === '' ? told : rich
      return plainOf(text) === '' ? nothing : { kind: 'text', text }
    }
    if (told === '') return nothing
    switch (this.#type) {
      case 's': {
        const text = this.#shared.strings[Number(told)] ?? ''
        return plainOf(text) === '' ? nothing : { kind: 'text', text }
      }
      case 'b':
        return { kind: 'b', text: isOn(told) ? '1' : '0' }
      case 'e':
        return errorText.test(told) ? { kind: 'e', text: told } : { kind: 'text', text: told }
      case 'd':
        return dayText.test(told) ? { kind: 'd', text: told } : { kind: 'text', text: told }
      case 'n':
        return numberText.test(told.trim()) ? { kind: 'n', text: told.trim() } : { kind: 'text', text: told }
      default:
        return { kind: 'text', text: told }
    }
  }

  #formulaOf(): string {
    const formula = this.#formula
    if (formula === null) return ''
    const here = { row: this.#row, column: this.#column }
    // A table of what would be: it reads its inputs, and others that nobody says.
    if (formula.type === 'dataTable') return `INDIRECT(${this.#extra.join(',')})`
    if (formula.type !== 'shared') return formula.text
    if (formula.text !== '') {
      this.#formulas.set(formula.index, { ...here, text: formula.text })
      return formula.text
    }
    const first = this.#formulas.get(formula.index)
    if (first === undefined) return 'INDIRECT()'
    return movedFormula(first.text, { row: here.row - first.row, column: here.column - first.column })
  }

  #known(style: string | undefined): number {
    const number = wholeOf(style)
    return number < this.#shared.styles ? number : 0
  }
}

const wholeOf = (value: string | undefined): number =>
  value !== undefined && /^\d{1,7}$/.test(value) ? Number(value) : 0

function grow(spans: Hidden['rows'], first: number, last: number): void {
  const all = spans as { first: number; last: number }[]
  const before = all.at(-1)
  if (before !== undefined && before.last === first - 1) before.last = last
  else all.push({ first, last })
}

/** What a careless program wrote out of order; of two in the same column the last one, as in the grid. */
const inOrder = (cells: readonly SourceCell[]): SourceCell[] =>
  [...new Map(cells.map((cell) => [cell.column, cell])).values()].toSorted((a, b) => a.column - b.column)
