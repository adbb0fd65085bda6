import { describe, expect, it } from 'vitest'
import type { RecognizedWord } from './recognized-words.ts'
import { withRecognized } from './with-recognized.ts'

const word = (text: string, left: number, top: number, beginsLine = false): RecognizedWord => {
  const [right, bottom] = [left + 500, top + 100]
  return {
    ...{ text, beginsLine, left, top, right, bottom },
    roomy: [left - 10, top - 10, right + 10, bottom + 10],
  }
}
const scan = [word('The', 1000, 1000), word('lease', 1600, 1000), word('ends', 1000, 1200, true)]
const boxes = [990, 990, 1510, 1110, 1590, 990, 2110, 1110, 990, 1190, 1510, 1310]
const most = 1_000

describe('words of pages with those that were recognized', () => {
  it('tells them of pages that have none, with room around each', () => {
    const own = [
      { text: 'Typed', boxes: [1, 2, 3, 4] },
      { text: '', boxes: [] },
    ]
    expect(withRecognized(own, new Map([[1, scan]]), 2, most)).toEqual([
      own[0],
      { text: 'The lease\nends', boxes },
    ])
  })

  it('tells a stamp once, as the page says it', () => {
    const stamp = { text: 'HAR-1', boxes: [5000, 9000, 6000, 9200] }
    const read = [...scan, word('HAR-l', 5100, 9050, true)]
    expect(withRecognized([stamp], new Map([[0, read]]), 1, most)).toEqual([
      { text: 'HAR-1\nThe lease\nends', boxes: [...stamp.boxes, ...boxes] },
    ])
  })

  it('leaves out none beside text that may be no words', () => {
    const own = {
      text: `${'x '.repeat(199)}x`,
      boxes: Array.from({ length: 200 }, () => [0, 0, 10_000, 10_000]).flat(),
    }
    expect(withRecognized([own], new Map([[0, scan]]), 1, most)[0]?.text).toBe(`${own.text}\nThe lease\nends`)
  })

  it('stops where a document says too much', () => {
    const pages = withRecognized(
      [],
      new Map([
        [0, scan],
        [1, scan],
        [2, scan],
      ]),
      3,
      20,
    )
    expect(pages.map(({ text }) => text.length)).toEqual([14, 14, 0])
  })
})
