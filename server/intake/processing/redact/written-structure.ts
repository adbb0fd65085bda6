/**
 * What a redacted PDF consists of, byte by byte: every one of them must belong to an object that has its place there. It is
 * stricter than any reader of PDFs: what none of them would show is found all the same.
 */
import { inflateSync } from 'node:zlib'
import { fixedObjects } from './redacted-pdf.ts'

/** The image of a page as it stands in the file. */
export interface WrittenImage {
  readonly isGroup4: boolean
  readonly bytes: Buffer
}

const head = Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1')
const number = '-?\\d+(?:\\.\\d+)?'
const dictionaries = {
  catalog: /^\/Type \/Catalog \/Pages 2 0 R$/,
  tree: /^\/Type \/Pages \/Kids \[[\dR ]*\] \/Count \d+$/,
  font: /^\/Type \/Font \/Subtype \/Type0 \/BaseFont \/Text \/Encoding \/Identity-H \/DescendantFonts \[4 0 R\] \/ToUnicode 7 0 R$/,
  letters:
    /^\/Type \/Font \/Subtype \/CIDFontType2 \/BaseFont \/Text \/CIDToGIDMap \/Identity \/DW 500 \/CIDSystemInfo << \/Registry \(Adobe\) \/Ordering \(Identity\) \/Supplement 0 >> \/FontDescriptor 5 0 R$/,
  descriptor:
    /^\/Type \/FontDescriptor \/FontName \/Text \/Flags 5 \/FontBBox \[[-\d ]+\] \/ItalicAngle 0 \/Ascent 800 \/Descent -200 \/CapHeight 800 \/StemV 80 \/FontFile2 6 0 R$/,
  program: /^\/Filter \/FlateDecode \/Length1 \d+ \/Length \d+$/,
  meanings: /^\/Filter \/FlateDecode \/Length \d+$/,
} as const satisfies Record<keyof typeof fixedObjects, RegExp>
const page = new RegExp(
  `^/Type /Page /Parent 2 0 R /MediaBox \\[0 0 ${number} ${number}\\] ` +
    '/Resources << /XObject << /I \\d+ 0 R >> /Font << /F 3 0 R >> >> /Contents \\d+ 0 R$',
)
const image =
  /^\/Type \/XObject \/Subtype \/Image \/Width \d+ \/Height \d+ \/ColorSpace \/Device(?:Gray|RGB) \/BitsPerComponent (?:1 \/Filter \/CCITTFaxDecode \/DecodeParms << \/K -1 \/Columns \d+ \/Rows \d+ >>|8 \/Filter \/DCTDecode) \/Length \d+$/
const drawing = new RegExp(`^q ${number} 0 0 ${number} 0 0 cm /I Do Q$`)
const word = new RegExp(`^/F ${number} Tf ${number} Tz 1 0 0 1 ${number} ${number} Tm <(?:[0-9a-f]{4})+> Tj$`)
const meaning = /^<[0-9a-f]{4}> <[0-9a-f]{4}(?:[0-9a-f]{4})?>$/
const table =
  /^(?:\d+ beginbfchar|endbfchar|\/CIDInit \/ProcSet findresource begin 12 dict begin begincmap|\/CIDSystemInfo << \/Registry \(Adobe\) \/Ordering \(UCS\) \/Supplement 0 >> def|\/CMapName \/Adobe-Identity-UCS def \/CMapType 2 def|1 begincodespacerange <0000> <ffff> endcodespacerange|endcmap CMapName currentdict \/CMap defineresource pop end end|)$/

class NotOurs extends Error {}

/** The images of the pages in order; null where something is in the file that does not belong there. */
export function writtenImages(bytes: Buffer, pages: number): WrittenImage[] | null {
  try {
    return read(bytes, pages)
  } catch {
    // Whatever it is that cannot be read, it does not belong there.
    return null
  }
}

function read(bytes: Buffer, pages: number): WrittenImage[] {
  require(bytes.subarray(0, head.length).equals(head))
  const images: WrittenImage[] = []
  const places: number[] = []
  const names = Object.keys(fixedObjects) as (keyof typeof fixedObjects)[]
  const fixed = names.length
  let at = head.length
  const line = (): string => {
    const end = bytes.indexOf(10, at)
    require(end >= 0)
    const text = bytes.toString('latin1', at, end)
    at = end + 1
    return text
  }
  const expect = (text: string): void => require(line() === text)
  while (bytes.toString('latin1', at, at + 5) !== 'xref\n') {
    const place = at
    const nth = Number(/^(\d+) 0 obj$/.exec(line())?.[1])
    require(Number.isSafeInteger(nth) && nth > 0 && nth <= fixed + 3 * pages && places[nth] === undefined)
    places[nth] = place
    const dictionary = /^<< (.*) >>$/.exec(line())?.[1] ?? ''
    const length = / \/Length (\d+)$/.exec(dictionary)?.[1]
    let stream: Buffer | null = null
    if (length !== undefined) {
      expect('stream')
      stream = bytes.subarray(at, at + Number(length))
      at += Number(length)
      expect('')
      expect('endstream')
    }
    expect('endobj')
    const name = names[nth - 1]
    if (name !== undefined) readFixed(name, dictionary, stream)
    else if ((nth - fixed) % 3 === 1) require(page.test(dictionary) && stream === null)
    else if ((nth - fixed) % 3 === 2) readContent(dictionary, stream)
    else images[(nth - fixed) / 3 - 1] = readImage(dictionary, stream)
  }
  require(places.length === fixed + 3 * pages + 1 && Object.keys(images).length === pages)
  const rows = places.slice(1).map((place) => `${String(place).padStart(10, '0')} 00000 n \n`)
  const end =
    `xref\n0 ${places.length}\n0000000000 65535 f \n${rows.join('')}` +
    `trailer\n<< /Size ${places.length} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`
  require(bytes.toString('latin1', at) === end)
  return images
}

function readFixed(name: keyof typeof fixedObjects, dictionary: string, stream: Buffer | null): void {
  require(dictionaries[name].test(dictionary) && (stream !== null) === / \/Length \d+$/.test(dictionary))
  if (stream === null) return
  const content = unpacked(stream)
  // The font has one glyph that draws nothing; its tables are as long as they are.
  if (name === 'program') require(content.length < 1024)
  else for (const one of content.toString('latin1').split('\n')) require(meaning.test(one) || table.test(one))
}

function readContent(dictionary: string, stream: Buffer | null): void {
  require(dictionaries.meanings.test(dictionary) && stream !== null)
  const [first = '', ...lines] = unpacked(stream).toString('latin1').split('\n')
  require(drawing.test(first))
  const isEmpty = lines.length === 1 && lines[0] === ''
  require(isEmpty || (lines[0] === 'BT 3 Tr' && lines.at(-1) === 'ET'))
  for (const one of lines.slice(1, -1)) require(word.test(one))
}

function readImage(dictionary: string, stream: Buffer | null): WrittenImage {
  require(image.test(dictionary) && stream !== null)
  const isGroup4 = dictionary.includes('/CCITTFaxDecode')
  if (!isGroup4) requirePlainJpeg(stream)
  return { isGroup4, bytes: stream }
}

/** All of it is one stream: bytes behind its end are none that a reader sees. */
function unpacked(stream: Buffer): Buffer {
  const { buffer, engine } = inflateSync(stream, { info: true }) as unknown as {
    buffer: Buffer
    engine: { bytesWritten: number }
  }
  require(engine.bytesWritten === stream.length)
  return buffer
}

/** Tables, the frame and one scan, and nothing that only says something: no comment, no data of a program. */
const allowed: ReadonlySet<number> = new Set([0xe0, 0xdb, 0xc0, 0xc4])
const longestFirst = 16

function requirePlainJpeg(bytes: Buffer): void {
  require(bytes.readUInt16BE(0) === 0xff_d8)
  let at = 2
  while (bytes.readUInt16BE(at) !== 0xff_da) {
    const length = bytes.readUInt16BE(at + 2)
    const marker = bytes.readUInt16BE(at) - 0xff_00
    require(allowed.has(marker) && (marker !== 0xe0 || length <= longestFirst))
    at += 2 + length
  }
  // Within a scan a byte of ones is followed by zero.
  const end = /\xff[^\0]/.exec(bytes.toString('latin1', at + 2))
  require(end !== null && at + 2 + end.index + 2 === bytes.length && bytes.at(-1) === 0xd9)
}

function require(holds: boolean): asserts holds {
  if (!holds) throw new NotOurs('This does not belong into a redacted file.')
}
