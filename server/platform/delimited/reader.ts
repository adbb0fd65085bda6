/**
 * Delimited text (RFC 4180, load files, and what programs make of both). Text comes in pieces, cut anywhere, and rows leave
 * as soon as they are whole. Lines end with CR, LF or CRLF.
 */
import { checkDelimiters, type Delimiters } from './delimiters.ts'

export interface Reading extends Delimiters {
  /** Refuse what no writer of such a file means; else as much of it as can be is read. */
  readonly strict: boolean
}

export interface Row {
  /** The line of the text in which it begins, counted from 1. */
  readonly line: number
  /** None where the line is empty. */
  readonly values: string[]
}

export type FaultCode = 'unclosed' | 'textBehind' | 'tooManyValues' | 'tooLong' | 'encoding'

/** What makes a text unreadable, with the line on which it stands. */
export class DelimitedFault extends Error {
  readonly code: FaultCode
  readonly line: number
  constructor(code: FaultCode, line: number, message: string) {
    super(message)
    this.code = code
    this.line = line
  }
}

const carriageReturn = 0x0d
const lineFeed = 0x0a
/** Of one row; what has more is no table. */
const maxValues = 10_000
/** Characters of one value: what has more is mostly a qualifier that nothing closes. Strings end not far beyond. */
const longestValue = 256 * 1024 * 1024

export class DelimitedReader {
  readonly #separator: number
  readonly #qualifier: string | null
  readonly #opening: number
  readonly #newline: string | null
  readonly #strict: boolean
  readonly #onRow: (values: string[], line: number) => void
  #row: string[] = []
  /** What of the open value came with earlier pieces, or was put together of several. */
  #value = ''
  /** Whether anything of the open value is there, its qualifier included. */
  #begun = false
  /** Whether the open value began with a qualifier that has not been closed. */
  #qualified = false
  /** A qualifier has just ended what it began; another one right behind it would be a character. */
  #closed = false
  /** The last character was a carriage return: a line feed that follows ends the same line. */
  #afterReturn = false
  #line = 1
  #rowLine = 1
  #openedOn = 1

  constructor(reading: Reading, onRow: (values: string[], line: number) => void) {
    checkDelimiters(reading)
    this.#separator = reading.separator.charCodeAt(0)
    this.#qualifier = reading.qualifier
    this.#opening = reading.qualifier?.charCodeAt(0) ?? -1
    this.#newline = reading.newline
    this.#strict = reading.strict
    this.#onRow = onRow
  }

  /** The line that reading has come to. */
  get line(): number {
    return this.#line
  }

  /** Values of the open row that have ended. */
  get values(): number {
    return this.#row.length
  }

  /** Throws DelimitedFault. */
  push(text: string): void {
    const { length } = text
    let at = 0
    if (this.#afterReturn && !this.#qualified && length > 0) {
      this.#afterReturn = false
      if (text.charCodeAt(0) === lineFeed) at = 1
    }
    while (at < length) {
      if (this.#qualified) {
        at = this.#takeQualified(text, at)
        continue
      }
      const code = text.charCodeAt(at)
      if (code === this.#opening && (this.#closed || !this.#begun)) {
        if (this.#closed) this.#value += this.#qualifier
        else this.#openedOn = this.#line
        this.#closed = false
        this.#qualified = true
        this.#begun = true
        at++
        continue
      }
      const end = this.#endOf(text, at)
      if (end > at) {
        if (this.#closed && this.#strict)
          throw new DelimitedFault('textBehind', this.#line, 'Text follows a closing qualifier.')
        this.#take(text, at, end)
      }
      if (end === length) return
      at = end + 1
      if (text.charCodeAt(end) === this.#separator) this.#endValue()
      else {
        this.#endRow()
        if (text.charCodeAt(end) !== carriageReturn) continue
        if (at === length) this.#afterReturn = true
        else if (text.charCodeAt(at) === lineFeed) at++
      }
    }
  }

  /** What stands behind the last line end is a row, too. Throws DelimitedFault. */
  end(): void {
    if (this.#qualified && this.#strict)
      throw new DelimitedFault('unclosed', this.#openedOn, 'A qualifier is not closed.')
    if (this.#begun || this.#row.length > 0) this.#endRow()
  }

  /** Up to the qualifier that may close the value; returns where to read on. */
  #takeQualified(text: string, from: number): number {
    const found = text.indexOf(this.#qualifier ?? '', from)
    const end = found < 0 ? text.length : found
    const piece = this.#take(text, from, end)
    if (piece.includes('\n') || piece.includes('\r')) {
      const first = this.#afterReturn && piece.startsWith('\n') ? 1 : 0
      this.#line += (piece.match(/\r\n?|\n/g)?.length ?? 0) - first
    }
    if (piece !== '') this.#afterReturn = piece.endsWith('\r')
    if (found < 0) return end
    this.#afterReturn = false
    this.#qualified = false
    this.#closed = true
    return end + 1
  }

  /** Where a value without qualifiers ends: a qualifier in its middle is a character. */
  #endOf(text: string, from: number): number {
    const separator = this.#separator
    const { length } = text
    let at = from
    for (; at < length; at++) {
      const code = text.charCodeAt(at)
      if (code === separator || code === lineFeed || code === carriageReturn) break
    }
    return at
  }

  #take(text: string, from: number, end: number): string {
    const piece = text.slice(from, end)
    this.#closed = false
    this.#begun = true
    if (this.#value === '') this.#value = piece
    else {
      if (this.#value.length + piece.length > longestValue)
        throw new DelimitedFault('tooLong', this.#rowLine, 'A value is too long.')
      this.#value += piece
    }
    return piece
  }

  #endValue(): void {
    if (this.#strict && this.#row.length >= maxValues)
      throw new DelimitedFault('tooManyValues', this.#rowLine, `A row has more than ${maxValues} values.`)
    const value = this.#value
    const newline = this.#newline
    this.#row.push(newline !== null && value.includes(newline) ? value.replaceAll(newline, '\n') : value)
    this.#value = ''
    this.#begun = false
    this.#closed = false
    this.#qualified = false
  }

  #endRow(): void {
    const isEmpty = !this.#begun && this.#row.length === 0
    if (!isEmpty) this.#endValue()
    const row = this.#row
    const line = this.#rowLine
    this.#row = []
    this.#line++
    this.#rowLine = this.#line
    this.#onRow(row, line)
  }
}
