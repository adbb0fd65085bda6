import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { property as test } from '#tests/runs.ts'
import { firstSize, nextSize } from './step-size.ts'

/** Where sizes settle on a machine whose steps take so long, with so much written for each document. */
function settledAt(
  fixedMs: number,
  documentMs: number,
  written: { readonly values: number; readonly characters: number },
): number {
  let size = firstSize
  for (let step = 0; step < 50; step++)
    size = nextSize(size, {
      documents: size,
      ms: fixedMs + documentMs * size,
      values: written.values * size,
      characters: written.characters * size,
    })
  return size
}

const short = { values: 1, characters: 10 }

describe('the size of a step', () => {
  it('grows until the step takes its time', () => {
    const size = settledAt(2, 0.02, short)
    expect(2 + 0.02 * size).toBeGreaterThan(9)
    expect(2 + 0.02 * size).toBeLessThan(11)
  })

  it('does not fall where it is the step itself that takes long, and not its documents', () => {
    expect(settledAt(30, 0.1, short)).toBe(100)
    expect(settledAt(300, 1, short)).toBe(100)
  })

  it('falls where much is written for each document', () => {
    expect(settledAt(5, 2, { values: 20, characters: 200 })).toBeLessThan(10)
    expect(settledAt(5, 50, { values: 1, characters: 100_000 })).toBe(1)
  })

  test('is some documents, whatever a step took', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.record({
          documents: fc.integer({ min: 1, max: 500 }),
          ms: fc.double({ min: 0, max: 1e6, noNaN: true }),
          values: fc.nat(50_000),
          characters: fc.nat(1e9),
        }),
        (size, took) => {
          const next = nextSize(size, took)
          expect(Number.isInteger(next)).toBe(true)
          expect(next).toBeGreaterThanOrEqual(1)
          expect(next).toBeLessThanOrEqual(500)
        },
      ),
    )
  })
})
