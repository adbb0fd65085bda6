/**
 * Lines of a load file become rows, or are refused one by one. A value within qualifiers may hold line ends: a row of several
 * lines counts only if it comes out whole. If not, its first line is refused, and reading goes on with the second one, so
 * that a qualifier which nothing closes takes no other row with it.
 */

import { encodingNames } from '#contracts/load-file-forms.ts'
import { DelimitedFault, DelimitedReader, type Reading } from '../delimited/reader.ts'
import type { Dialect } from './dialect.ts'
import { decoded } from './encodings.ts'
import { LoadFileFault, type Place, type RefusedRow, type RowFaultCode, refusal } from './faults.ts'
import type { Line } from './lines.ts'

/** A row that could be read. */
export interface ReadRow extends Place {
  readonly kind: 'heading' | 'row'
  readonly values: readonly string[]
}
export type RowItem = ReadRow | RefusedRow

/** Bytes of one row; what has more is mostly a qualifier that nothing closes. */
export const maxRowBytes = 16 * 1024 * 1024
/** Bytes that are read again behind refused lines. Beyond that, a row is one line: else a hostile file is read for days. */
const maxReadAgain = 64 * 1024 * 1024
/** What reading a line again costs at least, in bytes. */
const leastReadAgain = 256
/** What programs write behind the last line for DOS. */
const endOfText = '\u001a'

interface NumberedLine extends Line {
  readonly line: number
}

export class RowReader {
  readonly #dialect: Dialect
  readonly #reading: Reading
  readonly #items: RowItem[] = []
  #reader: DelimitedReader
  #columns: number | null
  #heading: readonly string[] | null = null
  #line = 0
  /** Lines of the row that is not whole yet. */
  #open: NumberedLine[] = []
  #openBytes = 0
  #readAgain = 0
  #values: string[] | null = null

  /** `columns`: of each row, where no heading says it. Null: as many as the first row has. */
  constructor(dialect: Dialect, columns: number | null = null) {
    const { separator, qualifier, newline } = dialect
    this.#dialect = dialect
    this.#reading = { separator, qualifier, newline, strict: true }
    this.#columns = columns
    this.#reader = this.#newReader()
  }

  /** What the lines make whole. Throws a LoadFileFault where the heading cannot be read. */
  push(lines: readonly Line[]): RowItem[] {
    for (const line of lines) this.#takeAll([{ ...line, line: ++this.#line }])
    return this.#items.splice(0)
  }

  /** What is left at the end of the file. */
  end(): RowItem[] {
    while (this.#open.length > 0) {
      const fault = this.#try(() => this.#reader.end())
      const values = this.#values
      this.#values = null
      if (fault === null && values !== null && this.#accept(values)) continue
      this.#giveUp(fault)
    }
    return this.#items.splice(0)
  }

  #newReader(): DelimitedReader {
    return new DelimitedReader(this.#reading, (values) => {
      this.#values = values
    })
  }

  #takeAll(lines: readonly NumberedLine[]): void {
    const waiting = [...lines].reverse()
    for (let line = waiting.pop(); line !== undefined; line = waiting.pop())
      for (const again of this.#take(line).reverse()) waiting.push(again)
  }

  /** Returns lines that have to be read again. */
  #take(line: NumberedLine): NumberedLine[] {
    this.#open.push(line)
    this.#openBytes += line.to - line.from
    if (line.tooLong || this.#openBytes > maxRowBytes)
      return this.#refuse('tooLong', `A row has more than ${maxRowBytes / 1024 / 1024} MB.`)
    const text = decoded(line.bytes, this.#dialect.encoding)
    if (text === null)
      return this.#refuse('encoding', `It holds bytes that are not ${encodingNames[this.#dialect.encoding]}.`)
    if (text === endOfText) return this.#skip()
    const fault = this.#try(() => this.#reader.push(text))
    if (fault !== null) return this.#refuseFor(fault)
    const values = this.#values
    if (values === null) return this.#goesOn(text) ? [] : this.#refuseOpen()
    this.#values = null
    if (this.#accept(values)) return []
    return this.#refuseOpen()
  }

  /** Whether a line that has not ended its row may go on in the next one. */
  #goesOn(text: string): boolean {
    if (!endsLine(text)) return true
    return (
      this.#readAgain <= maxReadAgain && this.#reader.values < (this.#columns ?? Number.POSITIVE_INFINITY)
    )
  }

  /** False where rows of several lines do not come out whole. */
  #accept(values: readonly string[]): boolean {
    if (values.length === 0) {
      this.#skip()
      return true
    }
    const place = this.#place()
    const isFirst = this.#heading === null && this.#dialect.heading
    const expected = isFirst ? values.length : (this.#columns ?? values.length)
    if (values.length !== expected && this.#open.length > 1) return false
    this.#columns = expected
    if (values.length !== expected)
      this.#items.push(
        refusal(
          place,
          'fieldCount',
          `It has ${values.length} values; there are ${expected} fields.`,
          values.length,
        ),
      )
    else if (isFirst) {
      this.#heading = values
      this.#items.push({ kind: 'heading', ...place, values })
    } else if (this.#heading?.every((name, at) => name === values[at]))
      this.#items.push(refusal(place, 'headingAgain', 'It is the heading once more.'))
    else this.#items.push({ kind: 'row', ...place, values })
    this.#clear()
    return true
  }

  #place(): Place {
    const first = this.#open[0]
    return { line: first?.line ?? this.#line, from: first?.from ?? 0, to: this.#open.at(-1)?.to ?? 0 }
  }

  #skip(): NumberedLine[] {
    this.#clear()
    return []
  }

  #clear(): void {
    this.#open = []
    this.#openBytes = 0
  }

  #refuseFor(fault: DelimitedFault): NumberedLine[] {
    if (fault.code === 'tooManyValues')
      return this.#refuse(
        'tooManyFields',
        'It has more values than any table: the separator may be another one.',
      )
    return this.#refuse(
      'textBehind',
      'Text follows a closing qualifier. A qualifier within a value must be doubled.',
    )
  }

  #refuseOpen(): NumberedLine[] {
    return this.#refuse('openQualifier', 'A value begins with a qualifier, and nothing closes it.')
  }

  /** Refuses the first line of the open row; returns the other ones. A fault behind the first line is not its own. */
  #refuse(code: RowFaultCode, reason: string): NumberedLine[] {
    const [first, ...others] = this.#open
    this.#clear()
    this.#values = null
    this.#reader = this.#newReader()
    if (first === undefined) return []
    const { line, from, to } = first
    const item =
      others.length > 0
        ? refusal(
            { line, from, to },
            'openQualifier',
            'A value begins with a qualifier, and nothing closes it.',
          )
        : refusal({ line, from, to }, code, reason)
    if (this.#dialect.heading && this.#heading === null)
      throw new LoadFileFault(
        item.code === 'encoding' ? 'encoding' : 'heading',
        line,
        `The heading cannot be read (line ${line}): ${item.reason} Choose the encoding and the signs of this file.`,
      )
    this.#items.push(item)
    for (const other of others) this.#readAgain += Math.max(leastReadAgain, other.to - other.from)
    return others
  }

  #giveUp(fault: DelimitedFault | null): void {
    const again = fault === null || fault.code === 'unclosed' ? this.#refuseOpen() : this.#refuseFor(fault)
    this.#takeAll(again)
  }

  #try(read: () => void): DelimitedFault | null {
    try {
      read()
      return null
    } catch (error) {
      if (error instanceof DelimitedFault) return error
      throw error
    }
  }
}

const endsLine = (text: string): boolean => text.endsWith('\n') || text.endsWith('\r')
