import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs, property as test } from '#tests/runs.ts'
import { differenceOf, type Run } from './word-diff.ts'

const own = (side: readonly Run[]): string[] => side.filter((run) => run.own).map((run) => run.text.trim())
const words = (text: string): string[] => text.match(/\S+/g) ?? []

describe('what differs between two texts', () => {
  it('is told by the words that only one of them has', () => {
    const found = differenceOf('The offer ends on Friday at noon', 'The offer ends on Monday at noon')
    expect(found?.places).toBe(1)
    expect(found?.rows.map(({ left, right }) => [own(left), own(right)])).toEqual([[['Friday'], ['Monday']]])
  })

  it('stands line beside line, also where one has a line more', () => {
    const found = differenceOf('one\ntwo\nthree', 'one\nand a half\ntwo\nthree')
    expect(
      found?.rows.map(({ left, right }) =>
        [left, right].map((side) => side.map(({ text }) => text).join('')),
      ),
    ).toEqual([
      ['one', 'one\nand a half'],
      ['two', 'two'],
      ['three', 'three'],
    ])
  })

  it('is nothing where they say the same, however they are laid out', () => {
    expect(differenceOf('a  b\nc', 'a b c')?.places).toBe(0)
    expect(differenceOf('', '')).toEqual({ rows: [], places: 0, cut: false })
  })

  it('is not told word by word where they have too little in common, and not to the end where they are too long', () => {
    const many = (name: string, count: number) =>
      Array.from({ length: count }, (_, n) => `${name}${n}`).join(' ')
    expect(differenceOf(many('a', 1500), many('b', 1500))).toBeNull()
    expect(differenceOf(many('a', 30_000), many('a', 30_000))).toMatchObject({ places: 0, cut: true })
  })

  test('leaves of each text its own words in their order, and marks as few as can be', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', '\n'), { maxLength: 30 }).map((all) => all.join(' '))
    fc.assert(
      fc.property(text, text, (left, right) => {
        const found = differenceOf(left, right)
        const side = (name: 'left' | 'right') => found?.rows.flatMap((row) => row[name]) ?? []
        expect(
          words(
            side('left')
              .map((run) => run.text)
              .join(' '),
          ),
        ).toEqual(words(left))
        expect(
          words(
            side('right')
              .map((run) => run.text)
              .join(' '),
          ),
        ).toEqual(words(right))
        const shared = (name: 'left' | 'right') =>
          side(name).flatMap((run) => (run.own ? [] : words(run.text)))
        expect(shared('left')).toEqual(shared('right'))
        expect(shared('left').length).toBe(longestShared(words(left), words(right)))
      }),
      { numRuns: runs(200) },
    )
  })
})

/** The length of the longest sequence of words that both have, by the table of all beginnings. */
function longestShared(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0)
  for (const word of a) {
    const next = [0]
    for (const [j, other] of b.entries())
      next.push(word === other ? (row[j] ?? 0) + 1 : Math.max(row[j + 1] ?? 0, next[j] ?? 0))
    row = next
  }
  return row.at(-1) ?? 0
}
