/** Where words of a document stand on its page images: from places in its text to rectangles on pages. Pure. */
import type { PageTexts } from '#contracts/pages.ts'

/** On a page, in ten-thousandths of its width and height. */
export interface Rect {
  /** From 0. */
  readonly page: number
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface PlacedText {
  /** Of all pages, one after the other: words near each other may stand on two. */
  readonly text: string
  readonly rectsOf: (place: { readonly start: number; readonly end: number }) => readonly Rect[]
}

interface Word extends Rect {
  readonly start: number
  readonly end: number
}

export function placeWords(pages: PageTexts['data']): PlacedText {
  const words: Word[] = []
  let text = ''
  for (const [page, { text: own, boxes }] of pages.entries()) {
    if (page > 0) text += '\n'
    let at = 0
    for (const { 0: word, index } of own.matchAll(/[^ \n]+/g)) {
      const [left = 0, top = 0, right = 0, bottom = 0] = boxes.slice(at, at + 4)
      at += 4
      const start = text.length + index
      words.push({ start, end: start + word.length, page, left, top, right, bottom })
    }
    text += own
  }
  return { text, rectsOf: (place) => rectsIn(words, place) }
}

/** One rectangle a line. Of a word that is hit in part ("merger" of "merger,") the part, by its letters. */
function rectsIn(
  words: readonly Word[],
  { start, end }: { readonly start: number; readonly end: number },
): Rect[] {
  const rects: Rect[] = []
  for (let at = firstEndingAfter(words, start); at < words.length; at++) {
    const word = words[at]
    if (word === undefined || word.start >= end) break
    const letter = (word.right - word.left) / (word.end - word.start)
    const { page, top, bottom } = word
    const left = word.left + Math.max(0, start - word.start) * letter
    const right = word.right - Math.max(0, word.end - end) * letter
    const last = rects.at(-1)
    const isSameLine = last?.page === page && left >= last.left && top < last.bottom && bottom > last.top
    if (last !== undefined && isSameLine)
      rects[rects.length - 1] = {
        ...last,
        right,
        top: Math.min(last.top, top),
        bottom: Math.max(last.bottom, bottom),
      }
    else rects.push({ page, left, top, right, bottom })
  }
  return rects
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
