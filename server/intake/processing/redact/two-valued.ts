/** Whether a page is black and white, as pages of text are; and it as that. */
import type { PageImage } from '../pdf/render-page.ts'

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

/** A byte a pixel, 1 black; null where the page has colors, or shades that would be lost. */
export function twoValued(image: PageImage): Uint8Array | null {
  const levels = levelsOf(image)
  if (levels === null || lostIn(levels, image.width) > levels.length * mostLost) return null
  return blackIn(levels, threshold)
}

/** A byte a pixel, 1 where it is darker than that. */
export function blackIn(levels: Uint8Array, below: number): Uint8Array {
  const bits = new Uint8Array(levels.length)
  const fours = wordsOf(levels)
  for (let at = 0; at < levels.length; at += 4) {
    // Most of a page is white.
    if (fours !== null && fours[at >> 2] === -1) continue
    const end = Math.min(levels.length, at + 4)
    for (let one = at; one < end; one++) if ((levels[one] as number) < below) bits[one] = 1
  }
  return bits
}

/** The brightness of each pixel; null where there is too much color, or too much gray. */
function levelsOf({ width, height, pixels }: PageImage): Uint8Array | null {
  const count = width * height
  const levels = new Uint8Array(count).fill(255)
  const fours = wordsOf(pixels)
  let colored = 0
  let gray = 0
  for (let at = 0; at < count; at++) {
    // Four white pixels are three words.
    if ((at & 3) === 0 && fours !== null) {
      let word = (at >> 2) * 3
      while (
        word + 2 < fours.length &&
        (fours[word] as number) === -1 &&
        fours[word + 1] === -1 &&
        fours[word + 2] === -1
      )
        word += 3
      at = (word / 3) * 4
      if (at >= count) break
    }
    const p = at * 3
    const r = pixels[p] as number
    const g = pixels[p + 1] as number
    const b = pixels[p + 2] as number
    const level = r === g && g === b ? r : (r * 77 + g * 150 + b * 29) >> 8
    levels[at] = level
    if (level > dark && level < light) gray += 1
    if (r !== g && Math.max(r, g, b) - Math.min(r, g, b) > nearGray) colored += 1
    else if (g !== b && Math.max(r, g, b) - Math.min(r, g, b) > nearGray) colored += 1
  }
  return colored > count * mostColor || gray > count * mostGray ? null : levels
}

/** Four bytes at once, where they lie so that it can be done. */
const wordsOf = (bytes: Uint8Array): Int32Array | null =>
  bytes.byteOffset % 4 === 0 ? new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2) : null

/** Pixels of gray letters and fills, not of the edges of black ones; it stops where there are too many. */
function lostIn(levels: Uint8Array, width: number): number {
  const most = levels.length * mostLost
  const fours = wordsOf(levels)
  let lost = 0
  for (let at = 0; at < levels.length && lost <= most; at++) {
    if ((at & 3) === 0 && fours !== null) {
      let word = at >> 2
      while (word < fours.length && fours[word] === -1) word += 1
      at = word * 4
    }
    const level = levels[at]
    if (level === undefined || level <= dark || level >= light) continue
    const isFlat =
      isSame(levels[at - 1], level) &&
      isSame(levels[at - width], level) &&
      isSame(levels[at - width - 1], level)
    if (isFlat || (level >= threshold && !hasInkNear(levels, at, width))) lost += 1
  }
  return lost
}

const isSame = (other: number | undefined, level: number): boolean =>
  other !== undefined && other - level < same && level - other < same

/** Whether within two pixels there is one that becomes black. */
function hasInkNear(levels: Uint8Array, at: number, width: number): boolean {
  for (let row = at - 2 * width; row <= at + 2 * width; row += width)
    for (let near = row - 2; near <= row + 2; near++) if ((levels[near] ?? 255) < threshold) return true
  return false
}
