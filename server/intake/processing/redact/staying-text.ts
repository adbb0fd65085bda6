/**
 * Which text of a page may stay: a character whose ink and middle no box touches, and whose ink is to be seen on the burned page. So text that
 * nobody sees goes, though nobody drew a box over it.
 */
import type { InkedCharacter } from '../pdf/page-characters.ts'
import type { Box } from '../pdf/page-space.ts'
import { around, type PageWord } from '../pdf/page-words.ts'
import type { PageImage } from '../pdf/render-page.ts'
import { shrunk } from './paint.ts'
import { type Cover, touches } from './place.ts'

export interface StayingText {
  /** In points of the page as it is shown. */
  readonly words: readonly PageWord[]
  readonly kept: number
  readonly covered: number
  readonly unseen: number
}

/** How far apart the lightest and the darkest pixel of a letter are. */
const contrast = 40

/** Pixels at the edge of a box at which the pen may stand for the next letter. */
const edge = 2

/** `bits`: the page in black and white, where it leaves like that. */
export function stayingText(
  characters: readonly InkedCharacter[],
  covers: readonly Cover[],
  image: PageImage,
  bits: Uint8Array | null,
): StayingText {
  const scale = image.dpi / 72
  const isSeen = seenOn(image, bits)
  const overlaid = overlaidOf(characters)
  // The pen for a letter stands where the one before it ends: at the edge of a box that covers that one.
  const within = covers.map((cover) => shrunk(cover, edge))
  const words: PageWord[] = []
  let covered = 0
  let unseen = 0
  let kept = 0
  let word: PageWord | null = null
  /** Around the middles of its letters. */
  let middle: Box | null = null
  const end = (): void => {
    if (word !== null) words.push(word)
    word = null
    middle = null
  }
  for (const [at, one] of characters.entries()) {
    const core = coreOf(one)
    if (
      touches(covers, scaled(core, scale)) ||
      touches(covers, scaled(one.ink, scale)) ||
      touches(within, pointOf(scaled(one.pen, scale)))
    ) {
      covered += 1
      end()
      continue
    }
    if (one.hidden || overlaid.has(at) || !isSeen(scaled(one.ink, scale))) {
      unseen += 1
      end()
      continue
    }
    kept += 1
    const box = { left: one.left, top: one.top, right: one.right, bottom: one.bottom }
    const wider: Box | null = middle === null ? null : around(middle, core)
    // The letters of a bent line may stand around a box that none of them touches.
    if (word === null || wider === null || touches(covers, scaled(wider, scale))) {
      end()
      word = { text: one.char, ...box }
      middle = core
    } else {
      word = joined(word, one.char, box)
      middle = wider
    }
    if (one.endsWord) end()
  }
  end()
  return { words, kept, covered, unseen }
}

/** Very small, so that it has an area. */
const pointOf = ({ left, top }: Box): Box => ({
  left: left - 0.01,
  top: top - 0.01,
  right: left + 0.01,
  bottom: top + 0.01,
})

const joined = (word: PageWord, char: string, box: Box): PageWord => ({
  text: word.text + char,
  ...around(word, box),
})

/**
 * The middle half of a letter's box. Fonts say boxes that are far higher than their lines: by the whole of them, a box on one
 * line would take the letters of the next.
 */
function coreOf({ left, top, right, bottom }: Box): Box {
  const [across, down] = [(right - left) / 4, (bottom - top) / 4]
  return { left: left + across, top: top + down, right: right - across, bottom: bottom - down }
}

/** From points to pixels. */
export const scaled = ({ left, top, right, bottom }: Box, scale: number): Box => ({
  left: left * scale,
  top: top * scale,
  right: right * scale,
  bottom: bottom * scale,
})

/** A pixel more on each side: a letter such as a line has no other color within. */
const pixelsOf = ({ left, top, right, bottom }: Box, { width, height }: PageImage): Box => ({
  left: Math.max(0, Math.floor(left) - 1),
  top: Math.max(0, Math.floor(top) - 1),
  right: Math.min(width, Math.ceil(right) + 1),
  bottom: Math.min(height, Math.ceil(bottom) + 1),
})

/** Whether anything is to be seen in a box of the burned page, in pixels. */
export const seenOn = (image: PageImage, bits: Uint8Array | null): ((box: Box) => boolean) =>
  bits === null ? seenIn(image) : seenInBits(bits, image)

const seenInBits =
  (bits: Uint8Array, image: PageImage) =>
  (box: Box): boolean => {
    const { left, top, right, bottom } = pixelsOf(box, image)
    const first = bits[top * image.width + left]
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++) if (bits[y * image.width + x] !== first) return true
    return false
  }

const seenIn =
  (image: PageImage) =>
  (box: Box): boolean => {
    const { left, top, right, bottom } = pixelsOf(box, image)
    const low = [255, 255, 255]
    const high = [0, 0, 0]
    for (let y = top; y < bottom; y++)
      for (let p = (y * image.width + left) * 3; p < (y * image.width + right) * 3; p += 3)
        for (let color = 0; color < 3; color++) {
          const value = image.pixels[p + color] ?? 0
          if (value < (low[color] ?? 0)) low[color] = value
          if (value > (high[color] ?? 0)) high[color] = value
          if ((high[color] ?? 0) - (low[color] ?? 0) >= contrast) return true
        }
    return false
  }

/** Points of a side of the cells in which letters that lie over each other are looked for. */
const cell = 8

/**
 * Characters that lie over another one, by their numbers: one may be hidden by the ink of the other, and which of them is seen
 * nobody can say.
 */
function overlaidOf(characters: readonly InkedCharacter[]): ReadonlySet<number> {
  const overlaid = new Set<number>()
  const cells = new Map<number, number[]>()
  for (const [at, { ink }] of characters.entries()) {
    const [x, y] = middleOf(ink)
    const [column, row] = [Math.floor(x / cell), Math.floor(y / cell)]
    for (let dy = -1; dy <= 1; dy++)
      for (let dx = -1; dx <= 1; dx++)
        for (const other of cells.get(keyOf(column + dx, row + dy)) ?? []) {
          const there = characters[other]
          if (there === undefined || there.char === characters[at]?.char) continue
          if (!areOverlaid(ink, there.ink) || (at - other < ligature && isSame(ink, there.ink))) continue
          overlaid.add(at)
          overlaid.add(other)
        }
    const key = keyOf(column, row)
    const here = cells.get(key) ?? []
    here.push(at)
    cells.set(key, here)
  }
  return overlaid
}

const keyOf = (column: number, row: number): number => row * 100_000 + column

/** The letters of a ligature have one place, and follow each other. */
const ligature = 4

const isSame = (a: Box, b: Box): boolean =>
  a.left === b.left && a.top === b.top && a.right === b.right && a.bottom === b.bottom

const middleOf = ({ left, top, right, bottom }: Box): readonly [number, number] => [
  (left + right) / 2,
  (top + bottom) / 2,
]

/** More than half of the smaller one lies on the other. A combining mark, or a point, on its letter does not. */
function areOverlaid(a: Box, b: Box): boolean {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  if (width <= 0 || height <= 0) return false
  const area = (box: Box): number => (box.right - box.left) * (box.bottom - box.top)
  return 2 * width * height > Math.min(area(a), area(b))
}
