import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { property as test } from '#tests/runs.ts'
import { instantAt, isWithin, outlineOf, type Span, shareOf, spanOf, ticksOf } from './scale.ts'

const minute = 60_000
const day = 24 * 60 * minute
const spans: fc.Arbitrary<Span> = fc
  .tuple(
    fc.integer({ min: Date.parse('2001-01-01'), max: Date.parse('2030-01-01') }),
    fc.integer({ min: 0, max: 3000 * day }),
  )
  .map(([from, length]) => spanOf(from, from + length))

describe('the scale of the time line', () => {
  test('puts an instant where it is read back from, to the millisecond', () => {
    fc.assert(
      fc.property(spans, fc.double({ min: 0, max: 1, noNaN: true }), (span, share) => {
        const at = instantAt(span, share)
        expect(isWithin(span, at)).toBe(true)
        expect(Math.abs(instantAt(span, shareOf(span, at)) - at)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('draws what lies outside at the nearer end, and a single instant as a span', () => {
    const span = spanOf(1000, 1000)
    expect(span.to).toBeGreaterThan(span.from)
    expect([shareOf(span, 0), shareOf(span, 99_999)]).toEqual([0, 1])
  })

  test('has round instants on its axis, in order, within it, and not too many', () => {
    fc.assert(
      fc.property(spans, fc.integer({ min: 2, max: 12 }), (span, most) => {
        const ticks = ticksOf(span, most)
        expect(ticks.length).toBeLessThanOrEqual(most + 1)
        expect(ticks.every(({ at }) => isWithin(span, at))).toBe(true)
        expect(ticks.map(({ at }) => at)).toEqual(ticks.map(({ at }) => at).toSorted((a, b) => a - b))
      }),
    )
    const from = new Date(2026, 2, 2, 9, 58).getTime()
    expect(ticksOf({ from, to: from + 10 * minute }, 5).map(({ label }) => label)).toEqual(['10:00', '10:05'])
  })

  it('draws a column for each bin that holds something, the smallest to be seen, the greatest whole', () => {
    const span = { from: 0, to: 400 }
    const drawn = outlineOf(span, 0, 100, [0, 1, 1000, 0], 1000)
    expect(drawn.match(/M/g)).toHaveLength(2)
    expect(drawn).toContain('V0.9600')
    expect(drawn).toContain('V0.0000')
    // Of a bin that begins before the period only what is in it.
    expect(outlineOf(span, -50, 100, [5], 5)).toMatch(/^M0\.0\d+ 1V0\.0000H0\.1\d+V1Z$/)
    expect(outlineOf(span, 1000, 100, [5], 5)).toBe('')
  })
})
