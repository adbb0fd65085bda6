/** The words of pages with those that were recognized on them: a scan has no others, or those of a stamp. Pure. */
import type { PageText } from './protocol.ts'
import type { RecognizedPages, RecognizedWord } from './recognized-words.ts'

/**
 * Of more characters of its own, a page is recognized only where they may make no words (processing/pdf/scans.ts): then
 * both are told, since nobody can say which of them somebody looks for.
 */
const longestStamp = 300

const none: PageText = { text: '', boxes: [] }

/** `own`: of all pages that have any, in order. `most`: characters that are told. */
export function withRecognized(
  own: readonly PageText[],
  recognized: RecognizedPages,
  pages: number,
  most: number,
): PageText[] {
  let left = own.reduce((rest, { text }) => rest - text.length, most)
  return Array.from({ length: pages }, (_, page) => {
    const there = own[page] ?? none
    const words = recognized.get(page)
    if (words === undefined || left <= 0) return there
    const joined = joinedWith(there, words)
    left -= joined.text.length - there.text.length
    return joined
  })
}

function joinedWith(own: PageText, words: readonly RecognizedWord[]): PageText {
  const isStamp = own.text.length < longestStamp
  const beside = textOf(isStamp ? words.filter((word) => !liesOver(own.boxes, word)) : words)
  if (own.text === '' || beside.text === '') return own.text === '' ? beside : own
  return { text: `${own.text}\n${beside.text}`, boxes: [...own.boxes, ...beside.boxes] }
}

function textOf(words: readonly RecognizedWord[]): PageText {
  let text = ''
  const boxes: number[] = []
  for (const { text: word, beginsLine, roomy } of words) {
    if (text !== '') text += beginsLine ? '\n' : ' '
    text += word
    boxes.push(...roomy)
  }
  return { text, boxes }
}

/** Whether a word is one that the page has of its own: its middle lies in the box of one. */
function liesOver(boxes: readonly number[], { left, top, right, bottom }: RecognizedWord): boolean {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2]
  for (let at = 0; at + 3 < boxes.length; at += 4)
    if (
      x > (boxes[at] ?? 0) &&
      y > (boxes[at + 1] ?? 0) &&
      x < (boxes[at + 2] ?? 0) &&
      y < (boxes[at + 3] ?? 0)
    )
      return true
  return false
}
