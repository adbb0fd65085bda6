/** The pages of a PDF: their sizes without drawing one, and their images. */

import { maxPages, type PageFault, type PageSize, type PagesPart } from '../../../review/pages/protocol.ts'
import { Unreadable } from '../documents/reading.ts'
import { encodePage } from '../pdf/encode-page.ts'
import { openPdf, type PdfFile, pageSizeOf, withPdf } from '../pdf/pdf-file.ts'
import { imageSize, renderPage, viewerDpi } from '../pdf/render-page.ts'

/** US letter, in points: for a page that says nothing of its size. */
const letter = { width: 612, height: 792 }

/** The size of the image of each page, and how many pages there are beyond what is shown. */
export async function measurePdf(
  bytes: Buffer,
  passwords: readonly string[],
): Promise<{ sizes: PageSize[]; left: number }> {
  return await withPdf(bytes, passwords, (pdf) => ({
    sizes: Array.from({ length: Math.min(pdf.pageCount, maxPages) }, (_, page) => sizeOf(pdf, page)),
    left: Math.max(0, pdf.pageCount - maxPages),
  }))
}

function sizeOf(pdf: PdfFile, page: number): PageSize {
  const { width, height } = pageSizeOf(pdf, page) ?? letter
  const { reduced: _, ...size } = imageSize(width, height, viewerDpi)
  return size
}

/**
 * The images of pages, each as it is ready, or why there is none. A page may end the program that reads PDFs: then the
 * document is opened anew for the next one.
 */
export async function* drawPdf(
  bytes: Buffer,
  passwords: readonly string[],
  pages: readonly number[],
  onPage: (page: number) => void,
): AsyncGenerator<PagesPart> {
  for (let next = 0; next < pages.length; ) {
    const pdf = await openPdf(bytes, passwords)
    try {
      while (next < pages.length && pdf.engine.alive) {
        const page = pages[next++] ?? 0
        onPage(page)
        yield await drawOne(pdf, page)
      }
    } finally {
      pdf.close()
    }
  }
}

async function drawOne(pdf: PdfFile, page: number): Promise<PagesPart> {
  const fault = ({ code, reason }: PageFault): PagesPart => ({ kind: 'fault', page, code, reason })
  try {
    const image = renderPage(pdf, page, viewerDpi)
    if (image === null) return fault({ code: 'corrupt', reason: 'This page cannot be read.' })
    return { kind: 'image', page, bytes: (await encodePage(image)).bytes }
  } catch (error) {
    if (error instanceof Unreadable) return fault({ code: error.code, reason: error.message })
    throw error
  }
}
