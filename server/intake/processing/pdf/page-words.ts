/** The words of a page and where they stand: to show hits on its image, and to burn redactions into it. */
import type { Pointer } from './engine.ts'
import { charactersOf } from './page-characters.ts'
import { type Box, type PageSpace, pageSpace } from './page-space.ts'
import type { PdfFile } from './pdf-file.ts'

export interface PageWord extends Box {
  readonly text: string
}

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
function wordsOf(pdf: PdfFile, text: Pointer, space: PageSpace, at: Pointer): PageWord[] {
  const words: PageWord[] = []
  let word: PageWord | null = null
  const end = (): void => {
    if (word !== null) words.push(word)
    word = null
  }
  for (const { char, endsWord, box } of charactersOf(pdf, text, space, at)) {
    if (box !== null)
      word = word === null ? { text: char, ...box } : { text: word.text + char, ...around(word, box) }
    if (endsWord) end()
  }
  end()
  return words
}

export const around = (a: Box, b: Box): Box => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
})
