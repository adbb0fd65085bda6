/** Binary Word documents, from Word 6 on ([MS-DOC]). */
import type { Compound } from '../../ole/compound.ts'
import { Draft } from '../draft.ts'
import { linksOfField } from '../field-codes.ts'
import { type Reader, Unreadable } from '../reading.ts'
import { embedStorages, openOleFile } from './ole-file.ts'
import { decryptWord } from './word-decrypt.ts'
import { readWordFile, readWordHeader, type Section, tableAt, type WordFile } from './word-file.ts'
import { readRuns, type WordRuns } from './word-runs.ts'

const titles: readonly (readonly [Section, title: string])[] = [
  ['body', ''],
  ['textBoxes', ''],
  ['footnotes', '[Footnotes]'],
  ['endnotes', '[Endnotes]'],
  ['headers', '[Headers and footers]'],
  ['headerTextBoxes', ''],
  ['macros', ''],
]

export const readBinaryWord: Reader = async (bytes, _kind, options) => {
  const draft = new Draft(options)
  const compound = openOleFile(bytes, draft)
  const { stream, table, modern, file } = openWord(compound, draft)
  await draft.attempt('Its text', () => {
    const runs: WordRuns = modern
      ? readRuns(stream, table, file)
      : { deleted: [], tracked: false, hidden: false }
    if (runs.tracked) draft.fields.hides('Tracked changes')
    if (runs.hidden) draft.fields.hides('Hidden text')
    const writer = new WordTextWriter(draft, file, runs)
    for (const [section, title] of titles) writer.section(section, title)
    if (modern) readComments(stream, table, file, writer, draft)
    else writer.section('comments', '[Comments]')
  })
  await draft.attempt('A file inside it', () => embedStorages(compound, draft, /^ObjectPool\/[^/]+$/i))
  return draft.reading()
}

function openWord(compound: Compound, draft: Draft) {
  const found = compound.stream('WordDocument')
  if (found === null) throw new Unreadable('corrupt', 'Its text is missing.')
  const header = readWordHeader(found)
  const plainTable = header.modern ? (compound.stream(header.tableName) ?? Buffer.alloc(0)) : found
  const { stream, table } = header.encrypted
    ? decryptWord(found, plainTable, header, draft.options.passwords)
    : { stream: found, table: plainTable }
  const file = readWordFile(stream, table, header, draft.options.limits.documentChars)
  return { stream, table, modern: header.modern, file }
}

class WordTextWriter {
  readonly #draft: Draft
  readonly #file: WordFile
  readonly #runs: WordRuns
  /** Codes of the fields that are open, innermost last; null once the field shows its result. */
  #codes: (string | null)[] = []
  #deleted = ''
  /** A cell has ended just now. */
  #atRowEnd = false
  constructor(draft: Draft, file: WordFile, runs: WordRuns) {
    this.#draft = draft
    this.#file = file
    this.#runs = runs
  }

  section(section: Section, title: string): void {
    const [from, to] = this.#file.ranges.get(section) ?? [0, 0]
    if (this.#file.text.slice(from, to).replace(/[\p{Cc}\s]+/gu, '') === '') return
    this.#draft.text.wholeLine(title)
    this.write(from, to)
  }

  /** Characters from one number up to before another. */
  write(from: number, to: number): void {
    let at = from
    for (const [start, end] of this.#runs.deleted) {
      if (end <= at || start >= to) continue
      this.#say(this.#file.text.slice(at, Math.max(at, start)))
      this.#deleted += this.#file.text.slice(Math.max(at, start), Math.min(end, to))
      at = Math.min(end, to)
    }
    this.#say(this.#file.text.slice(at, to))
    this.#codes = []
    this.#endLine()
  }

  #say(text: string): void {
    // Text, or one of the characters that mean something ([MS-DOC] 2.4.1 and 2.8.25).
    for (const [piece] of text.matchAll(/\P{Cc}+|\p{Cc}/gu)) {
      if (/^\p{Cc}/u.test(piece)) this.#mark(piece.charCodeAt(0))
      else this.#words(piece)
      this.#atRowEnd = piece === '\u0007' && !this.#atRowEnd
    }
  }

  #mark(code: number): void {
    const { text } = this.#draft
    switch (code) {
      case 0x07:
        // The end of a row is marked as one more cell.
        if (this.#atRowEnd) this.#endLine()
        else text.cell()
        break
      case 0x09:
        this.#words('\t')
        break
      case 0x0b:
      case 0x0c:
      case 0x0d:
      case 0x0e:
        this.#endLine()
        break
      case 0x13:
        this.#codes.push('')
        break
      case 0x14:
        this.#endCode()
        this.#codes.push(null)
        break
      case 0x15:
        this.#endCode()
        break
      case 0x1e:
        this.#words('-')
        break
    }
  }

  #words(words: string): void {
    const code = this.#codes.at(-1)
    if (typeof code === 'string') this.#codes[this.#codes.length - 1] = (code + words).slice(0, 8000)
    else this.#draft.text.text(words)
  }

  #endCode(): void {
    const code = this.#codes.pop()
    if (typeof code === 'string') for (const link of linksOfField(code)) this.#draft.link(link)
  }

  #endLine(): void {
    const { text } = this.#draft
    const deleted = this.#deleted.replace(/\p{Cc}+/gu, ' ').trim()
    this.#deleted = ''
    if (deleted !== '') text.aside(`[Deleted: ${deleted}]`)
    text.line()
  }
}

/** Comments with who wrote them ([MS-DOC] 2.8.6, 2.8.7, 2.9.4). */
function readComments(
  stream: Buffer,
  table: Buffer,
  file: WordFile,
  writer: WordTextWriter,
  draft: Draft,
): void {
  const [from, to] = file.ranges.get('comments') ?? [0, 0]
  if (to <= from) return
  draft.fields.hides('Comments')
  draft.text.wholeLine('[Comments]')
  const authors = authorsOf(tableAt(stream, table, 36))
  const references = tableAt(stream, table, 4)
  const places = tableAt(stream, table, 5)
  const count = Math.floor((references.length - 4) / 34)
  let at = from
  for (let i = 0; i < count && (i + 2) * 4 <= places.length; i++) {
    const authorAt = (count + 1) * 4 + i * 30 + 20
    const author = authors[references.readUInt16LE(authorAt)] ?? ''
    const end = Math.min(to, from + places.readUInt32LE((i + 1) * 4))
    if (end <= at) continue
    if (author !== '') draft.text.text(`${author}: `)
    writer.write(at, end)
    at = end
  }
  writer.write(at, to)
}

function authorsOf(bytes: Buffer): string[] {
  const authors: string[] = []
  let at = 0
  while (at + 2 <= bytes.length) {
    const size = bytes.readUInt16LE(at) * 2
    authors.push(bytes.toString('utf16le', at + 2, Math.min(bytes.length, at + 2 + size)))
    at += 2 + size
  }
  return authors
}
