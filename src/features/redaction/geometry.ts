/** Boxes on a page: from the pointer to parts of the page, and moved, sized and kept on it. Pure. */
import { pageParts } from '#contracts/redactions.ts'
import type { Turn } from '#src/stores/pages.ts'

/** In parts of the page as it stands upright. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** Smaller than that nothing is drawn: it was a click. */
export const leastSide = 20

export const wholePage: Box = { left: 0, top: 0, right: pageParts, bottom: pageParts }

const onPage = (value: number): number => Math.round(Math.min(pageParts, Math.max(0, value)))

/** Where the pointer is on the page that lies, turned, in this frame of the screen. */
export function pointAt(
  client: { readonly clientX: number; readonly clientY: number },
  frame: { readonly left: number; readonly top: number; readonly width: number; readonly height: number },
  turn: Turn,
): Point {
  const across = (client.clientX - frame.left) / Math.max(1, frame.width)
  const down = (client.clientY - frame.top) / Math.max(1, frame.height)
  const [x, y] = {
    0: [across, down],
    90: [down, 1 - across],
    180: [1 - across, 1 - down],
    270: [1 - down, across],
  }[turn] as [number, number]
  return { x: onPage(x * pageParts), y: onPage(y * pageParts) }
}

/** A step on the screen as a step on the page that is turned. */
export function stepOn({ x, y }: Point, turn: Turn): Point {
  const [across, down] = { 0: [x, y], 90: [y, -x], 180: [-x, -y], 270: [-y, x] }[turn] as [number, number]
  return { x: across, y: down }
}

export const between = (from: Point, to: Point): Box => ({
  left: Math.min(from.x, to.x),
  top: Math.min(from.y, to.y),
  right: Math.max(from.x, to.x),
  bottom: Math.max(from.y, to.y),
})

export const isDrawn = ({ left, top, right, bottom }: Box): boolean =>
  right - left >= leastSide && bottom - top >= leastSide

/** Boxes as they travel: one after another. */
export const listed = (boxes: readonly Box[]): number[] =>
  boxes.flatMap(({ left, top, right, bottom }) => [left, top, right, bottom])

export function boxesIn(list: readonly number[]): readonly Box[] {
  const boxes: Box[] = []
  for (let at = 0; at + 3 < list.length; at += 4) {
    const [left = 0, top = 0, right = 0, bottom = 0] = list.slice(at, at + 4)
    boxes.push({ left, top, right, bottom })
  }
  return boxes
}

/** All of them moved alike, as far as the page goes. */
export function moved(boxes: readonly Box[], by: Point): readonly Box[] {
  const all = around(boxes)
  const x = Math.round(Math.min(pageParts - all.right, Math.max(-all.left, by.x)))
  const y = Math.round(Math.min(pageParts - all.bottom, Math.max(-all.top, by.y)))
  return boxes.map(({ left, top, right, bottom }) => ({
    ...{ left: left + x, top: top + y, right: right + x, bottom: bottom + y },
  }))
}

export const around = (boxes: readonly Box[]): Box => ({
  left: Math.min(...boxes.map(({ left }) => left)),
  top: Math.min(...boxes.map(({ top }) => top)),
  right: Math.max(...boxes.map(({ right }) => right)),
  bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
})

/** Which sides a handle pulls: -1 the left or the upper one, 1 the right or the lower one. */
export interface Handle {
  readonly x: -1 | 0 | 1
  readonly y: -1 | 0 | 1
}

export const handles: readonly Handle[] = ([-1, 0, 1] as const).flatMap((y) =>
  ([-1, 0, 1] as const).flatMap((x) => (x === 0 && y === 0 ? [] : [{ x, y }])),
)

/** A side that is pulled stays on its side of the other. */
export function sized(box: Box, { x, y }: Handle, by: Point): Box {
  const { left, top, right, bottom } = box
  return {
    left: x === -1 ? Math.min(onPage(left + by.x), right - leastSide) : left,
    right: x === 1 ? Math.max(onPage(right + by.x), left + leastSide) : right,
    top: y === -1 ? Math.min(onPage(top + by.y), bottom - leastSide) : top,
    bottom: y === 1 ? Math.max(onPage(bottom + by.y), top + leastSide) : bottom,
  }
}
