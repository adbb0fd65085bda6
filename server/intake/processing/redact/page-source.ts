/** Pages as they are before they are burned: of PDFs, and of pictures. */
import { Unreadable } from '../documents/reading.ts'
import { tiffPages } from '../documents/tiff-pages.ts'
import { pageCharacters } from '../pdf/page-characters.ts'
import { openPdf, type PdfFile } from '../pdf/pdf-file.ts'
import { renderPage } from '../pdf/render-page.ts'
import { samePlace } from '../pdf/same-place.ts'
import type { PageSource } from './burn-page.ts'

export interface Pages {
  readonly count: number
  /** Throws Unreadable where the page cannot be drawn. */
  page(index: number): Promise<PageSource>
  close(): void
}

export interface Opening {
  readonly bytes: Buffer
  readonly maker: 'pdf' | 'picture'
  readonly mimeType: string
  readonly passwords: readonly string[]
  readonly dpi: number
  /** Each page is put where the one before was. */
  readonly inPlace?: boolean
}

/** Opens a document. Rejects with Unreadable where that fails. */
export async function openPages(opening: Opening): Promise<Pages> {
  if (opening.maker === 'pdf') return pagesOfPdf(await openPdf(opening.bytes, opening.passwords), opening)
  const { picturePixels } = await import('../pages/pictures.ts')
  const { bytes, mimeType, dpi } = opening
  return {
    count: mimeType === 'image/tiff' ? (tiffPages(bytes) ?? 1) : 1,
    page: async (index) => ({ image: await picturePixels(bytes, mimeType, index, dpi), characters: [] }),
    close: () => {},
  }
}

const pagesOfPdf = (pdf: PdfFile, { dpi, inPlace = false }: Opening): Pages => {
  const room = inPlace ? samePlace() : undefined
  return {
    count: pdf.pageCount,
    page: async (index) => {
      const image = renderPage(pdf, index, dpi, room)
      if (image === null) throw new Unreadable('corrupt', 'This page cannot be read.')
      return { image, characters: pageCharacters(pdf, index) ?? [] }
    },
    close: () => pdf.close(),
  }
}
