/** Excel workbooks (ECMA-376 part 1, 18): unpacked and read piece by piece, so that a sheet may be longer than memory. */
import { placeOf } from '#contracts/cell-names.ts'
import { Draft } from '../documents/draft.ts'
import { type Comments, readComments, readPersons, readThreads } from '../documents/ooxml/excel-beside.ts'
import { readCellFormats } from '../documents/ooxml/excel-styles.ts'
import { OfficeFile } from '../documents/ooxml/office-file.ts'
import { readSharedStrings } from '../documents/ooxml/shared-strings.ts'
import type { Parts } from '../documents/parts.ts'
import type { ReadOptions } from '../documents/reading.ts'
import { walkXml } from '../documents/xml.ts'
import { type BookWriter, newSheet } from './book-writer.ts'
import { commentText } from './library.ts'
import { readLooks } from './xlsx-looks.ts'
import { type Shared, XlsxSheet } from './xlsx-sheet.ts'

export async function readXlsx(parts: Parts, options: ReadOptions, writer: BookWriter): Promise<void> {
  const file = new OfficeFile(parts, new Draft(options))
  const book = file.related('', 'officeDocument').at(0) ?? 'xl/workbook.xml'
  const { sheets, date1904 } = listOf(file, book)
  const relations = file.relations(book)
  const one = (type: string): string | undefined =>
    relations.find((relation) => relation.type === type && !relation.external)?.target
  const styles = one('styles')
  const shared: Shared = {
    strings: readSharedStrings(file, one('sharedStrings') ?? 'xl/sharedStrings.xml').strings,
    looks: readLooks(file, styles),
    formats: readCellFormats(file, styles, date1904),
  }
  const persons = readPersons(file)
  for (const { name, hidden, relationId } of sheets) {
    const sheet = newSheet(name, hidden)
    await writer.begin(sheet)
    const part = file.byId(book, relationId)
    if (part === undefined || !parts.has(part)) {
      writer.leftOut('A sheet is missing from the file: only its name is there.')
      continue
    }
    const rows = new XlsxSheet(sheet, shared, commentsOf(file, part, persons), (row, cells) =>
      writer.row(row, cells),
    )
    let ends = false
    for await (const piece of wholeRows(parts.pieces(part))) {
      walkXml(piece, rows)
      ends = sheetEnd.test(piece.slice(-1000))
      await writer.drain()
    }
    if (!ends) parts.cut(part)
    rows.end()
  }
}

interface Listed {
  readonly name: string
  readonly hidden: 'visible' | 'hidden' | 'veryHidden'
  readonly relationId: string
}

function listOf(file: OfficeFile, book: string): { sheets: Listed[]; date1904: boolean } {
  const sheets: Listed[] = []
  let date1904 = false
  file.walk(book, {
    open(name, attributes) {
      if (name === 'workbookPr') date1904 = /^(1|true)$/.test(attributes.get('date1904') ?? '')
      if (name !== 'sheet') return
      const state = attributes.get('state')
      sheets.push({
        name: attributes.get('name') ?? '',
        hidden: state === 'hidden' || state === 'veryHidden' ? state : 'visible',
        relationId: attributes.relation() ?? '',
      })
    },
  })
  return { sheets, date1904 }
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
      const place = placeOf(cell)
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
async function* wholeRows(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null
  let text = ''
  for await (const piece of bytes) {
    decoder ??= decoderOf(piece)
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

function decoderOf(head: Buffer): TextDecoder {
  if (head[0] === 0xff && head[1] === 0xfe) return new TextDecoder('utf-16le')
  if (head[0] === 0xfe && head[1] === 0xff) return new TextDecoder('utf-16be')
  return new TextDecoder()
}
