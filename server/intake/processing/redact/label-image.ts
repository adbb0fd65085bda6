/** Labels as pixels: laid out as a line of text, and drawn by PDFium as pages are. */
import { widthOf } from '../layout/faces.ts'
import { pageHeight, pageWidth, writePdf } from '../layout/pdf-writer.ts'
import { withPdf } from '../pdf/pdf-file.ts'
import type { Rect } from './place.ts'

/** A byte a pixel: 1 where a letter is. */
export interface LabelImage {
  readonly width: number
  readonly height: number
  readonly bits: Uint8Array
}

/** Where a label stands, and how. */
export interface LabelPlace extends Rect {
  readonly text: string
  /** In points. */
  readonly size: number
}

/** Letters are as large as those of a document, smaller where there is no room, and never too small to be read. */
const largest = 9
const smallest = 5
/** Of a line, as parts of the size. */
const lineHeight = 1.25
/** Points from the edges of the box. */
const margin = 1.5

/** Where a label has its place in a box of so many pixels; shortened where it is too long, null where none of it fits. */
export function labelPlace(
  label: string,
  { left, top, right, bottom }: Rect,
  dpi: number,
): LabelPlace | null {
  if (label === '') return null
  const scale = dpi / 72
  const room = (right - left) / scale - 2 * margin
  const size = Math.min(largest, ((bottom - top) / scale - margin) / lineHeight)
  if (size < smallest) return null
  const fitting = Math.max(smallest, Math.min(size, (size * room) / widthOf(label, 'plain', size)))
  const text = shortened(label, fitting, room)
  if (text === null) return null
  const width = Math.ceil(widthOf(text, 'plain', fitting) * scale) + 2
  const height = Math.ceil(fitting * lineHeight * scale)
  const x = left + Math.floor((right - left - width) / 2)
  const y = top + Math.floor((bottom - top - height) / 2)
  if (x < left || y < top) return null
  return { left: x, top: y, right: x + width, bottom: y + height, text, size: fitting }
}

function shortened(label: string, size: number, room: number): string | null {
  if (widthOf(label, 'plain', size) <= room) return label
  const letters = [...label]
  for (let count = letters.length - 1; count >= 2; count--) {
    const text = `${letters.slice(0, count).join('').trimEnd()}…`
    if (widthOf(text, 'plain', size) <= room) return text
  }
  return null
}

/** A document has few labels, on very many boxes. */
const kept = new Map<string, LabelImage>()
const most = 200

/** The pixels of a label. */
export async function labelImage(place: LabelPlace, dpi: number): Promise<LabelImage> {
  const key = JSON.stringify([place.text, place.size, dpi])
  const known = kept.get(key)
  if (known !== undefined) return known
  if (kept.size >= most) kept.clear()
  const image = await drawn(place, dpi)
  kept.set(key, image)
  return image
}

const threeBytes = 2

async function drawn({ text, size, left, top, right, bottom }: LabelPlace, dpi: number): Promise<LabelImage> {
  const pdf = writePdf()
  const [x, y] = [10, 700]
  pdf.text(text, 'plain', size, x, y)
  pdf.endPage()
  const scale = dpi / 72
  const [width, height] = [right - left, bottom - top]
  const bytes = pdf.end()
  return await withPdf(bytes, [], ({ engine, page }) => {
    const { api } = engine
    const stride = (width * 3 + 3) & ~3
    const bits = new Uint8Array(width * height)
    page(0, (handle) =>
      engine.withMemory(stride * height, (at) => {
        engine.memory.fill(255, at, at + stride * height)
        const bitmap = api.FPDFBitmap_CreateEx(width, height, threeBytes, at, stride)
        engine.hold(bitmap, api.FPDFBitmap_Destroy, () => {
          const across = Math.round(pageWidth * scale)
          const down = Math.round(pageHeight * scale)
          const from = 1 - Math.round(x * scale)
          // The ascent of the letters is nine tenths of their size.
          const above = -Math.round((pageHeight - y - 0.98 * size) * scale)
          api.FPDF_RenderPageBitmap(bitmap, handle, from, above, across, down, 0, 0)
        })
        const { memory } = engine
        for (let row = 0; row < height; row++)
          for (let column = 0; column < width; column++)
            bits[row * width + column] = (memory[at + row * stride + column * 3] ?? 255) < 128 ? 1 : 0
      }),
    )
    return { width, height, bits }
  })
}
