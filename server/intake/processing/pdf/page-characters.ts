/** The characters of a page and where they stand: words are made of them, and redactions decide about each. */
import type { Pointer } from './engine.ts'
import { imageObject, pageObjects } from './page-objects.ts'
import { type Box, type PageSpace, pageSpace } from './page-space.ts'
import type { PdfFile } from './pdf-file.ts'

/** Characters of a page whose places are told. */
const maxChars = 1_000_000
/** PDFium's code for a hyphen at the end of a line. */
const brokenAt = 2

export interface PlacedCharacter {
  /** A space stands for every sign that ends a word. */
  readonly char: string
  /** It ends its word, as a hyphen at the end of a line does. */
  readonly endsWord: boolean
  /** By the letter's whole line height and width: boxes of all words of a line are of one height. Null: it has none. */
  readonly box: Box | null
  /** Its number among the characters of the page. */
  readonly index: number
}

/** The characters of a text page in order. `at`: room for a rectangle. */
export function* charactersOf(
  { engine }: PdfFile,
  text: Pointer,
  space: PageSpace,
  at: Pointer,
): Generator<PlacedCharacter> {
  const { api } = engine
  const count = Math.min(api.FPDFText_CountChars(text), maxChars)
  for (let index = 0; index < count; index++) {
    const code = api.FPDFText_GetUnicode(text, index)
    const endsWord = code === brokenAt
    const char = endsWord ? '-' : code > 0x10_ff_ff || code <= 0x20 ? ' ' : String.fromCodePoint(code)
    // Letters of most languages are none, and a look at each would take longer than to read it.
    if ((code < 0x21 || code > 0x7e) && /\s/u.test(char)) {
      yield { char: ' ', endsWord: true, box: null, index }
      continue
    }
    const given = api.FPDFText_GetLooseCharBox(text, index, at)
    const box = given
      ? space.toShown(
          engine.float32(at),
          engine.float32(at + 12),
          engine.float32(at + 8),
          engine.float32(at + 4),
        )
      : null
    yield { char, endsWord, box, index }
  }
}

export interface InkedCharacter extends Box {
  readonly char: string
  /** It ends its word. */
  readonly endsWord: boolean
  /** Around what is drawn of it. */
  readonly ink: Box
  /** Where the pen stands for it: of fonts that say a false box for what they draw (Type 3) the one place that is true. */
  readonly pen: Box
  /**
   * By what the file says of it, nobody sees it: it is drawn with nothing, a picture lies over it, or it stands for what is
   * drawn (ActualText), which may be anything else.
   */
  readonly hidden: boolean
}

/** Text that is drawn with nothing, as recognized text lies over its scan (PDF 32000-1, 9.3.6). */
const invisible = 3
const shadingObject = 4
/** Objects of a page that are looked at. */
const maxObjects = 50_000

/**
 * The characters of a page (from 0) in the order of its text, a space between words; null where it cannot be read. Those
 * without a place are left out.
 */
export function pageCharacters(pdf: PdfFile, index: number): InkedCharacter[] | null {
  const { engine } = pdf
  const { api } = engine
  return pdf.page(index, (page) => {
    const space = pageSpace(pdf, page)
    const drawn = drawnOn(pdf, page, space)
    return engine.hold(api.FPDFText_LoadPage(page), api.FPDFText_ClosePage, (text) => {
      if (text === 0) return []
      const found: InkedCharacter[] = []
      let last: InkedCharacter | null = null
      engine.withMemory(32, (at) => {
        for (const one of charactersOf(pdf, text, space, at)) {
          if (one.box === null) {
            if (one.endsWord && last !== null) found[found.length - 1] = { ...last, endsWord: true }
            last = null
            continue
          }
          const { char, endsWord, box } = one
          const ink = inkOf(pdf, text, one.index, space, at) ?? box
          const pen = penOf(pdf, text, one.index, space, at) ?? box
          const hidden = drawn.hides(api.FPDFText_GetTextObject(text, one.index), box)
          const { left, top, right, bottom } = box
          last = { char, endsWord, left, top, right, bottom, ink, pen, hidden }
          found.push(last)
        }
      })
      return found
    })
  })
}

function inkOf({ engine }: PdfFile, text: Pointer, index: number, space: PageSpace, at: Pointer): Box | null {
  if (!engine.api.FPDFText_GetCharBox(text, index, at, at + 8, at + 16, at + 24)) return null
  const [left, right] = [engine.float64(at), engine.float64(at + 8)]
  const [bottom, top] = [engine.float64(at + 16), engine.float64(at + 24)]
  return right > left && top > bottom ? space.toShown(left, bottom, right, top) : null
}

function penOf({ engine }: PdfFile, text: Pointer, index: number, space: PageSpace, at: Pointer): Box | null {
  if (!engine.api.FPDFText_GetCharOrigin(text, index, at, at + 8)) return null
  const [x, y] = [engine.float64(at), engine.float64(at + 8)]
  return space.toShown(x, y, x, y)
}

interface Drawn {
  /** Whether nobody sees a letter of this text object, with its middle here. */
  hides(text: Pointer, box: Box): boolean
}

function drawnOn(pdf: PdfFile, page: Pointer, space: PageSpace): Drawn {
  const { api } = pdf.engine
  const order = new Map<Pointer, number>()
  const pictures: { readonly nth: number; readonly place: Box }[] = []
  let nth = 0
  for (const one of pageObjects(pdf, page, maxObjects)) {
    if (one === null) break
    nth += 1
    const { object, type } = one
    const place = type === imageObject || type === shadingObject ? one.place : null
    if (place !== null)
      pictures.push({ nth, place: space.toShown(place.left, place.bottom, place.right, place.top) })
    else order.set(object, nth)
  }
  const modes = new Map<Pointer, boolean>()
  const isInvisible = (text: Pointer): boolean => {
    const known =
      modes.get(text) ??
      (text !== 0 && (api.FPDFTextObj_GetTextRenderMode(text) === invisible || saysOther(pdf, text)))
    modes.set(text, known)
    return known
  }
  return {
    hides(text, { left, top, right, bottom }) {
      if (isInvisible(text)) return true
      if (pictures.length === 0) return false
      const own = order.get(text) ?? 0
      const [x, y] = [(left + right) / 2, (top + bottom) / 2]
      return pictures.some(
        ({ nth, place }) =>
          nth > own && x > place.left && x < place.right && y > place.top && y < place.bottom,
      )
    },
  }
}

/** Marks of an object, and entries of a mark, that are looked at. */
const maxMarks = 32
const maxKeyBytes = 1000

/** Whether a text object is marked with a text that is read in its place. */
function saysOther({ engine }: PdfFile, object: Pointer): boolean {
  const { api } = engine
  const marks = Math.min(api.FPDFPageObj_CountMarks(object), maxMarks)
  for (let nth = 0; nth < marks; nth++) {
    const mark = api.FPDFPageObj_GetMark(object, nth)
    const keys = Math.min(api.FPDFPageObjMark_CountParams(mark), maxMarks)
    for (let key = 0; key < keys; key++) {
      const name = engine.withMemory(4, (lengthAt) =>
        engine.bytes((at, size) => {
          api.FPDFPageObjMark_GetParamKey(mark, key, at, size, lengthAt)
          return engine.uint32(lengthAt)
        }, maxKeyBytes),
      )
      if (name?.toString('utf16le').startsWith('ActualText') === true) return true
    }
  }
  return false
}
