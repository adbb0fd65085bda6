/**
 * From places in the words of pages to boxes on them. A word is covered whole, with the signs that stand at it: a part of it
 * would be cut by guess, and letters would stick out. Pure.
 */
import { pageParts } from '#contracts/redactions.ts'
import type { PageText } from '../pages/protocol.ts'

export interface BoxesOfPage {
  /** From 1. */
  readonly page: number
  /** Left, top, right and bottom of each, a box for each run of words in a line. */
  readonly boxes: readonly number[]
}

export interface PlacedWords {
  /** Of all pages, one after the other: words near each other may stand on two. */
  readonly text: string
  readonly boxesOf: (place: { readonly start: number; readonly end: number }) => readonly BoxesOfPage[]
}

interface Word {
  readonly page: number
  readonly start: number
  readonly end: number
  readonly box: readonly [number, number, number, number]
}

export function placeWords(pages: readonly PageText[]): PlacedWords {
  const words: Word[] = []
  const parts: string[] = []
  let length = 0
  for (const [page, { text, boxes }] of pages.entries()) {
    if (page > 0) length += 1
    let at = 0
    for (const { 0: word, index } of text.matchAll(/[^ \n]+/g)) {
      const start = length + index
      words.push({ page: page + 1, start, end: start + word.length, box: boxAt(boxes, at) })
      at += 4
    }
    parts.push(text)
    length += text.length
  }
  return { text: parts.join('\n'), boxesOf: (place) => boxesIn(words, place) }
}

function boxAt(boxes: readonly number[], at: number): [number, number, number, number] {
  const part = (value: number | undefined): number => Math.min(pageParts, Math.max(0, Math.round(value ?? 0)))
  const [left, top] = [Math.min(part(boxes[at]), pageParts - 1), Math.min(part(boxes[at + 1]), pageParts - 1)]
  // Of no width is what no ink was found of: it is covered all the same.
  return [left, top, Math.max(part(boxes[at + 2]), left + 1), Math.max(part(boxes[at + 3]), top + 1)]
}

function boxesIn(
  words: readonly Word[],
  { start, end }: { readonly start: number; readonly end: number },
): BoxesOfPage[] {
  const found = new Map<number, number[]>()
  for (let at = firstEndingAfter(words, start); at < words.length; at++) {
    const word = words[at]
    if (word === undefined || word.start >= end) break
    const boxes = found.get(word.page)
    if (boxes === undefined) found.set(word.page, [...word.box])
    else joinTo(boxes, word.box)
  }
  return [...found].map(([page, boxes]) => ({ page, boxes }))
}

/** To the last box where the word goes on in its line; else as a box of its own. */
function joinTo(boxes: number[], [left, top, right, bottom]: Word['box']): void {
  const at = boxes.length - 4
  const [l = 0, t = 0, r = 0, b = 0] = boxes.slice(at)
  const isSameLine = left >= l && top < b && bottom > t
  if (isSameLine) boxes.splice(at, 4, l, Math.min(t, top), Math.max(r, right), Math.max(b, bottom))
  else boxes.push(left, top, right, bottom)
}

function firstEndingAfter(words: readonly Word[], place: number): number {
  let low = 0
  let high = words.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((words[middle]?.end ?? 0) <= place) low = middle + 1
    else high = middle
  }
  return low
}
