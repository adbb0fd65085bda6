/** Covers pixels for good: opaque boxes, then their labels. */
import type { Fill } from '../../../review/redactions/burn/protocol.ts'
import type { PageImage } from '../pdf/render-page.ts'
import { labelImage, labelPlace } from './label-image.ts'
import type { Cover, Rect } from './place.ts'

/** Of a border, in points. */
const border = 0.75

/** The pixels of a box's border; none where it is black. */
export const borderOf = (fill: Fill, dpi: number): number =>
  fill === 'black' ? 0 : Math.max(1, Math.round((border * dpi) / 72))

/** What is painted on: an image with so many bytes for each pixel. */
export interface Canvas extends Pick<PageImage, 'width' | 'dpi'> {
  readonly pixels: Uint8Array
  readonly step: 1 | 3
}

/** Paints on the image itself. */
export async function paintCovers(image: Canvas, covers: readonly Cover[], fill: Fill): Promise<void> {
  const { dpi, step } = image
  const value = fill === 'black' ? 0 : 255
  const thick = borderOf(fill, dpi)
  // All borders first: where boxes lie over each other, nothing of what they cover stands between them.
  if (thick > 0) for (const cover of covers) fillRect(image, cover, 0)
  for (const cover of covers) fillRect(image, shrunk(cover, thick), value)
  for (const cover of covers) {
    const place = labelPlace(cover.label, shrunk(cover, thick), dpi)
    if (place === null) continue
    const { width, height, bits } = await labelImage(place, dpi)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        if (bits[y * width + x] === 1) {
          const at = ((place.top + y) * image.width + place.left + x) * step
          image.pixels.fill(255 - value, at, at + step)
        }
  }
}

/** Without a border of so many pixels. */
export function shrunk({ left, top, right, bottom }: Rect, by: number): Rect {
  return {
    left: Math.min(right, left + by),
    top: Math.min(bottom, top + by),
    right: Math.max(left, right - by),
    bottom: Math.max(top, bottom - by),
  }
}

function fillRect({ width, pixels, step }: Canvas, { left, top, right, bottom }: Rect, value: number): void {
  if (right <= left) return
  for (let y = top; y < bottom; y++) pixels.fill(value, (y * width + left) * step, (y * width + right) * step)
}
