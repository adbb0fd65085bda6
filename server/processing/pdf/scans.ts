/** Which pages are images of text: scans, also those over which somebody has put a stamp that can be read. */
import type { Pointer } from './engine.ts'
import { imageObject, pageObjects, textObject } from './page-objects.ts'
import { pageSpace } from './page-space.ts'
import type { PageText } from './page-text.ts'
import type { PdfFile } from './pdf-file.ts'

/** A court's stamp, a Bates number or a fax's head over a scanned page has fewer characters than this. */
const stampChars = 300
/** And the scan covers at least so much of the page. */
export const scanCovers = 0.5
/** Objects of a page that are looked at. */
const mostObjects = 2_000

/** Whether a page is an image of text, or may be one: it has no text of its own, or no more than a stamp. */
export function isImageOfText(pdf: PdfFile, page: Pointer, { text, drawn }: PageText): boolean {
  if (text === '') return drawn
  return text.length < stampChars && scanOf(pdf, page, true).covered >= scanCovers
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
export function scanOf(pdf: PdfFile, page: Pointer, isReadable: boolean): Scan {
  const { width, height } = pageSpace(pdf, page)
  let looked = 0
  let covered = 0
  let finest = 0
  for (const { object, type, place } of pageObjects(pdf, page)) {
    if (++looked > mostObjects) finest = Number.POSITIVE_INFINITY
    if (looked > mostObjects) break
    if (type !== imageObject) {
      if (type !== textObject || !isReadable) finest = Number.POSITIVE_INFINITY
      continue
    }
    if (place === null) continue
    const across = place.right - place.left
    const up = place.top - place.bottom
    // What takes no room is not seen.
    if (!(across > 0 && up > 0)) continue
    covered += Math.min(across, width) * Math.min(up, height)
    finest = Math.max(finest, resolutionOf(pdf, object, [across, up]))
  }
  return { covered: width * height > 0 ? covered / (width * height) : 0, finest }
}

/** Pixels an inch of an image at a place of so many points. It may lie on its side: the longer of its sides is the longer there. */
function resolutionOf({ engine }: PdfFile, image: Pointer, points: readonly [number, number]): number {
  return engine.withMemory(8, (at) => {
    if (!engine.api.FPDFImageObj_GetImagePixelSize(image, at, at + 4)) return Number.POSITIVE_INFINITY
    const pixels = [engine.uint32(at), engine.uint32(at + 4)]
    return 72 * Math.max(Math.max(...pixels) / Math.max(...points), Math.min(...pixels) / Math.min(...points))
  })
}
