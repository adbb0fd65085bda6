import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Confidence, sampleSize } from '#contracts/sample-size.ts'
import { drawn } from './draw.ts'

describe('a random sample', () => {
  it('is of the size that was asked for, of the set, each document once, and the same for the same seed', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 2 ** 31 - 1 }), { maxLength: 200 }),
        fc.nat(250),
        fc.string(),
        (set, size, seed) => {
          const ids = Int32Array.from(set).sort()
          const sample = drawn(ids, size, seed)
          expect(sample).toHaveLength(Math.min(size, ids.length))
          expect(new Set(sample).size).toBe(sample.length)
          expect(sample.every((id) => ids.includes(id))).toBe(true)
          expect(sample).toEqual(sample.toSorted((a, b) => a - b))
          expect(drawn(ids, size, seed)).toEqual(sample)
        },
      ),
    )
  })

  it('takes each document as often as the others', () => {
    const ids = Array.from({ length: 20 }, (_, at) => at + 1)
    const times = new Map<number, number>()
    for (let seed = 0; seed < 4_000; seed++)
      for (const id of drawn(ids, 5, String(seed))) times.set(id, (times.get(id) ?? 0) + 1)
    // 1,000 are expected of each; five standard deviations are 137.
    for (const id of ids) expect(Math.abs((times.get(id) ?? 0) - 1_000)).toBeLessThan(137)
  })

  it.each<{ confidence: Confidence; margin: number; sizes: readonly (readonly [number, number])[] }>([
    {
      confidence: 90,
      margin: 5,
      sizes: [
        [500, 176],
        [1_000, 214],
        [10_000, 264],
        [1_000_000, 271],
      ],
    },
    {
      confidence: 95,
      margin: 5,
      sizes: [
        [500, 218],
        [1_000, 278],
        [10_000, 370],
        [100_000, 383],
        [1_000_000, 384],
      ],
    },
    {
      confidence: 95,
      margin: 2.5,
      sizes: [
        [500, 378],
        [1_000, 607],
        [10_000, 1_333],
        [1_000_000, 1_535],
      ],
    },
    {
      confidence: 95,
      margin: 1,
      sizes: [
        [500, 476],
        [100_000, 8_763],
      ],
    },
    {
      confidence: 99,
      margin: 2,
      sizes: [
        [500, 447],
        [10_000, 2_932],
        [100_000, 3_982],
        [1_000_000, 4_130],
      ],
    },
  ])(
    'with $confidence % confidence and a margin of $margin % is as large as Cochran says',
    ({ confidence, margin, sizes }) => {
      for (const [population, size] of sizes) expect(sampleSize(population, confidence, margin)).toBe(size)
      expect(sampleSize(3, confidence, margin)).toBe(3)
      expect(sampleSize(1, confidence, margin)).toBe(1)
    },
  )
})
