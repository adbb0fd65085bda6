/** Pages of a PDF as images to recognise text in, and which of them need it. */
import type { Pointer } from '../pdf/engine.ts'
import { pageSpace } from '../pdf/page-space.ts'
import { readPageText } from '../pdf/page-text.ts'
import type { PdfFile } from '../pdf/pdf-file.ts'
import { renderPage } from '../pdf/render-page.ts'
import { type GreyImage, greyOf } from './grey.ts'

/** What the engine reads best. */
const wantedDpi = 300
/** From here on, letters are large enough for it. */
const enoughDpi = 200
/** Pixels of a page: a sheet of A2 at 300 dpi has 35 million. Larger ones are drawn with fewer. */
const mostPixels = 36_000_000
/** A court's stamp or a fax's head over a scanned page has fewer characters than this. */
const stampChars = 300
/** And the scan covers at least so much of the page. */
const scanCovers = 0.5
/** FPDF_PAGEOBJ_TEXT and FPDF_PAGEOBJ_IMAGE. */
const textObject = 1
const imageObject = 3
/** Objects of a page that are looked at. */
const mostObjects = 2_000

/** Whether a page (from 0) is an image of text, or may be one: it has no text of its own, or no more than a stamp. */
export function isImageOfText(pdf: PdfFile, index: number): boolean | null {
  return pdf.page(index, (page) => {
    const { text, drawn } = readPageText(pdf, page)
    if (text === '') return drawn
    return text.length < stampChars && scanOf(pdf, page, true).covered >= scanCovers
  })
}

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
  const dpi = area > mostPixels ? Math.floor(best * Math.sqrt(mostPixels / area)) : best
  const image = renderPage(pdf, index, Math.max(1, dpi))
  return image === null ? null : greyOf(image)
}

interface Scan {
  /** The part of the page that its images cover; where they lie over each other, up to more than all. */
  readonly covered: number
  /**
   * The resolution of the finest thing on it. What is drawn with lines has any, and so has writing that nobody can read but
   * by its looks; a readable stamp over a scan is text of the page already.
   */
  readonly finest: number
}

/** `isReadable`: its text can be read otherwise than by its looks. */
function scanOf(pdf: PdfFile, page: Pointer, isReadable: boolean): Scan {
  const { engine } = pdf
  const { api } = engine
  const { width, height } = pageSpace(pdf, page)
  const count = Math.min(mostObjects, api.FPDFPage_CountObjects(page))
  return engine.withMemory(16, (at) => {
    let covered = 0
    let finest = count < mostObjects ? 0 : Number.POSITIVE_INFINITY
    for (let i = 0; i < count; i++) {
      const object = api.FPDFPage_GetObject(page, i)
      const type = object === 0 ? textObject : api.FPDFPageObj_GetType(object)
      if (type !== imageObject) {
        if (type !== textObject || !isReadable) finest = Number.POSITIVE_INFINITY
        continue
      }
      if (!api.FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12)) continue
      const across = engine.float32(at + 8) - engine.float32(at)
      const up = engine.float32(at + 12) - engine.float32(at + 4)
      // What takes no room is not seen.
      if (!(across > 0 && up > 0)) continue
      covered += Math.min(across, width) * Math.min(up, height)
      const known = api.FPDFImageObj_GetImagePixelSize(object, at, at + 4)
      finest = Math.max(
        finest,
        known
          ? resolution([across, up], [engine.uint32(at), engine.uint32(at + 4)])
          : Number.POSITIVE_INFINITY,
      )
    }
    return { covered: width * height > 0 ? covered / (width * height) : 0, finest }
  })
}

/** Pixels an inch of an image at a place of so many points. It may lie on its side: the longer of its sides is the longer there. */
function resolution(points: readonly [number, number], pixels: readonly [number, number]): number {
  return 72 * Math.max(Math.max(...pixels) / Math.max(...points), Math.min(...pixels) / Math.min(...points))
}
