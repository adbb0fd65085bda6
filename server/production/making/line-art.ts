/**
 * A page whose shades are thin: letters, rules and bars in gray, as messages that are laid out have. It leaves in black and
 * white, with these in black; what lies on an area of gray could not be read then, so a page with one is none of these.
 */
import type { PageImage } from '../../intake/processing/pdf/render-page.ts'

/** Below, all is black. */
const ink = 150
/** Below, what is of one gray is black: a rule, or the stroke of a letter, and not the edge of one. */
const pale = 215
/** Above, it is white. */
const light = 236
/** How far the three colors of a gray pixel are apart at most, and neighbors of one gray. */
const nearGray = 24
const same = 6
/** An area is wider and higher than twice as much: in inches. */
const reach = 0.03
/** Parts of all pixels. */
const mostColor = 0.0004
const mostLost = 0.0003
/** Pixels of areas: where rules cross there are a few. */
const mostArea = 40

/** A byte a pixel, 1 black; null where the page has colors, areas of gray, or what is too pale. */
export function lineArt({ width, height, dpi, pixels }: PageImage): Uint8Array | null {
  const levels = grayOf(pixels, width * height)
  if (levels === null) return null
  const bits = new Uint8Array(width * height)
  const far = Math.max(2, Math.round(reach * dpi))
  let area = 0
  let lost = 0
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      const level = levels[at] as number
      if (level >= light) continue
      const isLike = (other: number): boolean => Math.abs((levels[other] as number) - level) < same
      if (level > 24 && x >= far && y >= far && x + far < width && y + far < height)
        if (isLike(at - far) && isLike(at + far) && isLike(at - far * width) && isLike(at + far * width))
          area += 1
      if (level < ink) bits[at] = 1
      else if ((x > 0 && isLike(at - 1)) || (y > 0 && isLike(at - width))) {
        if (level < pale) bits[at] = 1
        else lost += 1
      }
      if (area > mostArea || lost > bits.length * mostLost) return null
    }
  return bits
}

/** The brightness of each pixel; null where there is too much color. */
function grayOf(pixels: Uint8Array, count: number): Uint8Array | null {
  const levels = new Uint8Array(count)
  const most = count * mostColor
  let colored = 0
  for (let at = 0, p = 0; at < count; at++, p += 3) {
    const r = pixels[p] as number
    const g = pixels[p + 1] as number
    const b = pixels[p + 2] as number
    levels[at] = r === g && g === b ? r : (r * 77 + g * 150 + b * 29) >> 8
    if (r !== g || g !== b)
      if (Math.max(r, g, b) - Math.min(r, g, b) > nearGray && ++colored > most) return null
  }
  return levels
}
