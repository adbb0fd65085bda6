/**
 * Writes pages of text and pictures as a PDF (ISO 32000-2). Each letter has a code of its own in its font, which says which
 * letter it is, also where it is drawn as a box: what is read from the pages is what was laid out.
 */
import { deflateSync } from 'node:zlib'
import { meaningOfForm } from './arabic-forms.ts'
import { type FaceName, fontOf, letterOf } from './faces.ts'

export const pageWidth = 612
export const pageHeight = 792

export interface Picture {
  readonly jpeg: Buffer
  readonly width: number
  readonly height: number
  readonly colors: 1 | 3
}

export interface PdfWriter {
  /** Text that begins at a place, in points from the lower left corner. */
  text(text: string, face: FaceName, size: number, x: number, y: number): void
  /** A filled box; gray from 0 (black) to 1. */
  box(x: number, y: number, width: number, height: number, gray: number): void
  picture(picture: Picture, x: number, y: number, width: number, height: number): void
  /** Letters of this page that no font has. */
  readonly missing: number
  /** Ends a page; the next thing that is drawn begins another. */
  endPage(): void
  readonly pages: number
  /** The file. */
  end(): Buffer
}

/** What a font says of itself; codes of letters are in the order of their first use, 0 is the box. */
class UsedFont {
  readonly codes = new Map<number, number>()
  readonly glyphs: number[] = [0]
  readonly letters: number[] = [0]

  codeOf(letter: number, glyph: number): number {
    const known = this.codes.get(letter)
    if (known !== undefined) return known
    const code = this.glyphs.push(glyph) - 1
    this.letters.push(letter)
    this.codes.set(letter, code)
    return code
  }
}

const hex = (value: number): string => value.toString(16).padStart(4, '0')
const point = (value: number): string => String(Math.round(value * 100) / 100)
/** Entries that one list of a table of letters may have. */
const listed = 100

/** Begins a PDF. */
export function writePdf(): PdfWriter {
  const objects: (Buffer | null)[] = []
  const add = (object: Buffer | null): number => objects.push(object)
  const dictionary = (entries: string): Buffer => Buffer.from(`<< ${entries} >>`, 'latin1')
  const stream = (entries: string, bytes: Buffer): Buffer =>
    Buffer.concat([
      Buffer.from(`<< ${entries} /Length ${bytes.length} >>\nstream\n`, 'latin1'),
      bytes,
      Buffer.from('\nendstream', 'latin1'),
    ])
  const packed = (bytes: Buffer, entries = ''): Buffer =>
    stream(`/Filter /FlateDecode ${entries}`, deflateSync(bytes, { level: 4 }))

  const catalog = add(null)
  const tree = add(null)
  const pages: number[] = []
  const fonts = new Map<FaceName, { readonly used: UsedFont; readonly object: number }>()
  const pictures = new Map<Picture, number>()
  let content: string[] = []
  let used = new Set<string>()
  let drawn = new Set<number>()
  let missing = 0

  const fontFor = (face: FaceName): { readonly used: UsedFont; readonly object: number } => {
    const known = fonts.get(face) ?? { used: new UsedFont(), object: add(null) }
    fonts.set(face, known)
    return known
  }

  const writeFont = (face: FaceName, { used, object }: { used: UsedFont; object: number }): void => {
    const font = fontOf(face)
    const name = `AFFANT+${face}`
    const file = font.subset(used.glyphs)
    const program = add(packed(file, `/Length1 ${file.length}`))
    // As high as a line and no higher, though some letters are: boxes of words are, and a redaction of one covers no other line.
    const { ascent, descent } = font
    const [left, , right] = font.box
    const descriptor = add(
      dictionary(
        `/Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox [${left} ${descent} ${right} ${ascent}] /ItalicAngle 0 ` +
          `/Ascent ${ascent} /Descent ${descent} /CapHeight 729 /StemV 80 /FontFile2 ${program} 0 R`,
      ),
    )
    const widths = used.glyphs.map((glyph) => point(font.widthOf(glyph))).join(' ')
    const drawing = add(
      dictionary(
        `/Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDToGIDMap /Identity /DW 600 /W [0 [${widths}]] ` +
          `/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} 0 R`,
      ),
    )
    const meanings = add(packed(Buffer.from(meaningsOf(used.letters, meaningOfForm), 'latin1')))
    objects[object - 1] = dictionary(
      `/Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H ` +
        `/DescendantFonts [${drawing} 0 R] /ToUnicode ${meanings} 0 R`,
    )
  }

  return {
    text(text, face, size, x, y) {
      // Letters of one face stand in one string; those that another face lends stand between.
      let at = x
      let open: FaceName | null = null
      const show = (codes: string): string => `<${codes}> Tj`
      let codes = ''
      const close = (): void => {
        if (codes !== '') content.push(show(codes), 'ET')
        codes = ''
      }
      for (const char of text) {
        const code = char.codePointAt(0) ?? 0
        const letter = letterOf(face, code)
        if (letter.isMissing) missing += 1
        if (letter.face !== open) {
          close()
          open = letter.face
          const { object } = fontFor(open)
          used.add(`/F${object} ${object} 0 R`)
          content.push(`BT /F${object} ${point(size)} Tf ${point(at)} ${point(y)} Td`)
        }
        codes += hex(fontFor(letter.face).used.codeOf(code, letter.glyph))
        at += (letter.width * size) / 1000
      }
      close()
    },
    box(x, y, width, height, gray) {
      content.push(`${point(gray)} g ${[x, y, width, height].map(point).join(' ')} re f 0 g`)
    },
    picture(picture, x, y, width, height) {
      const { jpeg, colors } = picture
      const space = colors === 1 ? '/DeviceGray' : '/DeviceRGB'
      const object =
        pictures.get(picture) ??
        add(
          stream(
            `/Type /XObject /Subtype /Image /Width ${picture.width} /Height ${picture.height} ` +
              `/ColorSpace ${space} /BitsPerComponent 8 /Filter /DCTDecode`,
            jpeg,
          ),
        )
      pictures.set(picture, object)
      drawn.add(object)
      content.push(`q ${[width, 0, 0, height, x, y].map(point).join(' ')} cm /I${object} Do Q`)
    },
    get missing() {
      return missing
    },
    get pages() {
      return pages.length
    },
    endPage() {
      const body = add(packed(Buffer.from(content.join('\n'), 'latin1')))
      const images = [...drawn].map((object) => `/I${object} ${object} 0 R`).join(' ')
      pages.push(
        add(
          dictionary(
            `/Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${pageWidth} ${pageHeight}] /Contents ${body} 0 R ` +
              `/Resources << /Font << ${[...used].join(' ')} >> /XObject << ${images} >> >>`,
          ),
        ),
      )
      content = []
      used = new Set()
      drawn = new Set()
      missing = 0
    },
    end() {
      for (const [face, font] of fonts) writeFont(face, font)
      objects[catalog - 1] = dictionary(`/Type /Catalog /Pages ${tree} 0 R`)
      const kids = pages.map((page) => `${page} 0 R`).join(' ')
      objects[tree - 1] = dictionary(`/Type /Pages /Count ${pages.length} /Kids [${kids}]`)
      return fileOf(objects, catalog)
    },
  }
}

/** A table that says which letter each code stands for (9.10.3); the first letter has no code. `meaning`: of one that is drawn for others. */
export function meaningsOf(
  letters: readonly number[],
  meaning: (letter: string) => string = (letter) => letter,
): string {
  const lines = letters.slice(1).map((letter, at) => {
    const text = meaning(String.fromCodePoint(letter))
    const units = [...Array(text.length).keys()]
    return `<${hex(at + 1)}> <${units.map((unit) => hex(text.charCodeAt(unit))).join('')}>`
  })
  const lists: string[] = []
  for (let from = 0; from < lines.length; from += listed) {
    const some = lines.slice(from, from + listed)
    lists.push(`${some.length} beginbfchar\n${some.join('\n')}\nendbfchar`)
  }
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange <0000> <ffff> endcodespacerange
${lists.join('\n')}
endcmap CMapName currentdict /CMap defineresource pop end end`
}

function fileOf(objects: readonly (Buffer | null)[], catalog: number): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1')]
  let length = parts[0]?.length ?? 0
  const write = (part: Buffer): void => {
    parts.push(part)
    length += part.length
  }
  const places = objects.map((object, at) => {
    const place = length
    write(Buffer.from(`${at + 1} 0 obj\n`, 'latin1'))
    write(object ?? Buffer.from('null'))
    write(Buffer.from('\nendobj\n', 'latin1'))
    return place
  })
  const start = length
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  write(Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`, 'latin1'))
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root ${catalog} 0 R >>\nstartxref\n${start}\n%%EOF\n`
  write(Buffer.from(trailer, 'latin1'))
  return Buffer.concat(parts)
}
