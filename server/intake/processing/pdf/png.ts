/** Images of pages as PNG (ISO/IEC 15948): lossless, in grey where there is no colour, with the resolution. */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32, createDeflate } from 'node:zlib'
import { isGrey, type PageImage } from './render-page.ts'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Rows that are packed at a time: all at once would be the whole image once more. */
const rowsAtOnce = 64
/** More takes twice the time for a twentieth of the size; filters make pages of text larger. */
const level = 3

export async function encodePng(image: PageImage): Promise<Buffer> {
  const { width, height, dpi } = image
  const grey = isGrey(image)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  header[9] = grey ? 0 : 2
  const resolution = Buffer.alloc(9)
  const pixelsPerMetre = Math.round(dpi / 0.0254)
  resolution.writeUInt32BE(pixelsPerMetre, 0)
  resolution.writeUInt32BE(pixelsPerMetre, 4)
  resolution[8] = 1
  const packed = await buffer(Readable.from(rowsOf(image, grey)).pipe(createDeflate({ level })))
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('pHYs', resolution),
    chunk('IDAT', packed),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Each row begins with its filter: 0, none. */
function* rowsOf({ width, height, pixels }: PageImage, grey: boolean): Generator<Buffer> {
  const length = 1 + width * (grey ? 1 : 3)
  for (let first = 0; first < height; first += rowsAtOnce) {
    const rows = Math.min(rowsAtOnce, height - first)
    const out = Buffer.alloc(rows * length)
    for (let row = 0; row < rows; row++) {
      const from = (first + row) * width * 3
      const to = row * length + 1
      if (grey) for (let x = 0; x < width; x++) out[to + x] = pixels[from + x * 3] ?? 0
      else pixels.copy(out, to, from, from + width * 3)
    }
    yield out
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const out = Buffer.alloc(12 + data.length)
  out.writeUInt32BE(data.length, 0)
  out.write(type, 4, 'latin1')
  data.copy(out, 8)
  out.writeUInt32BE(crc32(out.subarray(4, 8 + data.length)), 8 + data.length)
  return out
}
