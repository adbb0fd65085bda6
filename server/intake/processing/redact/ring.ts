/**
 * Letters that stick out of a box: ink beside it that hangs together with ink under it. What is left of a letter may be enough
 * to tell it.
 */
import type { PageImage } from '../pdf/render-page.ts'
import type { Rect } from './place.ts'

/** Points: what is larger than this is no letter but a picture or a frame, and may go on beside a box. */
const largestLetter = 48
/** A line is thinner than this, and as long as this. */
const ruleThick = 2
const ruleLong = 10
/** Pixels that stick out before it counts: what is less is the softened edge of a letter. */
const least = 2
/** Of less than this part under the box a letter stands in the open, and is only touched: as those of the next line are. */
const leastCovered = 0.25
const dark = 128
/** In a mask: outside of all boxes, and looked at. */
const seen = 2

/**
 * The first place at which ink of each rectangle goes on outside of it, in pixels; those where none does are left out. What has
 * been looked at is noted in the mask.
 */
export function stickingOut(
  image: PageImage,
  covers: readonly Rect[],
  mask: Uint8Array,
): { readonly cover: number; readonly place: Rect }[] {
  const { width, height } = image
  const found: { readonly cover: number; readonly place: Rect }[] = []
  const isInk = (x: number, y: number): boolean =>
    x >= 0 && y >= 0 && x < width && y < height && levelAt(image, y * width + x) < dark
  for (const [cover, rect] of covers.entries()) {
    for (const [x, y] of edgesOf(rect)) {
      if (!isInk(x, y)) continue
      const place = outside(image, rect, mask, isInk, x, y)
      if (place === null) continue
      found.push({ cover, place })
      break
    }
  }
  return found
}

const levelAt = ({ pixels }: PageImage, at: number): number =>
  ((pixels[at * 3] ?? 255) * 77 + (pixels[at * 3 + 1] ?? 255) * 150 + (pixels[at * 3 + 2] ?? 255) * 29) >> 8

/** The outermost pixels of a rectangle. */
function* edgesOf({ left, top, right, bottom }: Rect): Generator<readonly [number, number]> {
  for (let x = left; x < right; x++) {
    yield [x, top]
    yield [x, bottom - 1]
  }
  for (let y = top + 1; y < bottom - 1; y++) {
    yield [left, y]
    yield [right - 1, y]
  }
}

/** What hangs together with a pixel under the edge, outside of all boxes; null where there is no part of a letter. */
function outside(
  { width, height, dpi }: PageImage,
  rect: Rect,
  mask: Uint8Array,
  isInk: (x: number, y: number) => boolean,
  fromX: number,
  fromY: number,
): Rect | null {
  const most = (largestLetter * dpi) / 72
  const queue: number[] = []
  const add = (x: number, y: number): void => {
    if (x < 0 || y < 0 || x >= width || y >= height) return
    const at = y * width + x
    if (mask[at] !== 0 || !isInk(x, y)) return
    mask[at] = seen
    queue.push(at)
  }
  const around = (x: number, y: number): void => {
    for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) add(x + dx, y + dy)
  }
  around(fromX, fromY)
  let [left, top, right, bottom] = [width, height, 0, 0]
  let count = 0
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    const x = at % width
    const y = (at - x) / width
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + 1)
    bottom = Math.max(bottom, y + 1)
    count += 1
    if (right - left > most || bottom - top > most) return null
    around(x, y)
  }
  const depth = Math.max(rect.left - left, right - rect.right, rect.top - top, bottom - rect.bottom)
  if (count < least * 2 || depth < least) return null
  const thin = Math.min(right - left, bottom - top)
  const long = Math.max(right - left, bottom - top)
  const scale = dpi / 72
  if (thin <= ruleThick * scale && long >= ruleLong * scale) return null
  const touched = (count * leastCovered) / (1 - leastCovered)
  if (!isMoreUnder(mask, width, isInk, fromX, fromY, touched)) return null
  return { left, top, right, bottom }
}

/** Whether more pixels than so many hang together under the boxes, from one of them on. */
function isMoreUnder(
  mask: Uint8Array,
  width: number,
  isInk: (x: number, y: number) => boolean,
  fromX: number,
  fromY: number,
  than: number,
): boolean {
  const queue = [fromY * width + fromX]
  const seen = new Set(queue)
  for (let at = queue.pop(); at !== undefined && seen.size <= than; at = queue.pop()) {
    const x = at % width
    const y = (at - x) / width
    for (let dy = -1; dy <= 1; dy++)
      for (let dx = -1; dx <= 1; dx++) {
        const next = (y + dy) * width + x + dx
        if (mask[next] !== 1 || seen.has(next) || !isInk(x + dx, y + dy)) continue
        seen.add(next)
        queue.push(next)
      }
  }
  return seen.size > than
}
