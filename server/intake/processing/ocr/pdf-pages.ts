/** Pages of a PDF as images to recognise text in, and which of them need it. */
import { pageSpace } from '../pdf/page-space.ts'
import { readPageText } from '../pdf/page-text.ts'
import type { PdfFile } from '../pdf/pdf-file.ts'
import { renderPage } from '../pdf/render-page.ts'
import { isImageOfText, scanCovers, scanOf } from '../pdf/scans.ts'
import { type GreyImage, greyOf } from './grey.ts'

/** What the engine reads best. */
const wantedDpi = 300
/** From here on, letters are large enough for it. */
const enoughDpi = 200
/** Pixels of a page: a sheet of A2 at 300 dpi has 35 million. Larger ones are drawn with fewer. */
const maxPixels = 36_000_000

/** Whether text is to be recognised on a page (from 0); null where the page cannot be read. */
export const isToRecognise = (pdf: PdfFile, index: number): boolean | null =>
  pdf.page(index, (page) => isImageOfText(pdf, page, readPageText(pdf, page)))

/**
 * The page as it is printed; null where it cannot be read. A scan of enough pixels is drawn with these: more would be made
 * up, and take longer to read. Everything else is drawn as the engine reads it best.
 */
export function pageImage(pdf: PdfFile, index: number): GreyImage | null {
  const page = pdf.page(index, (at) => ({
    ...pageSpace(pdf, at),
    ...scanOf(pdf, at, readPageText(pdf, at).text !== ''),
  }))
  if (page === null) return null
  const isEnough = page.covered >= scanCovers && page.finest >= enoughDpi
  const best = isEnough ? Math.min(wantedDpi, Math.ceil(page.finest)) : wantedDpi
  const area = (page.width * page.height * best * best) / (72 * 72)
  const dpi = area > maxPixels ? Math.floor(best * Math.sqrt(maxPixels / area)) : best
  const image = renderPage(pdf, index, Math.max(1, dpi))
  return image === null ? null : greyOf(image)
}
