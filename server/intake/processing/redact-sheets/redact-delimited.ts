/** The redacted copy of a table that is text: each byte of every other value stays as it is. */
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { separatorOf, toldSeparator, usualSeparators } from '../../../platform/delimited/separator.ts'
import { headBytes, identify } from '../identify/identify.ts'
import { charsetOf } from '../sheets/charset.ts'
import { Cover, type SheetCover } from './cover.ts'
import { CoveredValues } from './covered-values.ts'
import { cutText } from './cut-text.ts'
import { type Coding, codingOf } from './delimited-coding.ts'
import { RedactionRefused, type SheetRedaction } from './redactions.ts'
import { plainOf } from './strings.ts'

export interface RedactDelimited {
  readonly file: string
  /** Only for what its ending says. */
  readonly name: string
  readonly redactions: readonly SheetRedaction[]
  /** Of the new file, which must not be there. */
  readonly to: string
}

export interface RedactedDelimited {
  readonly cover: Cover
  readonly coveredCells: number
  /** Sentences. */
  readonly leftOut: readonly string[]
  /** What stood where it is covered: for the gate alone. */
  readonly values: CoveredValues
}

/** Rows that the separator is judged by, as where the table is shown. */
const rowsJudged = 50
/** Letters of one value; what has more is mostly a quotation mark that nothing closes. */
const longestValue = 64 * 1024 * 1024
/** Stands where nothing else is said: a value without letters would look as if none had been there. */
export const delimitedMark = '[REDACTED]'

/** Rejects with RedactionRefused; then no file is there. */
export async function redactDelimited({
  file,
  name,
  redactions,
  to,
}: RedactDelimited): Promise<RedactedDelimited> {
  const cover = new Cover(redactions, 1)
  const [own] = cover.sheets
  if (own === undefined || own.isNameCovered)
    throw new RedactionRefused('The table has no name that could be covered: cover its cells.')
  const head = await headOf(file)
  const { mimeType, charset } = identify(head, name)
  const encoding = await charsetOf(file, head, charset)
  const beginning = new TextDecoder(encoding).decode(head, { stream: true })
  const isTabbed = mimeType === 'text/tab-separated-values'
  const told = toldSeparator(beginning)
  const separator = told ?? separatorOf(beginning, [isTabbed ? '\t' : ',', ...usualSeparators], rowsJudged)
  const coding = codingOf(encoding)
  const fields = new Fields({ coding, separator, cover: own, firstRow: told === null ? 0 : -1 })
  try {
    await pipeline(
      Readable.from(redactedPieces(createReadStream(file, { highWaterMark: 256 * 1024 }), fields, coding)),
      createWriteStream(to, { flags: 'wx', mode: 0o600 }),
    )
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(to, { force: true })
    throw error
  }
  const leftOut = coding.keepsBytes ? [] : ['Its encoding was changed to UTF-8.']
  return { cover, coveredCells: fields.coveredCells, leftOut, values: fields.values }
}

async function* redactedPieces(
  pieces: AsyncIterable<Buffer>,
  fields: Fields,
  coding: Coding,
): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield coding.bytes(fields.push(coding.units(piece)))
  yield coding.bytes(fields.push(coding.units(null)) + fields.end())
}

async function headOf(file: string): Promise<Buffer> {
  const opened = await open(file)
  try {
    const head = Buffer.alloc(headBytes)
    const { bytesRead } = await opened.read(head, 0, headBytes, 0)
    return head.subarray(0, bytesRead)
  } finally {
    await opened.close()
  }
}

interface FieldsPlan {
  readonly coding: Coding
  readonly separator: string
  readonly cover: SheetCover
  /** -1: a line before the first row says the separator. */
  readonly firstRow: number
}

/** Parts values as the reader of tables does where it is lenient, and keeps what they were written as. */
class Fields {
  coveredCells = 0
  readonly values = new CoveredValues()
  readonly #plan: FieldsPlan
  #row: number
  #column = 0
  #raw = ''
  #value = ''
  #isBegun = false
  #isQuoted = false
  #isClosed = false
  #isAfterReturn = false
  #isStart = true

  constructor(plan: FieldsPlan) {
    this.#plan = plan
    this.#row = plan.firstRow
  }

  /** What may be written once these units are read. */
  push(units: string): string {
    let out = ''
    let at = 0
    if (this.#isStart && units !== '') {
      this.#isStart = false
      at = /^(?:\ufeff|\u00ef\u00bb\u00bf)/.exec(units)?.[0].length ?? 0
      out += units.slice(0, at)
    }
    for (; at < units.length; at++) {
      const sign = units.charAt(at)
      const isFeedOfReturn = this.#isAfterReturn && sign === '\n'
      this.#isAfterReturn = false
      if (this.#isQuoted) this.#quoted(sign)
      else if (isFeedOfReturn) out += sign
      else if (sign === '"' && (this.#isClosed || !this.#isBegun)) this.#quote()
      else if (sign === this.#plan.separator) {
        out += this.#endValue() + sign
        this.#column++
      } else if (sign === '\r' || sign === '\n') {
        out += this.end() + sign
        this.#row++
        this.#column = 0
        this.#isAfterReturn = sign === '\r'
      } else this.#take(sign)
    }
    return out
  }

  /** Of the last row, behind which no line ends. */
  end(): string {
    return this.#isBegun || this.#column > 0 ? this.#endValue() : ''
  }

  #quoted(sign: string): void {
    this.#raw += sign
    if (sign === '"') {
      this.#isQuoted = false
      this.#isClosed = true
    } else this.#value += sign
    if (this.#raw.length > longestValue)
      throw new RedactionRefused('A value of the table does not end: it can only be withheld.')
  }

  #quote(): void {
    this.#raw += '"'
    if (this.#isClosed) this.#value += '"'
    this.#isClosed = false
    this.#isQuoted = true
    this.#isBegun = true
  }

  #take(sign: string): void {
    this.#raw += sign
    this.#value += sign
    this.#isClosed = false
    this.#isBegun = true
  }

  #endValue(): string {
    const written = this.#written()
    this.#raw = ''
    this.#value = ''
    this.#isBegun = false
    this.#isQuoted = false
    this.#isClosed = false
    return written
  }

  #written(): string {
    const { cover, coding } = this.#plan
    if (this.#row < 0) return this.#raw
    const label = cover.labelAt(this.#row, this.#column)
    if (label !== null) {
      const text = coding.text(this.#value)
      if (text !== '') this.coveredCells++
      this.values.add(text)
      return this.#fieldOf(label === '' ? delimitedMark : label)
    }
    const pieces = cover.piecesAt(this.#row, this.#column)
    if (pieces.length === 0) return this.#raw
    const { text, taken } = cutText(coding.text(this.#value), pieces, delimitedMark)
    if (taken.length === 0) return this.#raw
    this.coveredCells++
    for (const words of taken) this.values.add(words)
    return this.#fieldOf(plainOf(text))
  }

  #fieldOf(text: string): string {
    const { coding, separator } = this.#plan
    const units = coding.unitsOf(safeText(text))
    const mustBeQuoted =
      [separator, '"', '\r', '\n'].some((sign) => units.includes(sign)) || units !== units.trim()
    return mustBeQuoted ? `"${units.replaceAll('"', '""')}"` : units
  }
}

/** Programs take what begins so for a formula. */
export const safeText = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
