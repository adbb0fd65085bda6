/** A page that was made for what leaves, as a picture for the screen: at half the resolution, as gray as its points are dense. */
import { encodeJpeg } from '../../intake/processing/pdf/jpeg.ts'
import type { DrawnPage } from './draw.ts'

/** A page that leaves in black and white by its bits, another one with its colors. */
export function screenImage(image: DrawnPage): Buffer {
  const { width, height, dpi, reduced } = image
  const [across, down] = [Math.ceil(width / 2), Math.ceil(height / 2)]
  const half = Buffer.alloc(across * down * 3)
  for (let y = 0, to = 0; y < down; y++) {
    const top = 2 * y * width
    const bottom = Math.min(2 * y + 1, height - 1) * width
    for (let x = 0; x < across; x++, to += 3) {
      const left = 2 * x
      const right = Math.min(left + 1, width - 1)
      const [a, b, c, d] = [top + left, top + right, bottom + left, bottom + right] as const
      if ('bits' in image) {
        const { bits } = image
        const black = Number(bits[a]) + Number(bits[b]) + Number(bits[c]) + Number(bits[d])
        half.fill(255 - Math.round((black * 255) / 4), to, to + 3)
        continue
      }
      const { pixels } = image
      for (let color = 0; color < 3; color++)
        half[to + color] =
          (Number(pixels[3 * a + color]) +
            Number(pixels[3 * b + color]) +
            Number(pixels[3 * c + color]) +
            Number(pixels[3 * d + color])) >>
          2
    }
  }
  return encodeJpeg({ width: across, height: down, dpi: dpi / 2, reduced, pixels: half })
}
