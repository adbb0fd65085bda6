/**
 * Writes load files of delimited text: DAT and CSV. Every value stands between qualifiers, an empty one too, so that each
 * row has as many separators as the heading. What no reader would read as it was is replaced, and counted.
 */
import { type Dialect, dialectFault } from './dialect.ts'
import { byteOrderMarks, encoded } from './encodings.ts'
import { LoadFileFault } from './faults.ts'
import {
  control,
  halfCharacter,
  isPlain,
  noReplacements,
  type Replacements,
  replaced,
} from './written-text.ts'

/** A value; several values; or, within several, the levels of one (such as folders), outermost first. */
export type Cell = string | readonly (string | readonly string[])[]

export class DelimitedWriter {
  /** Of all rows so far. */
  readonly replacements: Replacements = noReplacements()
  readonly #dialect: Dialect
  readonly #columns: number
  readonly #names: readonly string[]
  readonly #lineEnd = /\r\n?|\n/g

  /** Throws a LoadFileFault for signs by which nothing can be written. */
  constructor(dialect: Dialect, names: readonly string[]) {
    const fault = dialectFault(dialect)
    if (fault !== null) throw new LoadFileFault('dialect', 1, fault)
    this.#dialect = dialect
    this.#names = names
    this.#columns = names.length
  }

  /** What stands before the rows: the mark and the heading, if the dialect has them. */
  begin(): Buffer {
    const mark = this.#dialect.mark ? byteOrderMarks[this.#dialect.encoding] : Buffer.alloc(0)
    return this.#dialect.heading ? Buffer.concat([mark, this.row(this.#names)]) : mark
  }

  /** One row with its line end. Throws a RangeError unless it has a cell for each field. */
  row(cells: readonly Cell[]): Buffer {
    if (cells.length !== this.#columns)
      throw new RangeError(`A row has ${cells.length} cells for ${this.#columns} fields.`)
    const { separator, qualifier, encoding } = this.#dialect
    const values = cells.map((cell) => {
      const text = this.#text(cell)
      if (qualifier === null) return text
      const doubled = text.includes(qualifier) ? text.replaceAll(qualifier, qualifier + qualifier) : text
      return qualifier + doubled + qualifier
    })
    const { bytes, lost } = encoded(`${values.join(separator)}\r\n`, encoding)
    this.replacements.lost += lost
    return bytes
  }

  #text(cell: Cell): string {
    if (typeof cell === 'string') return this.#withLineEnds(this.#clean(cell))
    const { multiValue, nested } = this.#dialect
    const values = cell.map((value) => {
      if (typeof value === 'string') return this.#part(value)
      const levels = value.map((level) => this.#without(this.#part(level), nested, 'nestedSigns'))
      return levels.filter((level) => level !== '').join(nested)
    })
    return this.#withLineEnds(values.filter((value) => value !== '').join(multiValue))
  }

  #part(value: string): string {
    return this.#without(this.#clean(value), this.#dialect.multiValue, 'multiValueSigns').trim()
  }

  #without(text: string, sign: string, counter: 'multiValueSigns' | 'nestedSigns'): string {
    return replaced(text, sign, standIn(sign), () => this.replacements[counter]++)
  }

  /** Without what stands in no load file. */
  #clean(value: string): string {
    const counts = this.replacements
    const { separator, qualifier, newline } = this.#dialect
    const plain = isPlain(value) ? value : this.#withoutControls(value)
    const unsigned =
      newline === null
        ? plain
        : replaced(plain, newline, newline === '®' ? '(R)' : ' ', () => counts.newlineSigns++)
    if (qualifier !== null) return unsigned
    return replaced(unsigned, separator, standIn(separator), () => counts.separators++)
  }

  #withoutControls(value: string): string {
    const counts = this.replacements
    const whole = replaced(value, halfCharacter, '\ufffd', () => counts.halfCharacters++)
    return replaced(whole, control, '', () => counts.controls++)
  }

  /** Between qualifiers, line ends may stay where no sign stands for them. */
  #withLineEnds(text: string): string {
    const { newline, qualifier } = this.#dialect
    if ((newline === null && qualifier !== null) || !(text.includes('\n') || text.includes('\r'))) return text
    return replaced(text, this.#lineEnd, newline ?? ' ', () => this.replacements.lineEnds++)
  }
}

/** What is written for a sign within a value: one that looks alike, and is none of the usual signs. */
const standIn = (sign: string): string => (sign === ';' ? ',' : sign === '\\' ? '/' : ' ')
