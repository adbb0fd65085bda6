/** Which pixels of a page are covered: boxes are given in parts of the page and rounded outwards. */
import { pageParts } from '#contracts/redactions.ts'
import type { Burnable } from '../../../review/redactions/burn/protocol.ts'

/** Whole pixels; right and bottom are the first that do not belong to it. */
export interface Rect {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** A rectangle that is covered, with what is written on it. */
export interface Cover extends Rect {
  readonly label: string
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** What of a page is covered by its redactions, in their order. */
export const coversOf = (redactions: readonly Burnable[], size: Size): Cover[] =>
  redactions.flatMap((one) => coversOfOne(one, size))

function coversOfOne({ kind, boxes, label }: Burnable, { width, height }: Size): Cover[] {
  const whole = { left: 0, top: 0, right: width, bottom: height }
  if (kind === 'page') return [{ ...whole, label }]
  if (kind !== 'inverse')
    return rectsOf(boxes, { width, height }, Math.floor, Math.ceil).map((rect) => ({ ...rect, label }))
  // What is left open is rounded inwards: no pixel that is only in part of a box is shown.
  const covered = around(rectsOf(boxes, { width, height }, Math.ceil, Math.floor), whole)
  const largest = covered.reduce((most, rect) => Math.max(most, areaOf(rect)), 0)
  const named = covered.findIndex((rect) => areaOf(rect) === largest)
  return covered.map((rect, at) => ({ ...rect, label: at === named ? label : '' }))
}

function rectsOf(
  boxes: readonly number[],
  { width, height }: Size,
  low: (value: number) => number,
  high: (value: number) => number,
): Rect[] {
  const rects: Rect[] = []
  const within = (value: number, most: number): number => Math.min(most, Math.max(0, value))
  for (let at = 0; at + 3 < boxes.length; at += 4) {
    const [left = 0, top = 0, right = 0, bottom = 0] = boxes.slice(at, at + 4)
    const rect = {
      left: within(low((left * width) / pageParts), width),
      top: within(low((top * height) / pageParts), height),
      right: within(high((right * width) / pageParts), width),
      bottom: within(high((bottom * height) / pageParts), height),
    }
    if (areaOf(rect) > 0) rects.push(rect)
  }
  return rects
}

/** All of a page but for some rectangles: as bands from edge to edge, cut where an open one stands. */
function around(open: readonly Rect[], whole: Rect): Rect[] {
  const edges = [whole.top, whole.bottom, ...open.flatMap(({ top, bottom }) => [top, bottom])]
  const lines = [...new Set(edges)].sort((a, b) => a - b)
  const rects: Rect[] = []
  for (const [at, top] of lines.entries()) {
    const bottom = lines[at + 1]
    if (bottom === undefined) break
    let left = whole.left
    const put = (right: number): void => {
      if (right > left) rects.push({ left, top, right, bottom })
    }
    for (const one of open.filter((rect) => rect.top <= top && rect.bottom >= bottom).sort(byLeft)) {
      put(one.left)
      left = Math.max(left, one.right)
    }
    put(whole.right)
  }
  return rects
}

const byLeft = (a: Rect, b: Rect): number => a.left - b.left

const areaOf = ({ left, top, right, bottom }: Rect): number =>
  Math.max(0, right - left) * Math.max(0, bottom - top)

/** Whether any of them has a point in common with a box; one that only lies against it has none. */
export const touches = (covers: readonly Rect[], box: Rect): boolean => touched(covers, box) !== null

/** The first that has a point in common with a box. */
export function touched<T extends Rect>(covers: readonly T[], box: Rect): T | null {
  // Asked for each letter and each box.
  const { left, top, right, bottom } = box
  for (const one of covers)
    if (left < one.right && right > one.left && top < one.bottom && bottom > one.top) return one
  return null
}

/** A byte a pixel: 1 where it is covered. */
export function maskOf(covers: readonly Rect[], { width, height }: Size): Uint8Array {
  const mask = new Uint8Array(width * height)
  for (const { left, top, right, bottom } of covers)
    for (let y = top; y < bottom; y++) mask.fill(1, y * width + left, y * width + right)
  return mask
}
