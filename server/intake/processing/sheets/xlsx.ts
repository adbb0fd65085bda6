/** Excel workbooks (ECMA-376 part 1, 18): unpacked and read piece by piece, so that a sheet may be longer than memory. */
import { cellAddressOf } from '#contracts/cell-names.ts'
import { markedEncoding } from '../../../platform/delimited/encoding.ts'
import { Draft } from '../documents/draft.ts'
import { type Comments, readComments, readPersons, readThreads } from '../documents/ooxml/excel-beside.ts'
import { CellReader, type Shared } from '../documents/ooxml/excel-cells.ts'
import { readCellFormats } from '../documents/ooxml/excel-styles.ts'
import { OfficeFile } from '../documents/ooxml/office-file.ts'
import { readSharedStrings } from '../documents/ooxml/shared-strings.ts'
import { readSheetList } from '../documents/ooxml/sheet-list.ts'
import type { Parts } from '../documents/parts.ts'
import type { ReadOptions } from '../documents/reading.ts'
import { commentText } from '../documents/sheet-writer.ts'
import { walkXml } from '../documents/xml.ts'
import { type BookWriter, newSheet } from './book-writer.ts'
import { readLooks } from './xlsx-looks.ts'
import { XlsxSheet } from './xlsx-sheet.ts'

export async function readXlsx(parts: Parts, options: ReadOptions, writer: BookWriter): Promise<void> {
  const file = new OfficeFile(parts, new Draft(options))
  const book = file.related('', 'officeDocument').at(0) ?? 'xl/workbook.xml'
  const { sheets, date1904 } = readSheetList(file, book)
  const one = (type: string): string | undefined => file.related(book, type).at(0)
  const styles = one('styles')
  const shared: Shared = {
    strings: readSharedStrings(file, one('sharedStrings') ?? 'xl/sharedStrings.xml').strings,
    formats: readCellFormats(file, styles, date1904),
  }
  const looks = readLooks(file, styles)
  const persons = readPersons(file)
  for (const { name, state, relationId } of sheets) {
    const sheet = newSheet(name, state)
    await writer.begin(sheet)
    const part = file.byId(book, relationId)
    if (part === undefined || !parts.has(part)) {
      writer.leftOut('A sheet is missing from the file: only its name is there.')
      continue
    }
    const comments = commentsOf(file, part, persons)
    const rows = new XlsxSheet(sheet, { ...shared, looks }, comments, (row, cells) => writer.row(row, cells))
    const cells = new CellReader(shared, rows)
    let ends = false
    for await (const piece of wholeRows(parts.pieces(part))) {
      walkXml(piece, cells)
      ends = sheetEnd.test(piece.slice(-1000))
      await writer.drain()
    }
    if (!ends) parts.cut(part)
    rows.end()
  }
}

/** By row and column: notes and threads of a sheet, which stand in parts of their own. */
function commentsOf(
  file: OfficeFile,
  part: string,
  persons: ReadonlyMap<string, string>,
): ReadonlyMap<number, ReadonlyMap<number, string>> {
  const found = new Map<number, Map<number, string>>()
  const taking: Comments = {
    comment(cell, author, words) {
      const place = cellAddressOf(cell)
      if (place === null) return
      const row = found.get(place.row) ?? new Map<number, string>()
      const before = row.get(place.column)
      const told = commentText(author, words)
      row.set(place.column, before === undefined ? told : `${before}\n${told}`)
      found.set(place.row, row)
    },
  }
  for (const { target, type, external } of file.relations(part)) {
    if (external) continue
    if (type === 'threadedComment') readThreads(file, target, persons, taking)
    if (type === 'comments') readComments(file, target, taking)
  }
  return found
}

/** Characters from which on a piece is read. */
const pieceChars = 256 * 1024
/** What may stand at the end of a part of which a sheet is made: of cells, of a chart, of a dialog, of macros. */
const sheetEnd = /<\/(?:\w+:)?(?:work|chart|dialog|macro)sheet\s*>/i
const rowEnd = /<\/(?:\w+:)?row\s*>/g

/** The text of a sheet in pieces that end behind a row: no element stands in two of them, but those around all rows. */
export async function* wholeRows(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null
  let text = ''
  for await (const piece of bytes) {
    decoder ??= new TextDecoder(markedEncoding(piece) ?? 'utf-8')
    text += decoder.decode(piece, { stream: true })
    if (text.length < pieceChars) continue
    const end = lastRowEnd(text)
    // What has no row end in it is no sheet of rows: it is read at its end, within the limits of one text.
    if (end === 0) continue
    yield text.slice(0, end)
    text = text.slice(end)
  }
  text += decoder?.decode() ?? ''
  if (text !== '') yield text
}

function lastRowEnd(text: string): number {
  // Mostly it is the plain one, near the end.
  const plain = text.lastIndexOf('</row>')
  if (plain >= 0) return plain + '</row>'.length
  let end = 0
  for (const match of text.matchAll(rowEnd)) end = match.index + match[0].length
  return end
}
