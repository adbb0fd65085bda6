/** A table as text, of any length: one sheet, whose rows are never held together. */
import { createReadStream } from 'node:fs'
import type { SheetCell } from '#contracts/sheets.ts'
import { commaSeparated } from '../../../platform/delimited/delimiters.ts'
import { rowsFrom } from '../../../platform/delimited/rows.ts'
import { separatorOf, toldSeparator, usualSeparators } from '../../../platform/delimited/separator.ts'
import { type BookWriter, newSheet } from './book-writer.ts'
import { charsetOf } from './charset.ts'

/** Rows that the separator is judged by. */
const rowsJudged = 50
/** Rows that say how wide its columns are, and how wide one gets, in characters. */
const rowsMeasured = 200
const narrowest = 6
const widest = 40

const plainNumber = /^[-+]?(\d{1,3}(,\d{3})+|\d+)?(\.\d+)?%?$/

export async function readTextTable(
  file: string,
  {
    head,
    charset,
    isTabbed,
  }: { readonly head: Buffer; readonly charset?: string; readonly isTabbed: boolean },
  writer: BookWriter,
): Promise<void> {
  const sheet = newSheet('Table')
  await writer.begin(sheet)
  const encoding = await charsetOf(file, head, charset)
  const beginning = new TextDecoder(encoding).decode(head, { stream: true })
  const told = toldSeparator(beginning)
  const separator = told ?? separatorOf(beginning, [isTabbed ? '\t' : ',', ...usualSeparators], rowsJudged)
  const lengths: number[] = []
  const firstLine = told === null ? 1 : 2
  let row = 0
  const pieces: AsyncIterable<Buffer> = createReadStream(file, { highWaterMark: 256 * 1024 })
  for await (const rows of rowsFrom(pieces, encoding, { ...commaSeparated, separator, strict: false })) {
    const isMeasured = row < rowsMeasured
    for (const { line, values } of rows) {
      if (line < firstLine) continue
      const cells: SheetCell[] = []
      for (const [column, text] of values.entries()) {
        if (text === '') continue
        cells.push({ column, text, kind: isNumber(text) ? 'number' : 'text' })
        if (row < rowsMeasured) lengths[column] = Math.max(lengths[column] ?? 0, text.length)
      }
      writer.row(row++, cells)
    }
    if (isMeasured) sheet.widths = widthsOf(lengths)
    await writer.drain()
  }
}

const isNumber = (text: string): boolean =>
  text.length < 30 && text !== '' && /\d/.test(text) && plainNumber.test(text)

const widthsOf = (lengths: readonly number[]) =>
  Array.from(lengths, (length = 0, column) => ({
    first: column,
    last: column,
    width: Math.min(widest, Math.max(narrowest, length + 1)),
  }))
