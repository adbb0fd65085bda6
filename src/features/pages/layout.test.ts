import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs, property as test } from '#tests/runs.ts'
import { gap, layOut, margin, pageAt, zoomedBy } from './layout.ts'

const letter = { width: 1275, height: 1650, dpi: 150, fault: null }
const upright = { zoom: 1, turn: 0, small: false } as const
const pane = { width: 1000, height: 700 }

describe('pages below each other', () => {
  it('are 8.5 × 11 inches of 96 pixels in their own size, and lie down when they are turned', () => {
    expect(layOut([letter], upright, pane).pages).toEqual([{ top: margin, width: 816, height: 1056 }])
    expect(layOut([letter], { ...upright, turn: 90 }, pane).pages).toEqual([
      { top: margin, width: 1056, height: 816 },
    ])
  })

  it('fit the width, or the whole pane; a small picture is not blown up', () => {
    const [wide] = layOut([letter], { ...upright, zoom: 'width' }, pane).pages
    expect(wide?.width).toBe(1000 - 2 * margin)
    const [whole] = layOut([letter], { ...upright, zoom: 'page' }, pane).pages
    expect((whole?.top ?? 0) + (whole?.height ?? 0) + gap).toBe(700)
    const icon = { width: 32, height: 32, dpi: 96, fault: null }
    expect(layOut([icon], { ...upright, zoom: 'width', small: true }, pane).pages[0]?.width).toBe(32)
  })

  test('never overlap, are found again by where they stand, and stay below what browsers can scroll', () => {
    const image = fc.record({
      width: fc.integer({ min: 1, max: 30_000 }),
      height: fc.integer({ min: 1, max: 30_000 }),
      dpi: fc.constantFrom(30, 96, 150),
      fault: fc.constant(null),
    })
    const zoom = fc.constantFrom('width' as const, 'page' as const, 0.25, 1, 4)
    const turn = fc.constantFrom(0 as const, 90 as const)
    fc.assert(
      fc.property(fc.array(image, { minLength: 1, maxLength: 300 }), zoom, turn, (images, to, turned) => {
        const layout = layOut(images, { zoom: to, turn: turned, small: false }, pane)
        for (const [at, { top, height }] of layout.pages.entries()) {
          const next = layout.pages[at + 1]
          if (next !== undefined) expect(next.top).toBe(top + height + gap)
          expect(pageAt(layout, top)).toBe(at)
          expect(pageAt(layout, top + height)).toBe(at)
        }
        // Rounded to whole pixels, and a gap for each.
        expect(layout.height).toBeLessThan(30_000_000 + images.length * (gap + 1) + margin)
      }),
      { numRuns: runs(50) },
    )
  })

  it('go from size to size, and no further than the largest and the smallest', () => {
    expect([zoomedBy(1, 1), zoomedBy(1, -1), zoomedBy(0.731, 1), zoomedBy(0.731, -1)]).toEqual([
      1.25, 0.75, 0.75, 0.67,
    ])
    expect([zoomedBy(4, 1), zoomedBy(0.25, -1)]).toEqual([4, 0.25])
  })
})
