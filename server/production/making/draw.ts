/** The pages that are made, drawn one after the other into frames. */
import { Unreadable } from '../../intake/processing/documents/reading.ts'
import { tiffPages } from '../../intake/processing/documents/tiff-pages.ts'
import { readPageText } from '../../intake/processing/pdf/page-text.ts'
import { type PageWord, pageWords } from '../../intake/processing/pdf/page-words.ts'
import { openPdf, type PdfFile } from '../../intake/processing/pdf/pdf-file.ts'
import { type Frame, type PageImage, renderFramed } from '../../intake/processing/pdf/render-page.ts'
import { samePlace } from '../../intake/processing/pdf/same-place.ts'

type FrameOf = (across: number, down: number) => Frame

export interface DrawnPages {
  readonly count: number
  /** A page (from 0) in its frame. Throws Unreadable where it cannot be drawn. */
  draw(page: number, frameOf: FrameOf): Promise<PageImage>
  /** The words of the page that was drawn last, where they stand on it now: in points of the whole image. */
  words(): readonly PageWord[]
  /** What can be read on a page. */
  text(page: number): string
  close(): void
}

const unreadable = (): Unreadable => new Unreadable('corrupt', 'It cannot be read.')

/** Rejects with Unreadable where it cannot be opened. */
export async function pdfPages(bytes: Buffer, passwords: readonly string[]): Promise<DrawnPages> {
  const pdf = await openPdf(bytes, passwords)
  const room = samePlace()
  let last: { readonly page: number; readonly frame: Frame; readonly scale: number } | null = null
  return {
    count: pdf.pageCount,
    async draw(page, frameOf) {
      const image = renderFramed(
        pdf,
        page,
        (across, down) => {
          const frame = frameOf(across, down)
          last = { page, frame, scale: (frame.across * 72) / frame.dpi / across }
          return frame
        },
        room,
      )
      if (image === null) throw unreadable()
      return image
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
