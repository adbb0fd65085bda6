/**
 * A redacted document as a PDF (ISO 32000-2) that is written from nothing: of each page one image, and the text that stayed,
 * drawn with nothing over it. There is no other object, and nothing says what it was made of or by. Pages are written one
 * after the other, and none is held.
 */
import { deflateSync } from 'node:zlib'
import { fontOf } from '../layout/faces.ts'
import { meaningsOf } from '../layout/pdf-writer.ts'
import type { PageWord } from '../pdf/page-words.ts'

/** An image as it stands in the file. */
export interface PageOfFile {
  /** Pixels. */
  readonly width: number
  readonly height: number
  readonly dpi: number
  /** Group 4, or a JPEG of so many colors. */
  readonly encoding: 'group4' | { readonly colors: 1 | 3 }
  readonly bytes: Buffer
  /** In points from the upper left corner. */
  readonly words: readonly PageWord[]
}

export interface RedactedPdf {
  /** The bytes of the next page; the first ones begin the file. */
  page(page: PageOfFile): Buffer
  /** The bytes that end it. */
  end(): Buffer
}

/** Numbers of the objects that every file has; behind them come three for each page. */
export const fixedObjects = {
  catalog: 1,
  tree: 2,
  font: 3,
  letters: 4,
  descriptor: 5,
  program: 6,
  meanings: 7,
}
const fixed = Object.keys(fixedObjects).length

/** Parts of the size of a letter: all are as wide as this, and stretched to fill their word. */
const letterWidth = 500
/**
 * How much higher than wide a letter is at most. A word whose letters stand above each other would have letters of a point each
 * that are as high as all of it: readers that take two alike, so near to each other, for one drawn twice, drop one.
 */
const highest = 5
/** A code has two bytes; 0 stands for none. */
const maxLetters = 0xff_ff

const point = (value: number): string => String(Math.round(value * 1000) / 1000)
const hex = (value: number): string => value.toString(16).padStart(4, '0')

/** Begins a file. */
export function writeRedactedPdf(): RedactedPdf {
  const places: number[] = []
  let length = 0
  const codes = new Map<number, number>()
  /** The first has no code. */
  const letters: number[] = [0]
  let pages = 0
  let parts: Buffer[] = []

  const write = (bytes: Buffer): void => {
    parts.push(bytes)
    length += bytes.length
  }
  const object = (number: number, body: string, stream?: Buffer): void => {
    places[number] = length
    const head = stream === undefined ? `<< ${body} >>` : `<< ${body} /Length ${stream.length} >>`
    write(Buffer.from(`${number} 0 obj\n${head}\n`, 'latin1'))
    if (stream !== undefined) {
      write(Buffer.from('stream\n', 'latin1'))
      write(stream)
      write(Buffer.from('\nendstream\n', 'latin1'))
    }
    write(Buffer.from('endobj\n', 'latin1'))
  }
  const packed = (number: number, text: string | Buffer, body = ''): void =>
    object(number, `/Filter /FlateDecode${body}`, deflateSync(text, { level: 6 }))
  const taken = (): Buffer => {
    const bytes = Buffer.concat(parts)
    parts = []
    return bytes
  }
  const codeOf = (letter: number): string => {
    const known = codes.get(letter)
    if (known !== undefined) return hex(known)
    if (letters.length > maxLetters) return ''
    const code = letters.push(letter) - 1
    codes.set(letter, code)
    return hex(code)
  }
  const numbersOf = (page: number) => {
    const first = fixed + 1 + 3 * page
    return { page: first, content: first + 1, image: first + 2 }
  }
  const begin = (): void => {
    if (length === 0) write(Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1'))
  }

  return {
    page({ width, height, dpi, encoding, bytes, words }) {
      begin()
      const numbers = numbersOf(pages++)
      const across = (width * 72) / dpi
      const down = (height * 72) / dpi
      object(
        numbers.page,
        `/Type /Page /Parent ${fixedObjects.tree} 0 R /MediaBox [0 0 ${point(across)} ${point(down)}] ` +
          `/Resources << /XObject << /I ${numbers.image} 0 R >> /Font << /F ${fixedObjects.font} 0 R >> >> ` +
          `/Contents ${numbers.content} 0 R`,
      )
      const drawn = `q ${point(across)} 0 0 ${point(down)} 0 0 cm /I Do Q`
      packed(numbers.content, `${drawn}\n${textOf(words, down, codeOf)}`)
      const kind =
        encoding === 'group4'
          ? '/ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /CCITTFaxDecode ' +
            `/DecodeParms << /K -1 /Columns ${width} /Rows ${height} >>`
          : `/ColorSpace ${encoding.colors === 1 ? '/DeviceGray' : '/DeviceRGB'} /BitsPerComponent 8 /Filter /DCTDecode`
      object(numbers.image, `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} ${kind}`, bytes)
      return taken()
    },
    end() {
      begin()
      const kids = Array.from({ length: pages }, (_, page) => `${numbersOf(page).page} 0 R`).join(' ')
      object(fixedObjects.catalog, `/Type /Catalog /Pages ${fixedObjects.tree} 0 R`)
      object(fixedObjects.tree, `/Type /Pages /Kids [${kids}] /Count ${pages}`)
      object(
        fixedObjects.font,
        `/Type /Font /Subtype /Type0 /BaseFont /Text /Encoding /Identity-H ` +
          `/DescendantFonts [${fixedObjects.letters} 0 R] /ToUnicode ${fixedObjects.meanings} 0 R`,
      )
      object(
        fixedObjects.letters,
        `/Type /Font /Subtype /CIDFontType2 /BaseFont /Text /CIDToGIDMap /Identity /DW ${letterWidth} ` +
          '/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> ' +
          `/FontDescriptor ${fixedObjects.descriptor} 0 R`,
      )
      object(
        fixedObjects.descriptor,
        '/Type /FontDescriptor /FontName /Text /Flags 5 /FontBBox [0 -200 500 800] /ItalicAngle 0 ' +
          `/Ascent 800 /Descent -200 /CapHeight 800 /StemV 80 /FontFile2 ${fixedObjects.program} 0 R`,
      )
      const program = emptyFont()
      packed(fixedObjects.program, program, ` /Length1 ${program.length}`)
      packed(fixedObjects.meanings, meaningsOf(letters))
      const start = length
      const rows = places.slice(1).map((place) => `${String(place).padStart(10, '0')} 00000 n \n`)
      const size = places.length
      write(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}`, 'latin1'))
      write(
        Buffer.from(
          `trailer\n<< /Size ${size} /Root ${fixedObjects.catalog} 0 R >>\nstartxref\n${start}\n%%EOF\n`,
          'latin1',
        ),
      )
      return taken()
    },
  }
}

/** A font with one glyph, that of a space: nothing is drawn by it. */
const emptyFont = (): Buffer => fontOf('plain').subset([fontOf('plain').glyphOf(0x20)])

/** Words where they stand: each stretched to its width, and as high as its box, or in the middle of a very high one. */
function textOf(words: readonly PageWord[], height: number, codeOf: (letter: number) => string): string {
  const lines: string[] = []
  for (const { text, left, top, right, bottom } of words) {
    const codes = [...text.toWellFormed().replaceAll('\ufffd', '')].map((char) =>
      codeOf(char.codePointAt(0) ?? 0),
    )
    const shown = codes.join('')
    if (shown === '') continue
    const width = Math.max(0.1, right - left)
    const letter = width / (shown.length / 4)
    const size = Math.max(0.5, Math.min(bottom - top, highest * letter))
    const stretch = (100 * letter) / ((size * letterWidth) / 1000)
    // A fifth of the size is below the line.
    const line = height - (top + bottom + size) / 2 + 0.2 * size
    lines.push(
      `/F ${point(size)} Tf ${point(stretch)} Tz 1 0 0 1 ${point(left)} ${point(line)} Tm <${shown}> Tj`,
    )
  }
  return lines.length === 0 ? '' : `BT 3 Tr\n${lines.join('\n')}\nET`
}
