/** Words of one page, and the way from one to the next. Pure. */
import type { PageTexts } from '#contracts/pages.ts'
import { type Box, listed, type Point } from './geometry.ts'

export interface PageWord extends Box {
  readonly text: string
}

type PageText = PageTexts['data'][number]

export function wordsOf({ text, boxes }: PageText): readonly PageWord[] {
  return [...text.matchAll(/[^ \n]+/g)].map(([word], at) => {
    const [left = 0, top = 0, right = 0, bottom = 0] = boxes.slice(at * 4, at * 4 + 4)
    return { text: word, left, top, right, bottom }
  })
}

/** A box for each run of words in a line, as they travel. */
export function runsOf(words: readonly PageWord[]): number[] {
  const runs: Box[] = []
  for (const { left, top, right, bottom } of words) {
    // What has no size on the page covers nothing.
    if (right <= left || bottom <= top) continue
    const last = runs.at(-1)
    if (last !== undefined && left >= last.left && isOneLine(last, { top, bottom }))
      runs[runs.length - 1] = {
        left: last.left,
        top: Math.min(last.top, top),
        right: Math.max(last.right, right),
        bottom: Math.max(last.bottom, bottom),
      }
    else runs.push({ left, top, right, bottom })
  }
  return listed(runs)
}

/** They share more than half of the lower one's height: lines that touch are two. */
const isOneLine = (one: Pick<Box, 'top' | 'bottom'>, other: Pick<Box, 'top' | 'bottom'>): boolean =>
  Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) >
  Math.min(one.bottom - one.top, other.bottom - other.top) / 2

/** The word under a point, or else the nearest to it; -1 where there are none. */
export function wordAt(words: readonly PageWord[], { x, y }: Point): number {
  let nearest = -1
  let least = Number.POSITIVE_INFINITY
  for (const [at, { left, top, right, bottom }] of words.entries()) {
    const across = Math.max(left - x, 0, x - right)
    // Beside a line is nearer than above it.
    const down = Math.max(top - y, 0, y - bottom) * 4
    const distance = across + down
    if (distance < least) [nearest, least] = [at, distance]
  }
  return nearest
}

/** The nearest word in the line above or below; where there is none, it stays. */
export function wordBeyond(words: readonly PageWord[], from: number, by: 1 | -1): number {
  const word = words[from]
  if (word === undefined) return from
  const middle = (word.left + word.right) / 2
  let at = from
  while (words[at] !== undefined && isOneLine(words[at] ?? word, word)) at += by
  const next = words[at]
  if (next === undefined) return from
  let best = at
  for (let one = at; words[one] !== undefined && isOneLine(words[one] ?? next, next); one += by) {
    const away = (index: number): number => {
      const { left, right } = words[index] ?? next
      return Math.abs((left + right) / 2 - middle)
    }
    if (away(one) < away(best)) best = one
  }
  return best
}
