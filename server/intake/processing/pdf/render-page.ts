/** Draws a page as an image. */
import type { Pointer } from './engine.ts'
import { withForm } from './forms.ts'
import { pageSpace } from './page-space.ts'
import type { PdfFile } from './pdf-file.ts'

/** For the viewer. */
export const viewerDpi = 150

/** Pixels of one image: a sheet of 1 m² at 300 dpi has twice as many. They take 180 MB while they are drawn. */
const maxPixels = 60_000_000
/** Formats of images and programs that show them have limits for a side. */
const longestSide = 30_000

export interface PageImage {
  readonly width: number
  readonly height: number
  /** Red, green and blue, a byte each, row by row from the top, without gaps. */
  readonly pixels: Buffer
  /** Of the image as it is: lower than asked for where the page was too large (`reduced`). */
  readonly dpi: number
  readonly reduced: boolean
}

/** Format of a bitmap with three bytes a pixel (FPDFBitmap_BGR), and flags for what is drawn on it. */
const threeBytes = 2
const withAnnotations = 0x01
const redFirst = 0x10

/** The width, height and resolution of the image of a page, of so many points, that was asked for at `dpi`. */
export function imageSize(
  width: number,
  height: number,
  dpi: number,
): { width: number; height: number; dpi: number; reduced: boolean } {
  // The side is rounded to a pixel, and so may be the other one.
  const inPixels = (points: number, at: number): number => Math.max(1, Math.round((points * at) / 72))
  const area = (width * height * dpi * dpi) / (72 * 72)
  const side = (Math.max(width, height) * dpi) / 72
  const scale = Math.min(1, Math.sqrt(maxPixels / area), longestSide / side)
  const used = scale < 1 ? Math.floor(dpi * scale * 100) / 100 : dpi
  return { width: inPixels(width, used), height: inPixels(height, used), dpi: used, reduced: used < dpi }
}

/**
 * A page (from 0) as it is printed: on white, cut and turned as it says, with its annotations; null where it cannot be
 * read. `room`: where its pixels are put.
 */
export function renderPage(
  pdf: PdfFile,
  index: number,
  dpi: number,
  room: (bytes: number) => Buffer = Buffer.allocUnsafe,
): PageImage | null {
  return renderFramed(pdf, index, (across, down) => filled(imageSize(across, down, dpi)), room)
}

/** An image, and the rectangle of it, in pixels, that a page is drawn into. */
export interface Frame extends Omit<PageImage, 'pixels'> {
  readonly left: number
  readonly top: number
  readonly across: number
  readonly down: number
}

const filled = (size: Omit<PageImage, 'pixels'>): Frame => ({
  ...{ ...size, left: 0, top: 0, across: size.width, down: size.height },
})

/** The same into a part of an image that is white around it. `frameOf` is told the width and the height of the page in points. */
export function renderFramed(
  pdf: PdfFile,
  index: number,
  frameOf: (across: number, down: number) => Frame,
  room: (bytes: number) => Buffer = Buffer.allocUnsafe,
): PageImage | null {
  return withForm(pdf, (form) =>
    pdf.page(index, (page) => {
      const { width, height } = pageSpace(pdf, page)
      return draw(pdf, page, form, frameOf(width, height), room)
    }),
  )
}

function draw(
  pdf: PdfFile,
  page: Pointer,
  form: Pointer,
  { left, top, across, down, ...size }: Frame,
  room: (bytes: number) => Buffer,
): PageImage {
  const { engine } = pdf
  const { api } = engine
  const { width, height } = size
  const stride = (width * 3 + 3) & ~3
  const flags = withAnnotations | redFirst
  return engine.withMemory(stride * height, (at) => {
    engine.memory.fill(255, at, at + stride * height)
    // A bitmap that is no larger than the rectangle: nothing can be drawn around it.
    const first = at + top * stride + left * 3
    const bitmap = api.FPDFBitmap_CreateEx(across, down, threeBytes, first, stride)
    engine.hold(bitmap, api.FPDFBitmap_Destroy, () => {
      api.FPDF_RenderPageBitmap(bitmap, page, 0, 0, across, down, 0, flags)
      if (form === 0) return
      // Fields are drawn apart from other annotations, and tinted to be filled in unless that is put off.
      api.FPDF_RemoveFormFieldHighlight(form)
      api.FPDF_FFLDraw(form, bitmap, page, 0, 0, across, down, 0, flags)
    })
    const pixels = room(width * height * 3)
    const { memory } = engine
    if (stride === width * 3) pixels.set(memory.subarray(at, at + pixels.length))
    else
      for (let row = 0; row < height; row++)
        pixels.set(memory.subarray(at + row * stride, at + row * stride + width * 3), row * width * 3)
    return { ...size, pixels }
  })
}

/** Whether an image has no colour. */
export function isGrey({ pixels }: PageImage): boolean {
  for (let at = 0; at < pixels.length; at += 3)
    if (pixels[at] !== pixels[at + 1] || pixels[at] !== pixels[at + 2]) return false
  return true
}
