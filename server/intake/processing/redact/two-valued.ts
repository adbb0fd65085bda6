/** Whether a page is black and white, as pages of text are; and it as that. */
import type { PageImage } from '../pdf/render-page.ts'
import { wordsOf } from './words-of.ts'

/** Between these a pixel is neither black nor white. */
const dark = 24
const light = 236
/** Below, it becomes black: thin letters are paler than thick ones. */
const threshold = 150
/** How far the three colors of a gray pixel are apart at most. */
const nearGray = 24
/** Parts of all pixels: of color; of gray at the edges of letters; of gray that a threshold would lose, or make black. */
const mostColor = 0.0004
const mostGray = 0.15
const mostLost = 0.0003
/** Neighbors of the same gray differ by less. */
const same = 6

/** Of the page before: a page has millions of pixels, and memory that is taken anew costs more than to fill it. */
let scratch = new Uint8Array(0)
/** Pixels up to which it is kept. */
const mostKept = 20_000_000

/** A byte a pixel, 1 black; null where the page has colors, or shades that would be lost. */
export function twoValued(image: PageImage): Uint8Array | null {
  const count = image.width * image.height
  if (scratch.length < count) scratch = new Uint8Array(count)
  const levels = scratch.subarray(0, count)
  if (count > mostKept) scratch = new Uint8Array(0)
  return readLevels(image, levels) ? blackWhereNothingIsLost(levels, image.width) : null
}

/** A byte a pixel, 1 where it is darker than that. */
export function blackIn(levels: Uint8Array, below: number): Uint8Array {
  const bits = new Uint8Array(levels.length)
  const fours = wordsOf(levels)
  for (let at = 0; at < levels.length; at += 4) {
    // Most of a page is white.
    if (fours !== null) at = firstOther(fours, at >> 2) << 2
    const end = Math.min(levels.length, at + 4)
    for (let one = at; one < end; one++) if ((levels[one] as number) < below) bits[one] = 1
  }
  return bits
}

/** Takes the brightness of each pixel; false where there is too much color, or too much gray. */
function readLevels({ pixels }: PageImage, levels: Uint8Array): boolean {
  const count = levels.length
  levels.fill(255)
  const fours = wordsOf(pixels)
  let colored = 0
  let gray = 0
  for (let at = 0; at < count; at++) {
    // Four white pixels are three words.
    if ((at & 3) === 0 && fours !== null) {
      const end = fours.length - 2
      let word = (at >> 2) * 3
      // Reads behind the end would make all of them slow.
      while (
        word < end &&
        ((fours[word] as number) & (fours[word + 1] as number) & (fours[word + 2] as number)) === -1
      )
        word += 3
      at = (word / 3) << 2
      if (at >= count) break
    }
    const p = at * 3
    const r = pixels[p] as number
    const g = pixels[p + 1] as number
    const b = pixels[p + 2] as number
    if (r === g && g === b) {
      levels[at] = r
      if (r > dark && r < light) gray += 1
      continue
    }
    const level = (r * 77 + g * 150 + b * 29) >> 8
    levels[at] = level
    if (level > dark && level < light) gray += 1
    if (Math.max(r, g, b) - Math.min(r, g, b) > nearGray) colored += 1
  }
  return colored <= count * mostColor && gray <= count * mostGray
}

/** Null where more than a few pixels are lost: of gray letters and fills, not of the edges of black ones. */
function blackWhereNothingIsLost(levels: Uint8Array, width: number): Uint8Array | null {
  const most = levels.length * mostLost
  const bits = new Uint8Array(levels.length)
  const fours = wordsOf(levels)
  let lost = 0
  for (let at = 0; at < levels.length; at++) {
    if ((at & 3) === 0 && fours !== null) {
      at = firstOther(fours, at >> 2) << 2
      if (at >= levels.length) break
    }
    const level = levels[at] as number
    if (level >= light) continue
    if (level < threshold) bits[at] = 1
    if (level <= dark) continue
    if (!isFlat(levels, at, level, width) && (level < threshold || hasInkNear(levels, at, width))) continue
    lost += 1
    if (lost > most) return null
  }
  return bits
}

/** The first word that is not white, from one on; or the number of all. */
function firstOther(words: Int32Array, from: number): number {
  let at = from
  while (at < words.length && words[at] === -1) at += 1
  return at
}

/** Whether the pixels to the left and above are of the same gray. */
function isFlat(levels: Uint8Array, at: number, level: number, width: number): boolean {
  if (at <= width) return false
  return (
    Math.abs((levels[at - 1] as number) - level) < same &&
    Math.abs((levels[at - width] as number) - level) < same &&
    Math.abs((levels[at - width - 1] as number) - level) < same
  )
}

/** Whether within two pixels there is one that becomes black. */
function hasInkNear(levels: Uint8Array, at: number, width: number): boolean {
  const least = 2 * width + 2
  if (at < least || at + least >= levels.length) return hasInkNearEdge(levels, at, width)
  // Where letters are soft, it is next to it.
  if ((levels[at + 1] as number) < threshold || (levels[at - 1] as number) < threshold) return true
  for (let row = at - 2 * width; row <= at + 2 * width; row += width)
    for (let near = row - 2; near <= row + 2; near++) if ((levels[near] as number) < threshold) return true
  return false
}

function hasInkNearEdge(levels: Uint8Array, at: number, width: number): boolean {
  for (let row = at - 2 * width; row <= at + 2 * width; row += width)
    for (let near = row - 2; near <= row + 2; near++) if ((levels[near] ?? 255) < threshold) return true
  return false
}
