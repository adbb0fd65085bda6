/** The pages that are made, drawn one after the other into frames. */
import { Unreadable } from '../../intake/processing/documents/reading.ts'
import { tiffPages } from '../../intake/processing/documents/tiff-pages.ts'
import { pageSpace } from '../../intake/processing/pdf/page-space.ts'
import { readPageText } from '../../intake/processing/pdf/page-text.ts'
import { type PageWord, pageWords } from '../../intake/processing/pdf/page-words.ts'
import { openPdf, type PdfFile } from '../../intake/processing/pdf/pdf-file.ts'
import { type Frame, type PageImage, renderFramed } from '../../intake/processing/pdf/render-page.ts'
import { samePlace } from '../../intake/processing/pdf/same-place.ts'
import { onlyImage } from '../../intake/processing/redact/only-image.ts'
import { wordsOf } from '../../intake/processing/redact/words-of.ts'
import { fitsIn } from './frame.ts'

type FrameOf = (across: number, down: number) => Frame

/** A page that is black and white from the beginning. */
interface PageOfBits extends Omit<PageImage, 'pixels'> {
  /** A byte a pixel, 1 black. */
  readonly bits: Uint8Array
}

export type DrawnPage = PageImage | PageOfBits

export interface DrawnPages {
  readonly count: number
  /** A page (from 0) in its frame. Throws Unreadable where it cannot be drawn. */
  draw(page: number, frameOf: FrameOf): Promise<DrawnPage>
  /** The words of the page that was drawn last, where they stand on it now: in points of the whole image. */
  words(): readonly PageWord[]
  /** What can be read on a page. */
  text(page: number): string
  close(): void
}

const unreadable = (): Unreadable => new Unreadable('corrupt', 'It cannot be read.')

/** Rejects with Unreadable where it cannot be opened. `isBurned`: it is a redacted PDF; its pages may have been made for their frames. */
export async function pdfPages(
  bytes: Buffer,
  passwords: readonly string[],
  isBurned = false,
): Promise<DrawnPages> {
  const pdf = await openPdf(bytes, passwords)
  const room = samePlace()
  let last: { readonly page: number; readonly frame: Frame; readonly scale: number } | null = null
  return {
    count: pdf.pageCount,
    async draw(page, frameOf) {
      const framed: FrameOf = (across, down) => {
        const frame = frameOf(across, down)
        last = { page, frame, scale: (frame.across * 72) / frame.dpi / across }
        return frame
      }
      const drawn =
        (isBurned ? putAsItIs(pdf, page, framed, room) : null) ?? renderFramed(pdf, page, framed, room)
      if (drawn === null) throw unreadable()
      return drawn
    },
    words: () => (last === null ? [] : movedWords(pdf, last)),
    text(page) {
      const found = pdf.page(page, (handle) => readPageText(pdf, handle))
      if (found === null) throw unreadable()
      return found.text
    },
    close: () => pdf.close(),
  }
}

/**
 * A burned page in its frame, each pixel of it: to draw it anew would cost more than to burn it, and make its letters no better.
 * Null where it is not black and white, or of another size.
 */
function putAsItIs(
  pdf: PdfFile,
  page: number,
  frameOf: FrameOf,
  room: (bytes: number) => Buffer,
): PageOfBits | null {
  const size = pdf.page(page, (handle) => pageSpace(pdf, handle))
  if (size === null) return null
  const frame = frameOf(size.width, size.height)
  const burned = onlyImage(pdf, page, frame.dpi)
  if (burned?.step !== 1 || !fitsIn(burned, frame) || !turnedToBits(burned.pixels)) return null
  const { width, height, dpi, reduced } = frame
  const bits = room(width * height).fill(0)
  const left = Math.floor((width - burned.width) / 2)
  for (let row = 0; row < burned.height; row++) {
    const from = burned.pixels.subarray(row * burned.width, (row + 1) * burned.width)
    bits.set(from, (frame.top + row) * width + left)
  }
  return { width, height, dpi, reduced, bits }
}

/** Makes 1 of black and 0 of white, four pixels at once where it can; false where there is another level. */
function turnedToBits(levels: Uint8Array): boolean {
  const fours = wordsOf(levels) ?? new Int32Array(0)
  for (let at = 0; at < fours.length; at++) {
    const four = fours[at] as number
    const bits = ~four & 0x01010101
    if (four !== ~(bits * 255)) return false
    fours[at] = bits
  }
  for (let at = fours.length * 4; at < levels.length; at++) {
    const level = levels[at]
    if (level !== 0 && level !== 255) return false
    levels[at] = level === 0 ? 1 : 0
  }
  return true
}

function movedWords(
  pdf: PdfFile,
  { page, frame, scale }: { readonly page: number; readonly frame: Frame; readonly scale: number },
): PageWord[] {
  const [left, top] = [(frame.left * 72) / frame.dpi, (frame.top * 72) / frame.dpi]
  return (pageWords(pdf, page) ?? []).map((word) => ({
    text: word.text,
    left: left + word.left * scale,
    top: top + word.top * scale,
    right: left + word.right * scale,
    bottom: top + word.bottom * scale,
  }))
}

/** Of a TIFF each image is a page, of all others the first. */
export async function picturePages(bytes: Buffer, mimeType: string): Promise<DrawnPages> {
  const { pictureFramed } = await import('../../intake/processing/pages/pictures.ts')
  const room = samePlace()
  return {
    count: mimeType === 'image/tiff' ? (tiffPages(bytes) ?? 1) : 1,
    async draw(page, frameOf) {
      const { frame, pixels } = await pictureFramed(bytes, mimeType, page, frameOf)
      const { left, top, across, down, ...size } = frame
      const whole = room(size.width * size.height * 3).fill(255)
      for (let row = 0; row < down; row++)
        pixels.copy(whole, ((top + row) * size.width + left) * 3, row * across * 3, (row + 1) * across * 3)
      return { ...size, pixels: whole }
    },
    words: () => [],
    text: () => '',
    close: () => {},
  }
}
