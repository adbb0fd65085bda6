/** The words of a page and where they stand: to show hits on its image, and to burn redactions into it. */
import type { Pointer } from './engine.ts'
import { type Box, type PageSpace, pageSpace } from './page-space.ts'
import type { PdfFile } from './pdf-file.ts'

export interface PageWord extends Box {
  readonly text: string
}

/** Characters of a page whose places are told. */
const maxChars = 1_000_000

/**
 * The words of a page (from 0) in the order of its text; null where it cannot be read. A word is what stands between white
 * space; one that is broken at the end of a line is two, each with its own box.
 */
export function pageWords(pdf: PdfFile, index: number): PageWord[] | null {
  const { engine } = pdf
  const { api } = engine
  return pdf.page(index, (page) => {
    const space = pageSpace(pdf, page)
    return engine.hold(api.FPDFText_LoadPage(page), api.FPDFText_ClosePage, (text) =>
      text === 0 ? [] : engine.withMemory(16, (at) => wordsOf(pdf, text, space, at)),
    )
  })
}

/** `at`: room for a rectangle. */
function wordsOf({ engine }: PdfFile, text: Pointer, space: PageSpace, at: Pointer): PageWord[] {
  const { api } = engine
  const words: PageWord[] = []
  let word: PageWord | null = null
  const end = (): void => {
    if (word !== null) words.push(word)
    word = null
  }
  const count = Math.min(api.FPDFText_CountChars(text), maxChars)
  for (let index = 0; index < count; index++) {
    const code = api.FPDFText_GetUnicode(text, index)
    const hyphen = code === brokenAt
    const char = hyphen ? '-' : code > 0x10_ff_ff || code <= 0x20 ? ' ' : String.fromCodePoint(code)
    if (/\s/u.test(char)) {
      end()
      continue
    }
    // The box of the letter's whole line height and width: boxes of all words of a line are of one height.
    if (!api.FPDFText_GetLooseCharBox(text, index, at)) continue
    const [left, top, right, bottom] = [0, 4, 8, 12].map((offset) => engine.float32(at + offset))
    if (left === undefined || top === undefined || right === undefined || bottom === undefined) continue
    const box = space.toShown(left, bottom, right, top)
    word = word === null ? { text: char, ...box } : { text: word.text + char, ...around(word, box) }
    if (hyphen) end()
  }
  end()
  return words
}

const around = (a: Box, b: Box): Box => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
})

/** PDFium's code for a hyphen at the end of a line. */
const brokenAt = 2
