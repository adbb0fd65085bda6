/** Reads a page that consists of one image and its text, as the pages of redacted files do, through PDFium. */
import type { Pointer } from '../pdf/engine.ts'
import { imageObject, pageObjects, textObject } from '../pdf/page-objects.ts'
import { pageSpace } from '../pdf/page-space.ts'
import type { PdfFile } from '../pdf/pdf-file.ts'

/** Points that an image may be off the edges of its page. */
const offEdge = 0.05

/** The pixels of the one image that a page consists of, besides text; null where there is another thing on it. */
export function onlyImage(pdf: PdfFile, page: number, dpi: number): DrawnImage | null {
  const { engine } = pdf
  const { api } = engine
  return pdf.page(page, (handle) => {
    const { width, height } = pageSpace(pdf, handle)
    let only: DrawnImage | null = null
    for (const one of pageObjects(pdf, handle, Number.MAX_SAFE_INTEGER)) {
      if (one?.type === textObject && api.FPDFTextObj_GetTextRenderMode(one.object) === invisible) continue
      if (only !== null || one?.type !== imageObject || one.place === null) return null
      const { left, bottom, right, top } = one.place
      const off = [left, bottom, right - width, top - height]
      if (off.some((points) => Math.abs(points) > offEdge)) return null
      only = pixelsOf(pdf, one.object, dpi)
    }
    return api.FPDFPage_GetAnnotCount(handle) === 0 ? only : null
  })
}

const invisible = 3
/** FPDFBitmap_Gray, FPDFBitmap_BGR, FPDFBitmap_BGRx, FPDFBitmap_BGRA, by their numbers: bytes of a pixel. */
const bytesOfFormat = [0, 1, 3, 4, 4]

/** An image as it was read. */
export interface DrawnImage {
  readonly width: number
  readonly height: number
  readonly dpi: number
  /** Bytes of a pixel: gray, or red, green and blue. */
  readonly step: 1 | 3
  readonly pixels: Uint8Array
}

function pixelsOf({ engine }: PdfFile, object: Pointer, dpi: number): DrawnImage | null {
  const { api } = engine
  return engine.hold(api.FPDFImageObj_GetBitmap(object), api.FPDFBitmap_Destroy, (bitmap) => {
    const step = bitmap === 0 ? 0 : (bytesOfFormat[api.FPDFBitmap_GetFormat(bitmap)] ?? 0)
    if (step === 0) return null
    const width = api.FPDFBitmap_GetWidth(bitmap)
    const height = api.FPDFBitmap_GetHeight(bitmap)
    const stride = api.FPDFBitmap_GetStride(bitmap)
    const from = api.FPDFBitmap_GetBuffer(bitmap)
    const { memory } = engine
    if (step === 1) {
      const pixels = new Uint8Array(width * height)
      if (stride === width) pixels.set(memory.subarray(from, from + width * height))
      else
        for (let y = 0; y < height; y++)
          pixels.set(memory.subarray(from + y * stride, from + y * stride + width), y * width)
      return { width, height, dpi, step: 1, pixels }
    }
    const pixels = new Uint8Array(width * height * 3)
    for (let y = 0, to = 0; y < height; y++)
      for (let x = 0, at = from + y * stride; x < width; x++, at += step, to += 3) {
        pixels[to] = memory[at + 2] ?? 0
        pixels[to + 1] = memory[at + 1] ?? 0
        pixels[to + 2] = memory[at] ?? 0
      }
    return { width, height, dpi, step: 3, pixels }
  })
}
