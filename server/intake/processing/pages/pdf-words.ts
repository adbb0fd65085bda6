/** The words of a PDF's pages and where they stand on them: hits are shown on their images by these. */
import { maxPages, maxPlaced, type PagesPart, type PageText } from '../../../review/pages/protocol.ts'
import { Unreadable } from '../documents/reading.ts'
import { type PageWord, pageWords } from '../pdf/page-words.ts'
import { openPdf, type PdfFile, pageSizeOf } from '../pdf/pdf-file.ts'

/** Parts of a side: boxes are told as whole numbers, and of any size of image. */
const parts = 10_000

/** Page by page; one that ends the program that reads PDFs has none, and the document is opened anew for the next. */
export async function* readWords(
  bytes: Buffer,
  passwords: readonly string[],
  onPage: (page: number) => void,
): AsyncGenerator<PagesPart> {
  let count = 1
  let characters = 0
  for (let page = 0; page < count; ) {
    const pdf = await openPdf(bytes, passwords)
    try {
      count = Math.min(pdf.pageCount, maxPages)
      while (page < count && pdf.engine.alive) {
        onPage(page)
        const found = textOf(pdf, page)
        characters += found.text.length
        if (characters > maxPlaced) return
        yield { kind: 'words', page, ...found }
        page++
      }
    } finally {
      pdf.close()
    }
  }
}

const nothing: PageText = { text: '', boxes: [] }

function textOf(pdf: PdfFile, page: number): PageText {
  try {
    const { width, height } = pageSizeOf(pdf, page) ?? { width: 0, height: 0 }
    const words = pageWords(pdf, page) ?? []
    return width > 0 && height > 0 ? placed(words, width, height) : nothing
  } catch (error) {
    if (error instanceof Unreadable) return nothing
    throw error
  }
}

/** As it is handed over. */
function placed(words: readonly PageWord[], width: number, height: number): PageText {
  const share = (value: number, whole: number): number =>
    Math.max(-parts, Math.min(2 * parts, Math.round((value / whole) * parts)))
  let text = ''
  let before: PageWord | null = null
  for (const word of words) {
    if (before !== null) text += beginsLine(before, word) ? '\n' : ' '
    text += word.text
    before = word
  }
  const boxes = words.flatMap(({ left, top, right, bottom }) => [
    share(left, width),
    share(top, height),
    share(right, width),
    share(bottom, height),
  ])
  return { text, boxes }
}

/** It stands lower than half of the word before, or higher, as at the head of the next column. */
const beginsLine = (before: PageWord, { top, bottom }: PageWord): boolean => {
  const middle = (before.top + before.bottom) / 2
  return top > middle || bottom < middle
}
