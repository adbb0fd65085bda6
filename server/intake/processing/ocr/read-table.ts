/** Tesseract's table of what it found, as text in reading order with the place of each word in it. */
import { storable } from '../text.ts'
import type { Box } from './grey.ts'

export interface Word extends Box {
  /** Where it stands in the text. */
  readonly start: number
  readonly length: number
  /** 0 to 100. */
  readonly confidence: number
}

export interface ReadTable {
  /** Lines end with `\n`, an empty line parts paragraphs. */
  readonly text: string
  readonly words: readonly Word[]
}

/** More than this on one page is no writing. */
const maxWords = 20_000
const longestWord = 500
/** Columns: level, page, block, paragraph, line, word, left, top, width, height, confidence, text. */
const columns = 12
const wordLevel = '5'

export function readTable(table: string): ReadTable {
  const words: Word[] = []
  let text = ''
  let lineBefore = ''
  let paragraphBefore = ''
  for (const row of table.split('\n')) {
    const cells = row.split('\t')
    if (cells[0] !== wordLevel || cells.length < columns || words.length >= maxWords) continue
    const said = storable(cells.slice(columns - 1).join(' '))
      .replaceAll(/\s+/g, ' ')
      .trim()
      .slice(0, longestWord)
      .toWellFormed()
    const [left, top, width, height, confidence] = cells.slice(6, 11).map(Number)
    if (said === '' || [left, top, width, height, confidence].some((n) => !Number.isFinite(n))) continue
    const paragraph = cells.slice(1, 4).join()
    const line = `${paragraph},${cells[4]}`
    if (text !== '') text += paragraph !== paragraphBefore ? '\n\n' : line !== lineBefore ? '\n' : ' '
    lineBefore = line
    paragraphBefore = paragraph
    words.push({
      start: text.length,
      length: said.length,
      confidence: Math.max(0, Math.min(100, Math.round(confidence ?? 0))),
      left: left ?? 0,
      top: top ?? 0,
      width: width ?? 0,
      height: height ?? 0,
    })
    text += said
  }
  return { text, words }
}

/** How sure the recognition is of all of it: long words count for more. 0 where there is none. */
export function confidenceOf(
  words: readonly { readonly length: number; readonly confidence: number }[],
): number {
  const all = words.reduce((sum, { length }) => sum + length, 0)
  const weighed = words.reduce((sum, { length, confidence }) => sum + length * confidence, 0)
  return all === 0 ? 0 : Math.round(weighed / all)
}
