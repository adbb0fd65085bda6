import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs, property as test } from '#tests/runs.ts'
import { axisOf, columnAt, columnsSeen, maxPixels, offsetsOf, revealed, rowsSeen } from './grid-window.ts'

describe('the window of a grid', () => {
  test('reaches every row of any sheet, however high browsers let it be', () => {
    const sheet = fc.record({
      count: fc.integer({ min: 1, max: 100_000_000 }),
      rowHeight: fc.integer({ min: 12, max: 200 }),
      viewport: fc.integer({ min: 100, max: 3_000 }),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    fc.assert(
      fc.property(sheet, ({ count, rowHeight, viewport, at }) => {
        const full = count * rowHeight
        const axis = axisOf(full, viewport)
        expect(axis.height).toBeLessThanOrEqual(maxPixels)
        const bottom = Math.max(0, axis.height - viewport) * axis.scale
        // At the bottom of the scroll the last row ends where the view ends.
        expect(bottom).toBeCloseTo(Math.max(0, full - viewport), 3)
        const seen = at * bottom
        const { first, end } = rowsSeen({ seen, viewport, rowHeight, frozen: 0, count }, 0)
        expect(first * rowHeight).toBeLessThanOrEqual(seen + 1e-3)
        expect(end * rowHeight).toBeGreaterThanOrEqual(Math.min(full, seen + viewport) - 1e-3)
        expect(end - first).toBeLessThanOrEqual(viewport / rowHeight + 2)
      }),
      { numRuns: runs(300) },
    )
  })

  test('shows every column that has a px in view, and none twice', () => {
    const widths = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(widths, fc.nat(5_000), fc.integer({ min: 1, max: 900 }), (each, seen, viewport) => {
        const offsets = offsetsOf(each.length, (column) => each[column] ?? 0)
        const { first, end } = columnsSeen(offsets, { seen, viewport, frozen: 0 }, 0)
        for (const [column, width] of each.entries()) {
          const from = offsets[column] ?? 0
          const inView = from < seen + viewport && from + width > seen
          if (inView) expect(column >= first && column < end).toBe(true)
        }
        const at = columnAt(offsets, seen)
        expect(at).toBe(
          Math.max(
            0,
            each.findLastIndex((_, column) => (offsets[column] ?? 0) <= seen),
          ),
        )
      }),
      { numRuns: runs(300) },
    )
  })

  it('moves as little as it can to bring something into view', () => {
    expect(revealed(100, 200, 150, 180)).toBe(100)
    expect(revealed(100, 200, 80, 104)).toBe(80)
    expect(revealed(100, 200, 290, 320)).toBe(120)
    // What is larger than the view is shown from where it begins.
    expect(revealed(0, 200, 300, 900)).toBe(300)
  })
})
