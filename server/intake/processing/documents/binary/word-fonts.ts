/**
 * In which code page each part of the text of a Word 6 or 95 document is: a font with a character set of its own says that
 * for what is written in it, whatever the language of the document. The font is the run's own, or that of its styles.
 */
import { decoderOf } from '../../charsets/code-pages.ts'
import { decodeSymbol } from '../../charsets/symbol-font.ts'
import { codePageOfCharset } from '../rtf/fonts.ts'

type Decode = (bytes: Uint8Array) => string

/** Bytes of the stream that are read otherwise than the rest. */
export interface FontRun {
  readonly from: number
  readonly to: number
  readonly decode: Decode
}

const pageBytes = 512
/** So many runs are looked at; no document of that time has more. */
const mostRuns = 500_000
/** Styles that are based on others, one behind the other. */
const mostBases = 12

/** Tables that the header refers to, by their numbers. */
const tables = { styles: 1, characters: 12, paragraphs: 13, fonts: 15 } as const
/** Where the header says how many pages of runs there are; the list of pages may end before. */
const pageCounts = { characters: 0x18e, paragraphs: 0x190 } as const

function tableOf(stream: Buffer, number: number): Buffer {
  const at = 0x58 + number * 8
  if (at + 8 > stream.length) return Buffer.alloc(0)
  const start = stream.readUInt32LE(at)
  return stream.subarray(start, start + stream.readUInt32LE(at + 4))
}

/** In the order of the stream; none where no font has a character set of its own. */
export function fontRuns(stream: Buffer): readonly FontRun[] {
  const fonts = fontsIn(tableOf(stream, tables.fonts))
  if (fonts.every((decode) => decode === null)) return []
  const styles = new Styles(tableOf(stream, tables.styles))
  const paragraphs = paragraphsIn(stream)
  const found: FontRun[] = []
  const add = (from: number, to: number, font: number | null): void => {
    const decode = fonts[font ?? styles.standard] ?? null
    if (decode === null || to <= from) return
    const last = found.at(-1)
    // What stands beside each other is read together: a character may have two bytes.
    if (last?.to === from && last.decode === decode) found[found.length - 1] = { ...last, to }
    else found.push({ from, to, decode })
  }
  let at = 0
  for (const { from, to, font, style } of charactersIn(stream)) {
    const own = font ?? (style === null ? null : styles.fontOf(style))
    if (own !== null) {
      add(from, to, own)
      continue
    }
    while (at < paragraphs.length && (paragraphs[at]?.to ?? 0) <= from) at++
    for (let i = at; i < paragraphs.length; i++) {
      const paragraph = paragraphs[i]
      if (paragraph === undefined || paragraph.from >= to) break
      add(Math.max(from, paragraph.from), Math.min(to, paragraph.to), styles.fontOf(paragraph.style))
    }
  }
  return found
}

/** How each font is read; null for those that are as the document is. */
function fontsIn(table: Buffer): readonly (Decode | null)[] {
  const fonts: (Decode | null)[] = []
  for (let at = 2; at + 6 < table.length; ) {
    const size = (table[at] ?? 0) + 1
    const charset = table[at + 4] ?? 0
    const name = table.toString('latin1', at + 6, at + size).split('\0', 1)[0] ?? ''
    const codePage = codePageOfCharset(charset)
    const isSymbol = charset === 2 && name.toLowerCase() === 'symbol'
    fonts.push(isSymbol ? decodeSymbol : codePage === undefined ? null : decoderOf(codePage))
    at += size
  }
  return fonts
}

interface Run {
  readonly from: number
  readonly to: number
  /** What is said of it. */
  readonly said: Buffer
}

/** Runs of characters or of paragraphs, page by page; `itemBytes`: what stands for each beside its end. */
function runsIn(stream: Buffer, of: 'characters' | 'paragraphs', itemBytes: 1 | 7): Run[] {
  const list = tableOf(stream, tables[of])
  const listed = Math.max(0, Math.floor((list.length - 4) / 6))
  const pages = Array.from({ length: listed }, (_, i) => list.readUInt16LE((listed + 1) * 4 + i * 2))
  const wanted = pageCounts[of] + 2 <= stream.length ? stream.readUInt16LE(pageCounts[of]) : 0
  for (let last = pages.at(-1); last !== undefined && pages.length < wanted; ) pages.push(++last)
  const runs: Run[] = []
  for (const number of new Set(pages)) {
    const page = stream.subarray(number * pageBytes, (number + 1) * pageBytes)
    if (page.length < pageBytes) continue
    const count = page[pageBytes - 1] ?? 0
    if ((count + 1) * 4 + count * itemBytes >= pageBytes || runs.length > mostRuns) continue
    for (let i = 0; i < count; i++) {
      const at = (page[(count + 1) * 4 + i * itemBytes] ?? 0) * 2
      const size = (page[at] ?? 0) * (itemBytes === 1 ? 1 : 2)
      const said = at === 0 ? Buffer.alloc(0) : page.subarray(at + 1, at + 1 + size)
      runs.push({ from: page.readUInt32LE(i * 4), to: page.readUInt32LE(i * 4 + 4), said })
    }
  }
  return runs.sort((a, b) => a.from - b.from)
}

const charactersIn = (stream: Buffer) =>
  runsIn(stream, 'characters', 1).map(({ from, to, said }) => ({ from, to, ...fontSaid(said) }))

const paragraphsIn = (stream: Buffer) =>
  runsIn(stream, 'paragraphs', 7).map(({ from, to, said }) => ({
    from,
    to,
    style: said.length < 2 ? 0 : said.readUInt16LE(0),
  }))

/** Bytes of what follows each property of characters, by its number; `v`: the first of them says how many follow. */
const operands = new Map<number, number | 'v'>([
  ...[65, 66, 67, 71, 75, 85, 86, 87, 88, 89, 90, 91, 92, 94, 98, 100, 102, 104, 117, 118].map(
    (number) => [number, 1] as const,
  ),
  ...[69, 72, 80, 93, 96, 97, 99, 101, 107, 109, 110].map((number) => [number, 2] as const),
  ...[73, 95].map((number) => [number, 3] as const),
  [70, 4],
  [83, 0],
  ...[68, 74, 81, 82, 103, 105, 106, 108, 111, 112, 113, 114, 115, 116].map(
    (number) => [number, 'v'] as const,
  ),
])
const property = { style: 80, plain: 83, font: 93 } as const

/** The font and the style of characters, where they have their own. Behind what is not known nothing is read. */
function fontSaid(said: Buffer): { readonly font: number | null; readonly style: number | null } {
  let font: number | null = null
  let style: number | null = null
  for (let at = 0; at < said.length; ) {
    const number = said[at] ?? 0
    const size = operands.get(number)
    if (size === undefined) break
    const bytes = size === 'v' ? 1 + (said[at + 1] ?? 0) : size
    if (at + 1 + bytes > said.length) break
    if (number === property.font) font = said.readUInt16LE(at + 1)
    else if (number === property.style) style = said.readUInt16LE(at + 1)
    else if (number === property.plain) font = null
    at += 1 + bytes
  }
  return { font, style }
}

/** The fonts of styles, which may be those of the styles that they are based on. */
class Styles {
  /** The font of what says none. */
  readonly standard: number
  readonly #styles: { readonly base: number; readonly font: number | null }[] = []
  constructor(table: Buffer) {
    const headBytes = table.length < 2 ? 0 : table.readUInt16LE(0)
    const head = table.subarray(2, 2 + headBytes)
    this.standard = head.length < 14 ? 0 : head.readUInt16LE(12)
    const count = head.length < 4 ? 0 : head.readUInt16LE(0)
    const baseBytes = head.length < 4 ? 0 : head.readUInt16LE(2)
    for (let at = 2 + headBytes; this.#styles.length < count && at + 2 <= table.length; ) {
      const size = table.readUInt16LE(at)
      this.#styles.push(styleIn(table.subarray(at + 2, at + 2 + size), baseBytes))
      // Each begins at an even place.
      at += 2 + size + (size % 2)
    }
  }

  fontOf(style: number): number {
    let at = style
    for (let i = 0; i < mostBases; i++) {
      const found = this.#styles[at]
      if (found === undefined) break
      if (found.font !== null) return found.font
      at = found.base
    }
    return this.standard
  }
}

const kindOfCharacters = 2

function styleIn(bytes: Buffer, baseBytes: number): { readonly base: number; readonly font: number | null } {
  const none = 0xfff
  if (bytes.length < Math.max(6, baseBytes + 1)) return { base: none, font: null }
  const kindAndBase = bytes.readUInt16LE(2)
  const base = kindAndBase >>> 4
  // The name is as long as it says, with a zero behind it.
  let at = baseBytes + (bytes[baseBytes] ?? 0) + 2
  at += at % 2
  // What is said of paragraphs comes first, where it is a style of these.
  if ((kindAndBase & 15) !== kindOfCharacters) {
    if (at + 2 > bytes.length) return { base, font: null }
    at += 2 + bytes.readUInt16LE(at)
    at += at % 2
  }
  if (at + 2 > bytes.length) return { base, font: null }
  return { base, font: fontSaid(bytes.subarray(at + 2, at + 2 + bytes.readUInt16LE(at))).font }
}
