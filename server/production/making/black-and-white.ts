/** A page with color or shades in black and white, by points that are as dense as it is dark: pale letters stay. */
import type { PageImage } from '../../intake/processing/pdf/render-page.ts'

/** A byte a pixel, 1 black (error diffusion of Floyd and Steinberg). */
export function blackAndWhite({ width, height, pixels }: PageImage): Uint8Array {
  const bits = new Uint8Array(width * height)
  /** What is carried over to the row below, with a pixel more on each side. */
  let here = new Int32Array(width + 2)
  let below = new Int32Array(width + 2)
  for (let y = 0, at = 0; y < height; y++) {
    let carried = 0
    below.fill(0)
    for (let x = 0; x < width; x++, at++) {
      const p = at * 3
      const [r, g, b] = [pixels[p] as number, pixels[p + 1] as number, pixels[p + 2] as number]
      const level = (r * 77 + g * 150 + b * 29) >> 8
      // What is white stays white, and takes nothing over: no points around letters.
      const wanted = level >= white ? 255 : level + ((carried + (here[x + 1] as number)) >> 4)
      const isBlack = wanted < 128
      if (isBlack) bits[at] = 1
      const error = level >= white ? 0 : wanted - (isBlack ? 0 : 255)
      carried = error * 7
      below[x] = (below[x] as number) + error * 3
      below[x + 1] = (below[x + 1] as number) + error * 5
      below[x + 2] = (below[x + 2] as number) + error
    }
    ;[here, below] = [below, here]
  }
  return bits
}

/** And above, a pixel is white. */
const white = 250
