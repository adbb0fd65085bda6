/**
 * Where the text of a binary Word document stands ([MS-DOC] 2.4.1): characters are numbered through the body, notes,
 * headers, comments and text boxes, and a table of pieces tells where in the file each is.
 */
import { LimitPassed } from '../../budget.ts'
import { codePageOfLanguage, decodeCodePage } from '../../charsets/code-pages.ts'
import { Unreadable } from '../reading.ts'
import { type FontRun, fontRuns } from './word-fonts.ts'

/** The parts of a document, in the order in which their characters are numbered. */
export const sections = [
  'body',
  'footnotes',
  'headers',
  'macros',
  'comments',
  'endnotes',
  'textBoxes',
  'headerTextBoxes',
] as const
export type Section = (typeof sections)[number]

export interface WordFile {
  /** All characters of all parts. */
  readonly text: string
  /** First character of each part and the one behind its last. */
  readonly ranges: ReadonlyMap<Section, readonly [from: number, to: number]>
  /** Where characters stand in the file, piece by piece. */
  readonly pieces: readonly Piece[]
}

export interface Piece {
  /** Number of its first character, and of the one behind its last. */
  readonly from: number
  readonly to: number
  /** Position in the stream, and bytes for each character. */
  readonly at: number
  readonly width: 1 | 2
}

/** The beginning of the stream, which says where everything else is ([MS-DOC] 2.5). */
export interface WordHeader {
  readonly version: number
  readonly encrypted: boolean
  readonly obfuscated: boolean
  readonly keyBytes: number
  readonly tableName: '0Table' | '1Table'
  /** Word 97 and later; before, everything is in one stream and characters are bytes. */
  readonly modern: boolean
}

/** Word 1 and 2 for Windows, and the Words of the East of that time. */
const olderMagics: ReadonlySet<number> = new Set([0xa59b, 0xa59c, 0xa5db, 0xa697, 0xa698, 0xa699])

/** Throws Unreadable where it is no Word document. */
export function readWordHeader(stream: Buffer): WordHeader {
  if (stream.length < 0x200) throw new Unreadable('corrupt', 'It is cut in its beginning.')
  const magic = stream.readUInt16LE(0)
  const version = stream.readUInt16LE(2)
  if (olderMagics.has(magic))
    throw new Unreadable('unsupportedType', 'It was written by a Word older than version 6.')
  if (magic !== 0xa5ec && magic !== 0xa5dc)
    throw new Unreadable('corrupt', 'Its text does not begin as that of a Word document does: it is damaged.')
  const flags = stream.readUInt16LE(10)
  return {
    version,
    encrypted: (flags & 0x100) !== 0,
    obfuscated: (flags & 0x8000) !== 0,
    keyBytes: stream.readUInt32LE(14),
    tableName: (flags & 0x200) === 0 ? '0Table' : '1Table',
    modern: magic === 0xa5ec && version >= 0xc0,
  }
}

/** A table that the header refers to by its number ([MS-DOC] 2.5.6); empty where there is none. */
export function tableAt(stream: Buffer, table: Buffer, index: number): Buffer {
  const at = 0x9a + index * 8
  if (at + 8 > stream.length) return Buffer.alloc(0)
  const start = stream.readUInt32LE(at)
  return table.subarray(start, start + stream.readUInt32LE(at + 4))
}

/** Throws LimitPassed past `most` characters, and Unreadable where the text cannot be found. */
export function readWordFile(stream: Buffer, table: Buffer, header: WordHeader, most: number): WordFile {
  const counts: number[] = []
  const countsAt = header.modern ? 0x4c : 0x34
  for (let i = 0; i < sections.length; i++) counts.push(Math.max(0, stream.readInt32LE(countsAt + i * 4)))
  const pieces = header.modern ? piecesOf(tableAt(stream, table, 33)) : oldPieces(stream, counts)
  if (pieces.length === 0) throw new Unreadable('corrupt', 'Its text cannot be found.')
  const codePage = header.modern ? 1252 : (codePageOfLanguage(stream.readUInt16LE(6)) ?? 1252)
  const fonts = header.modern ? [] : fontRuns(stream)
  const chunks: string[] = []
  let length = 0
  for (const piece of pieces) {
    const size = (piece.to - piece.from) * piece.width
    length += piece.to - piece.from
    if (length > most) throw new LimitPassed('tooLarge', 'Its text is larger than what is read.')
    const bytes = stream.subarray(piece.at, piece.at + size)
    const text =
      piece.width === 2 ? bytes.toString('utf16le') : decodedByFonts(bytes, piece.at, codePage, fonts)
    chunks.push(inNumber(text, piece.to - piece.from))
  }
  const ranges = new Map<Section, readonly [number, number]>()
  let from = 0
  for (const [i, section] of sections.entries()) {
    const to = from + (counts[i] ?? 0)
    ranges.set(section, [from, to])
    from = to
  }
  return { text: chunks.join(''), ranges, pieces }
}

/** What is missing keeps the numbers of what follows. */
const inNumber = (text: string, count: number): string => text.padEnd(count, ' ').slice(0, count)

/** Bytes that stand at a place of the stream, each part of them as its font has it, and the rest by the code page. */
function decodedByFonts(bytes: Buffer, at: number, codePage: number, fonts: readonly FontRun[]): string {
  if (fonts.length === 0) return decodeCodePage(bytes, codePage)
  const chunks: string[] = []
  let done = 0
  const take = (to: number, decode: (part: Buffer) => string): void => {
    if (to <= done) return
    chunks.push(inNumber(decode(bytes.subarray(done, to)), to - done))
    done = to
  }
  for (const { from, to, decode } of fonts) {
    if (to <= at) continue
    if (from >= at + bytes.length) break
    take(Math.max(0, from - at), (part) => decodeCodePage(part, codePage))
    take(Math.min(bytes.length, to - at), decode)
  }
  take(bytes.length, (part) => decodeCodePage(part, codePage))
  return chunks.join('')
}

/** The table of pieces ([MS-DOC] 2.9.38): what changed in which piece comes before it. */
function piecesOf(clx: Buffer): Piece[] {
  let at = 0
  while (at + 3 <= clx.length && clx[at] === 1) at += 3 + clx.readUInt16LE(at + 1)
  if (clx[at] !== 2 || at + 5 > clx.length) return []
  const plc = clx.subarray(at + 5, at + 5 + clx.readUInt32LE(at + 1))
  const count = Math.floor((plc.length - 4) / 12)
  const pieces: Piece[] = []
  for (let i = 0; i < count; i++) {
    const from = plc.readUInt32LE(i * 4)
    const to = plc.readUInt32LE(i * 4 + 4)
    const place = plc.readUInt32LE((count + 1) * 4 + i * 8 + 2)
    const narrow = (place & 0x40000000) !== 0
    const start = place & 0x3fffffff
    if (to > from) pieces.push({ from, to, at: narrow ? start >>> 1 : start, width: narrow ? 1 : 2 })
  }
  return pieces
}

/** Word 6 and 95: in one run from the beginning, or in pieces of bytes. */
function oldPieces(stream: Buffer, counts: readonly number[]): Piece[] {
  const isComplex = (stream.readUInt16LE(10) & 4) !== 0
  if (isComplex && stream.length > 0x168) {
    const start = stream.readUInt32LE(0x160)
    const found = piecesOf(stream.subarray(start, start + stream.readUInt32LE(0x164)))
    if (found.length > 0)
      return found.map((piece) => ({ ...piece, at: piece.width === 1 ? piece.at * 2 : piece.at, width: 1 }))
  }
  const at = stream.readUInt32LE(0x18)
  const total = counts.reduce((sum, count) => sum + count, 0)
  return [{ from: 0, to: Math.min(total, Math.max(0, stream.length - at)), at, width: 1 }]
}
