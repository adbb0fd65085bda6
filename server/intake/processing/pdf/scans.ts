/** Which pages are images of text: scans, also those over which somebody has put a stamp that can be read. */
import type { Pointer } from './engine.ts'
import { imageObject, type ObjectBounds, pageObjects, textObject } from './page-objects.ts'
import { type PageSpace, pageSpace } from './page-space.ts'
import type { PageText } from './page-text.ts'
import type { PdfFile } from './pdf-file.ts'

/** A Bates number or "CONFIDENTIAL" over a scanned page has fewer characters than this, and stands anywhere. */
const shortStamp = 100
/** A court's stamp or a fax's head has fewer than this, and stands at an edge of the page. */
const longStamp = 300
/** So much of its height and width are its edges. */
const edge = 1 / 8
/** And the scan covers at least so much of the page. */
export const scanCovers = 0.5
/** Objects of a page that are looked at. */
const maxObjects = 2_000
/** Text that is drawn with nothing, as recognised text lies over its scan (PDF 32000-1, 9.3.6). */
const invisible = 3

/** Whether a page is an image of text, or may be one: it has no text of its own, no more than a stamp, or none that is words. */
export function isImageOfText(pdf: PdfFile, page: Pointer, { text, drawn, fault }: PageText): boolean {
  if (text === '') return drawn
  if (drawn && fault !== null) return true
  if (text.length >= longStamp) return false
  const { covered, isRecognised, isAtEdges } = scanOf(pdf, page, true)
  return covered >= scanCovers && !isRecognised && (isAtEdges || text.length < shortStamp)
}

interface Scan {
  /** The part of the page that its images cover; where they lie over each other, up to more than all. */
  readonly covered: number
  /**
   * The resolution of the finest thing on it. What is drawn with lines has any, and so has writing that nobody can read but
   * by its looks; a readable stamp over a scan is text of the page already.
   */
  readonly finest: number
  /** Whether somebody has laid what was recognised over it. */
  readonly isRecognised: boolean
  /** Whether all of its text stands at its edges. */
  readonly isAtEdges: boolean
}

/** `isReadable`: its text can be read otherwise than by its looks. */
export function scanOf(pdf: PdfFile, page: Pointer, isReadable: boolean): Scan {
  const space = pageSpace(pdf, page)
  const { width, height } = space
  let covered = 0
  let finest = 0
  let isRecognised = false
  let isAtEdges = true
  for (const one of pageObjects(pdf, page, maxObjects)) {
    if (one?.type !== imageObject) {
      if (one?.type !== textObject || !isReadable) finest = Number.POSITIVE_INFINITY
      if (one?.type === textObject) {
        if (isInvisible(pdf, one.object)) isRecognised = true
        else if (one.place !== null && !isAtEdge(space, one.place)) isAtEdges = false
      }
      continue
    }
    const { object, place } = one
    if (place === null) continue
    const across = place.right - place.left
    const up = place.top - place.bottom
    // What takes no room is not seen.
    if (!(across > 0 && up > 0)) continue
    covered += Math.min(across, width) * Math.min(up, height)
    finest = Math.max(finest, resolutionOf(pdf, object, [across, up]))
  }
  return { covered: width * height > 0 ? covered / (width * height) : 0, finest, isRecognised, isAtEdges }
}

const isInvisible = ({ engine }: PdfFile, text: Pointer): boolean =>
  text !== 0 && engine.api.FPDFTextObj_GetTextRenderMode(text) === invisible

function isAtEdge({ width, height, toShown }: PageSpace, place: ObjectBounds): boolean {
  const { left, top, right, bottom } = toShown(place.left, place.bottom, place.right, place.top)
  return (
    bottom <= height * edge ||
    top >= height * (1 - edge) ||
    right <= width * edge ||
    left >= width * (1 - edge)
  )
}

/** Pixels an inch of an image at a place of so many points. It may lie on its side: the longer of its sides is the longer there. */
function resolutionOf({ engine }: PdfFile, image: Pointer, points: readonly [number, number]): number {
  return engine.withMemory(8, (at) => {
    if (!engine.api.FPDFImageObj_GetImagePixelSize(image, at, at + 4)) return Number.POSITIVE_INFINITY
    const pixels = [engine.uint32(at), engine.uint32(at + 4)]
    return 72 * Math.max(Math.max(...pixels) / Math.max(...points), Math.min(...pixels) / Math.min(...points))
  })
}
