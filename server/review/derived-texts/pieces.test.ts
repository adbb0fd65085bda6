/** Long texts in pieces. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs, property as test } from '#tests/runs.ts'
import { piecesOf } from './pieces.ts'

describe('a text in pieces', () => {
  it('is cut between paragraphs where it can be', () => {
    const [a, b] = ['One paragraph is here.', 'Another one follows it.']
    expect(piecesOf(`${a}\n\n${b}`, 30)).toEqual([a, b])
  })

  test('loses nothing but white space between them, and no piece is longer than it may be', () => {
    const text = fc
      .array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(' ', '\n\n', '\f', '. ')), {
        maxLength: 30,
      })
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, fc.integer({ min: 4, max: 40 }), (text, size) => {
        const pieces = piecesOf(text, size)
        expect(pieces.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
        for (const piece of pieces) {
          expect(piece.length).toBeLessThanOrEqual(size)
          expect(piece.isWellFormed()).toBe(true)
        }
      }),
      { numRuns: runs(60) },
    )
  })
})
