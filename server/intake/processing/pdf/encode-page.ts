/** An image of a page as a file: lossless where that is small, as it is for pages of text. */
import { encodeJpeg } from './jpeg.ts'
import { encodePng } from './png.ts'
import type { PageImage } from './render-page.ts'

export interface EncodedImage {
  readonly mimeType: 'image/png' | 'image/jpeg'
  readonly bytes: Buffer
}

/** Bytes for each pixel up to which an image stays lossless; those of text have half as many, scans in colour four times. */
const smallPerPixel = 0.25

export async function encodePage(image: PageImage): Promise<EncodedImage> {
  const png = await encodePng(image)
  if (png.length > image.width * image.height * smallPerPixel) {
    const jpeg = encodeJpeg(image)
    if (jpeg.length < png.length) return { mimeType: 'image/jpeg', bytes: jpeg }
  }
  return { mimeType: 'image/png', bytes: png }
}
