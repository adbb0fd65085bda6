import { describe, expect, it } from 'vitest'
import { placeWords } from './page-words.ts'

/** Three words on two lines, then one on the next page. */
const pages = [
  {
    text: 'merger price,\nlater',
    boxes: [...[1000, 500, 2200, 700], ...[2300, 500, 2900, 700], ...[1000, 800, 1500, 1000]],
  },
  { text: '', boxes: [] },
  { text: 'casing', boxes: [100, 100, 700, 300] },
]

describe('words on page images', () => {
  const { text, rectsOf } = placeWords(pages)
  const rects = (words: string) => {
    const start = text.indexOf(words)
    return rectsOf({ start, end: start + words.length })
  }

  it('are one stretch of a line, without the signs behind them', () => {
    expect(rects('merger price')).toEqual([{ page: 0, left: 1000, top: 500, right: 2800, bottom: 700 }])
  })

  it('are as many as there are lines and pages', () => {
    expect(rects('price,\nlater').map(({ top }) => top)).toEqual([500, 800])
    expect(rects('later\n\ncasing').map(({ page }) => page)).toEqual([0, 2])
  })
})
