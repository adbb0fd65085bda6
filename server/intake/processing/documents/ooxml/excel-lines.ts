/** One sheet of a workbook as lines of text: its cells, a line a row, then what stands beside them. */
import type { Draft } from '../draft.ts'
import { headerText, type SheetWriter } from '../sheet-writer.ts'
import type { Attributes } from '../xml.ts'
import { readComments, readThreads } from './excel-beside.ts'
import { type Cell, isOn, type SheetTaker } from './excel-cells.ts'
import type { OfficeFile } from './office-file.ts'

const headers = /^(odd|even|first)(Header|Footer)$/

export class SheetLines implements SheetTaker {
  readonly #draft: Draft
  readonly #writer: SheetWriter
  /** Lines that come after the cells. */
  readonly #beside: string[] = []
  /** Of a header or a footer that is open. */
  #header: string | null = null
  constructor(draft: Draft, writer: SheetWriter) {
    this.#draft = draft
    this.#writer = writer
  }

  beginRow(attributes: Attributes): void {
    this.#writer.endRow()
    this.#hides(attributes)
  }

  cell({ column, shown, formula, isStored }: Cell): void {
    // Programs that cannot calculate store none: the formula is all that it says.
    const isUncalculated = !isStored && formula !== null && formula.text !== ''
    if (isUncalculated) this.#draft.fields.hides('Formulas without values')
    this.#writer.cell(column, isUncalculated ? `=${formula.text}` : shown)
  }

  endRow(): void {
    this.#writer.endRow()
  }

  open(name: string, attributes: Attributes): void {
    switch (name) {
      case 'col':
        this.#hides(attributes)
        break
      case 'hyperlink':
        this.#tell(attributes.get('tooltip'))
        break
      case 'dataValidation':
        for (const words of ['promptTitle', 'prompt', 'errorTitle', 'error'])
          this.#tell(attributes.get(words))
        break
      default:
        if (headers.test(name)) this.#header = ''
    }
  }

  text(text: string): void {
    if (this.#header !== null) this.#header += text
  }

  close(name: string): void {
    if (this.#header === null || !headers.test(name)) return
    this.#tell(headerText(this.#header))
    this.#header = null
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

  #hides(attributes: Attributes): void {
    if (isOn(attributes.get('hidden'))) this.#draft.fields.hides('Hidden rows or columns')
  }

  #tell(words: string | undefined): void {
    if (words !== undefined && words.trim() !== '') this.#beside.push(words)
  }
}
