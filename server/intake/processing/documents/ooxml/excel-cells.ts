/** The cells of one sheet of a workbook (ECMA-376 part 1, 18.3), from front to back: only those that are there cost anything. */
import type { Attributes, XmlHandler } from '../xml.ts'
import type { CellFormats } from './excel-styles.ts'

/** What cells refer to. */
export interface Shared {
  readonly strings: readonly string[]
  readonly formats: CellFormats | undefined
}

export interface Formula {
  text: string
  readonly type: string
  /** Of those that are told once for many cells. */
  readonly index: string
}

export interface Cell {
  /** Counted from 0; cells that are not named stand behind the one before. */
  readonly column: number
  readonly type: string
  readonly style: number
  /** Its value as the cell shows it. */
  readonly shown: string
  readonly formula: Formula | null
  /** Whether a value is stored, be it an empty one. */
  readonly isStored: boolean
}

/** Who takes what a sheet holds, in its order; all elements but rows and cells are handed on as they come. */
export interface SheetTaker extends XmlHandler {
  beginRow(attributes: Attributes): void
  cell(cell: Cell): void
  endRow(): void
}

export class CellReader implements XmlHandler {
  readonly #shared: Shared
  readonly #taker: SheetTaker
  #column = -1
  #type = ''
  #style = 0
  #value = ''
  #isStored = false
  #formula: Formula | null = null
  #inside: 'value' | 'formula' | null = null
  #inReading = false

  constructor(shared: Shared, taker: SheetTaker) {
    this.#shared = shared
    this.#taker = taker
  }

  open(name: string, attributes: Attributes): void {
    switch (name) {
      case 'row':
        this.#column = -1
        this.#taker.beginRow(attributes)
        break
      case 'c':
        this.#column = columnOf(attributes.get('r') ?? '') ?? this.#column + 1
        this.#type = attributes.get('t') ?? 'n'
        this.#style = Number(attributes.get('s') ?? 0)
        this.#value = ''
        this.#isStored = false
        this.#formula = null
        break
      case 'v':
      case 't':
        this.#inside = 'value'
        this.#isStored = true
        break
      case 'f':
        this.#formula = { text: '', type: attributes.get('t') ?? '', index: attributes.get('si') ?? '' }
        this.#inside = 'formula'
        break
      case 'rPh':
        this.#inReading = true
        break
      default:
        this.#taker.open?.(name, attributes)
    }
  }

  text(text: string): void {
    if (this.#inside === null) this.#taker.text?.(text)
    else if (this.#inside === 'value') this.#value += this.#inReading ? '' : text
    else if (this.#formula !== null) this.#formula.text += text
  }

  close(name: string): void {
    switch (name) {
      case 'v':
      case 't':
      case 'f':
        this.#inside = null
        break
      case 'rPh':
        this.#inReading = false
        break
      case 'c':
        this.#taker.cell({
          column: this.#column,
          type: this.#type,
          style: this.#style,
          shown: this.#shown(),
          formula: this.#formula,
          isStored: this.#isStored,
        })
        break
      case 'row':
        this.#taker.endRow()
        break
      default:
        this.#taker.close?.(name)
    }
  }

  #shown(): string {
    const value = this.#value
    switch (this.#type) {
      case 's':
        return this.#shared.strings[Number(value)] ?? ''
      case 'b':
        return value === '' ? '' : isOn(value) ? 'TRUE' : 'FALSE'
      case 'n':
        return value === '' ? '' : (this.#shared.formats?.show(value, this.#style) ?? value)
      default:
        return value
    }
  }
}

export const isOn = (value: string | undefined): boolean => value === '1' || value === 'true'

/** The column of a cell's name (`AB12` is 27), counted from 0; null where it is none. */
function columnOf(cell: string): number | null {
  let column = 0
  let at = 0
  for (; at < 3; at++) {
    const letter = cell.charCodeAt(at) & 0xdf
    if (!(letter >= 0x41 && letter <= 0x5a)) break
    column = column * 26 + letter - 0x40
  }
  const digit = cell.charCodeAt(at)
  return at > 0 && digit >= 0x30 && digit <= 0x39 ? column - 1 : null
}
