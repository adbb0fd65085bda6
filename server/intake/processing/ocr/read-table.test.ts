import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs, property as test } from '#tests/runs.ts'
import { confidenceOf, readTable } from './read-table.ts'

const row = (block: number, line: number, word: number, text: string, confidence = 96): string =>
  ['5', '1', block, '1', line, word, '10', '20', '30', '40', confidence, text].join('\t')

it('words stand in lines and lines in paragraphs, each at its place in the text', () => {
  const table = ['4\t1\t1\t1\t1\t0\t0\t0\t9\t9\t-1\t', row(1, 1, 1, 'The'), row(1, 1, 2, 'wharf', 41.6)]
  const { text, words } = readTable([...table, row(1, 2, 1, 'lease.'), row(2, 1, 1, 'Signed')].join('\n'))
  expect(text).toBe('The wharf\nlease.\n\nSigned')
  expect(
    words.map(({ start, length, confidence }) => [text.slice(start, start + length), confidence]),
  ).toEqual([
    ['The', 96],
    ['wharf', 42],
    ['lease.', 96],
    ['Signed', 96],
  ])
})

test('whatever a table says, each word stands in the text where it is said to, and no page ends within a page', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(
          fc.nat(3),
          fc.nat(3),
          fc.nat(3),
          fc.string({ unit: 'binary' }),
          fc.double({ min: -9, max: 200 }),
        ),
      ),
      fc.string(),
      (rows, noise) => {
        const { text, words } = readTable([...rows.map((one) => row(...one)), noise].join('\n'))
        expect(text).not.toMatch(/[\f\0]/)
        expect(text.isWellFormed()).toBe(true)
        let end = 0
        for (const { start, length, confidence } of words) {
          expect(start).toBeGreaterThanOrEqual(end)
          expect(text.slice(start, start + length)).toMatch(/^\S/)
          expect([confidence >= 0, confidence <= 100]).toEqual([true, true])
          end = start + length
        }
        expect(end).toBe(text.length)
      },
    ),
    { numRuns: runs(300) },
  )
})

it('long words count for more in how sure it is of all of them, and nothing is not sure at all', () => {
  expect(
    confidenceOf([
      { length: 9, confidence: 90 },
      { length: 1, confidence: 40 },
    ]),
  ).toBe(85)
  expect(confidenceOf([])).toBe(0)
})
