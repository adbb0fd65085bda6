/** What the header of a JPEG says: enough to put it into a PDF as it is. */
import { dpiOf, ImageFault, type PageImage } from './page-image.ts'

export interface JpegFrame {
  readonly width: number
  readonly height: number
  readonly components: number
  /** Written by a program that turns the colors of CMYK around. */
  readonly adobe: boolean
  readonly dpi: { readonly x: number; readonly y: number } | null
}

/** Baseline, extended and progressive: what every reader of PDF unpacks. */
const frames = new Set([0xc0, 0xc1, 0xc2])
/** Markers of frames that it does not: lossless, hierarchical, arithmetic. */
const otherFrames = new Set([0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf])

/** Walks the segments up to the frame. Throws an ImageFault. */
export function jpegFrame(bytes: Buffer): JpegFrame {
  if (bytes.length < 4 || bytes[0] !== 0xff || bytes[1] !== 0xd8)
    throw new ImageFault('It is no JPEG by its first bytes.')
  let adobe = false
  let dpi: JpegFrame['dpi'] = null
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) break
    const marker = bytes[at + 1] ?? 0
    // Fill bytes before a marker.
    if (marker === 0xff) {
      at++
      continue
    }
    const length = bytes.readUInt16BE(at + 2)
    const end = at + 2 + length
    if (length < 2 || end > bytes.length || marker === 0xda || marker === 0xd9) break
    const body = bytes.subarray(at + 4, end)
    if (otherFrames.has(marker))
      throw new ImageFault('This JPEG is packed in a way that readers of PDF do not unpack.')
    if (frames.has(marker)) return frameIn(body, adobe, dpi)
    if (marker === 0xee && body.toString('latin1', 0, 5) === 'Adobe') adobe = true
    if (marker === 0xe0 && body.length >= 12 && body.toString('latin1', 0, 4) === 'JFIF')
      dpi = densityIn(body)
    at = end
  }
  throw new ImageFault('This JPEG is damaged: no frame stands in its beginning.')
}

function frameIn(body: Buffer, adobe: boolean, dpi: JpegFrame['dpi']): JpegFrame {
  if (body.length < 6) throw new ImageFault('This JPEG is damaged: its frame is cut.')
  const [height, width, components] = [body.readUInt16BE(1), body.readUInt16BE(3), body[5] ?? 0]
  if (body[0] !== 8) throw new ImageFault('This JPEG has other than 8 bits for a color.')
  if (width === 0 || height === 0) throw new ImageFault('This JPEG does not say how large it is.')
  if (![1, 3, 4].includes(components))
    throw new ImageFault(`This JPEG has ${components} colors; 1, 3 or 4 are read.`)
  return { width, height, components, adobe, dpi }
}

function densityIn(body: Buffer): JpegFrame['dpi'] {
  const [unit, x, y] = [body[7], body.readUInt16BE(8), body.readUInt16BE(10)]
  if (unit === 1) return { x, y }
  return unit === 2 ? { x: x * 2.54, y: y * 2.54 } : null
}

const jpegColors = (components: number): string =>
  components === 1 ? '/DeviceGray' : components === 3 ? '/DeviceRGB' : '/DeviceCMYK'

/** The only page of a JPEG file. Throws an ImageFault. */
export function jpegPage(bytes: Buffer): PageImage {
  const { width, height, components, adobe, dpi } = jpegFrame(bytes)
  return {
    ...{ width, height, turns: 0, bits: 8 },
    dpi: dpiOf(dpi?.x ?? 0, dpi?.y ?? 0, width),
    colorSpace: jpegColors(components),
    packing: () => '/Filter /DCTDecode',
    inverted: components === 4 && adobe,
    strips: [{ height, data: [bytes] }],
  }
}
