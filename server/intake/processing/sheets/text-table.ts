/** A table as text, of any length: one sheet, whose rows are never held together. */
import { createReadStream } from 'node:fs'
import type { SheetCell } from '#contracts/sheets.ts'
import { type BookWriter, newSheet } from './book-writer.ts'
import { charsetOf } from './charset.ts'
import { DelimitedText, separatorOf } from './delimited.ts'

/** Characters that say how the table is written. */
const headChars = 64 * 1024
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
  const decoder = new TextDecoder(await charsetOf(file, head, charset))
  let row = 0
  const lengths: number[] = []
  const take = (values: readonly string[]): void => {
    const cells: SheetCell[] = []
    for (const [column, text] of values.entries()) {
      if (text === '') continue
      cells.push({ column, text, kind: isNumber(text) ? 'number' : 'text' })
      if (row < rowsMeasured) lengths[column] = Math.max(lengths[column] ?? 0, text.length)
    }
    writer.row(row++, cells)
    if (row === rowsMeasured) sheet.widths = widthsOf(lengths)
  }
  let beginning = ''
  let table: DelimitedText | null = null
  const begin = (): DelimitedText => {
    const { separator, skip } = separatorOf(beginning, isTabbed ? '\t' : ',')
    const one = new DelimitedText(separator, take)
    one.push(beginning.slice(skip))
    return one
  }
  const pieces: AsyncIterable<Buffer> = createReadStream(file, { highWaterMark: 256 * 1024 })
  for await (const piece of pieces) {
    const text = decoder.decode(piece, { stream: true })
    if (table === null) {
      beginning += text
      if (beginning.length < headChars) continue
      table = begin()
    } else table.push(text)
    await writer.drain()
  }
  const rest = decoder.decode()
  if (table === null) {
    beginning += rest
    table = begin()
  } else table.push(rest)
  table.end()
  if (row < rowsMeasured) sheet.widths = widthsOf(lengths)
}

const isNumber = (text: string): boolean =>
  text.length < 30 && text !== '' && /\d/.test(text) && plainNumber.test(text)

const widthsOf = (lengths: readonly number[]) =>
  Array.from(lengths, (length = 0, column) => ({
    first: column,
    last: column,
    width: Math.min(widest, Math.max(narrowest, length + 1)),
  }))
