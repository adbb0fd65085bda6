/** Tables of OpenDocument (ISO/IEC 26300-3, 9): those in texts are written as they come, sheets with their repetitions. */
import type { Draft } from './draft.ts'
import { SheetWriter } from './sheet-writer.ts'
import type { Attributes } from './xml.ts'

/** How often a row or cell with content is told: sheets repeat what is alike, and empty ones to the end of the sheet. */
const maxRepeats = 1000

/** Where cells keep their values, by what kind they are of (ISO/IEC 26300-3, 19.385). */
const typedValues = ['value', 'date-value', 'time-value', 'boolean-value', 'string-value']

export class OpenDocumentCells {
  /** Names of styles whose tables are not shown. */
  readonly hiddenStyles = new Set<string>()
  readonly #draft: Draft
  readonly #writer: SheetWriter
  #inSheets = false
  #words: string | null = null
  /** Of the cell that is open in a sheet. */
  #attributes: Attributes | null = null
  #cellRepeats = 1
  #rowRepeats = 1
  #column = 0
  #row: [column: number, words: string][] = []
  constructor(draft: Draft) {
    this.#draft = draft
    this.#writer = new SheetWriter(draft)
  }

  /** Whether a cell of a sheet is open: what it says comes here. */
  get inCell(): boolean {
    return this.#words !== null
  }

  say(words: string): void {
    this.#words = (this.#words ?? '') + words
  }

  open(name: string, attributes: Attributes): void {
    const { text, fields } = this.#draft
    switch (name) {
      case 'spreadsheet':
        this.#inSheets = true
        break
      case 'table':
        if (!this.#inSheets) text.line()
        else {
          const hidden = this.hiddenStyles.has(attributes.get('style-name') ?? '')
          this.#writer.sheet(
            attributes.get('table:name') ?? attributes.get('name') ?? '',
            hidden ? 'hidden' : 'visible',
          )
        }
        break
      case 'table-column':
      case 'table-row':
        if (/^(collapse|filter)$/.test(attributes.get('visibility') ?? ''))
          fields.hides('Hidden rows or columns')
        if (name === 'table-column') break
        if (!this.#inSheets) text.row()
        this.#row = []
        this.#column = 0
        this.#rowRepeats = repeats(attributes.get('number-rows-repeated'))
        break
      case 'table-cell':
      case 'covered-table-cell':
        this.#cellRepeats = repeats(attributes.get('number-columns-repeated'))
        if (!this.#inSheets) break
        this.#words = ''
        this.#attributes = attributes
        break
    }
  }

  close(name: string): void {
    switch (name) {
      case 'spreadsheet':
        this.#inSheets = false
        break
      case 'table':
        this.#draft.text.line()
        break
      case 'table-cell':
      case 'covered-table-cell':
        if (this.#words === null) this.#draft.text.cell()
        else this.#endCell(this.#words.trim() || this.#unsaid())
        this.#words = null
        break
      case 'table-row':
        if (this.#inSheets) this.#endRow()
        this.#draft.text.line()
        break
    }
  }

  /** What a cell without words says: its value as it is stored, or else the formula that nobody has calculated. */
  #unsaid(): string {
    const value = (name: string) => this.#attributes?.get(name) ?? ''
    const stored = typedValues.map(value).find((one) => one !== '') ?? ''
    if (stored !== '' || value('value-type') !== '') return stored
    // Before it stands the language that it is written in (OpenFormula: `of:`).
    const formula = value('formula').replace(/^[A-Za-z]\w*:(?==)/, '')
    if (formula !== '') this.#draft.fields.hides('Formulas without values')
    return formula
  }

  #endCell(words: string): void {
    if (words !== '')
      for (let i = 0; i < Math.min(this.#cellRepeats, maxRepeats); i++)
        this.#row.push([this.#column + i, words])
    this.#column += this.#cellRepeats
  }

  #endRow(): void {
    if (this.#row.length === 0) return
    for (let i = 0; i < Math.min(this.#rowRepeats, maxRepeats); i++) {
      for (const [column, words] of this.#row) this.#writer.cell(column, words)
      this.#writer.endRow()
    }
  }
}

const repeats = (value: string | undefined): number =>
  Math.max(1, Math.min(16_384 * 64, Number(value ?? 1) || 1))
