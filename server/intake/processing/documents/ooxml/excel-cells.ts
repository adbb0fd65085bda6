/** One sheet of a workbook (ECMA-376 part 1, 18.3), read from front to back: only cells that are there cost anything. */
import type { Draft } from '../draft.ts'
import { headerText, type SheetWriter } from '../sheet-writer.ts'
import type { Attributes, XmlHandler } from '../xml.ts'
import { readComments, readThreads } from './excel-beside.ts'
import type { CellFormats } from './excel-styles.ts'
import type { OfficeFile } from './office-file.ts'

const headers = /^(odd|even|first)(Header|Footer)$/

export class SheetCells implements XmlHandler {
  readonly #draft: Draft
  readonly #writer: SheetWriter
  readonly #strings: readonly string[]
  readonly #formats: CellFormats | undefined
  /** Lines that come after the cells. */
  readonly #beside: string[] = []
  #column = -1
  #type = ''
  #style = 0
  #value = ''
  #inValue = false
  #inReading = false
  constructor(
    draft: Draft,
    writer: SheetWriter,
    strings: readonly string[],
    formats: CellFormats | undefined,
  ) {
    this.#draft = draft
    this.#writer = writer
    this.#strings = strings
    this.#formats = formats
  }

  open(name: string, attributes: Attributes): void {
    switch (name) {
      case 'row':
        this.#writer.endRow()
        this.#column = -1
        if (isOn(attributes.get('hidden'))) this.#draft.fields.hides('Hidden rows or columns')
        break
      case 'c': {
        const at = attributes.get('r')
        this.#column = at === undefined ? this.#column + 1 : columnOf(at)
        this.#type = attributes.get('t') ?? 'n'
        this.#style = Number(attributes.get('s') ?? 0)
        this.#value = ''
        break
      }
      case 'v':
      case 't':
        this.#inValue = true
        break
      case 'rPh':
        this.#inReading = true
        break
      case 'col':
        if (isOn(attributes.get('hidden'))) this.#draft.fields.hides('Hidden rows or columns')
        break
      case 'hyperlink':
        this.#tell(attributes.get('tooltip'))
        break
      case 'dataValidation':
        for (const words of ['promptTitle', 'prompt', 'errorTitle', 'error'])
          this.#tell(attributes.get(words))
        break
      default:
        if (headers.test(name)) {
          this.#value = ''
          this.#inValue = true
        }
    }
  }

  text(text: string): void {
    if (this.#inValue && !this.#inReading) this.#value += text
  }

  close(name: string): void {
    switch (name) {
      case 'v':
      case 't':
        this.#inValue = false
        break
      case 'rPh':
        this.#inReading = false
        break
      case 'c':
        this.#writer.cell(this.#column, this.#shown())
        this.#value = ''
        break
      case 'row':
        this.#writer.endRow()
        break
      default:
        if (headers.test(name)) {
          this.#inValue = false
          this.#tell(headerText(this.#value))
        }
    }
  }

  /** What belongs to the sheet and stands in parts of its own. */
  readBeside(file: OfficeFile, part: string, persons: ReadonlyMap<string, string>): void {
    for (const words of this.#beside) this.#draft.text.wholeLine(words)
    const relations = file.relations(part).filter(({ external }) => !external)
    const threads = relations.filter(({ type }) => type === 'threadedComment')
    for (const { target } of threads) readThreads(file, target, persons, this.#writer)
    for (const { target, type } of relations)
      if (type === 'comments') readComments(file, target, this.#writer)
  }

  #tell(words: string | undefined): void {
    if (words !== undefined && words.trim() !== '') this.#beside.push(words)
  }

  #shown(): string {
    switch (this.#type) {
      case 's':
        return this.#strings[Number(this.#value)] ?? ''
      case 'b':
        return this.#value === '' ? '' : this.#value === '1' ? 'TRUE' : 'FALSE'
      case 'n':
        return this.#value === '' ? '' : (this.#formats?.show(this.#value, this.#style) ?? this.#value)
      default:
        return this.#value
    }
  }
}

const isOn = (value: string | undefined): boolean => value === '1' || value === 'true'

/** The column of a cell's name (`AB12` is 27), counted from 0. */
function columnOf(cell: string): number {
  let column = 0
  for (let i = 0; i < 4; i++) {
    const letter = cell.charCodeAt(i) & 0xdf
    if (!(letter >= 0x41 && letter <= 0x5a)) break
    column = column * 26 + letter - 0x40
  }
  return Math.max(0, column - 1)
}
