import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs, property as test } from '#tests/runs.ts'
import { boxBefore, type GreyImage, part, type Quarters, quarters, turned } from './grey.ts'

const image = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 }))
  .chain(([width, height]) =>
    fc
      .uint8Array({ minLength: width * height, maxLength: width * height })
      .map((pixels): GreyImage => ({ width, height, pixels, dpi: 100 })),
  )
const turn = fc.constantFrom<Quarters>(...quarters)

describe('turning an image', () => {
  it('moves the upper left corner clockwise', () => {
    const corner: GreyImage = { width: 3, height: 2, pixels: Uint8Array.of(9, 0, 0, 0, 0, 0), dpi: 100 }
    expect(quarters.map((by) => turned(corner, by))).toEqual([
      corner,
      { width: 2, height: 3, pixels: Uint8Array.of(0, 9, 0, 0, 0, 0), dpi: 100 },
      { width: 3, height: 2, pixels: Uint8Array.of(0, 0, 0, 0, 0, 9), dpi: 100 },
      { width: 2, height: 3, pixels: Uint8Array.of(0, 0, 0, 0, 9, 0), dpi: 100 },
    ])
  })

  test('four times by a quarter changes nothing, and by so many at once is by one after the other', () => {
    fc.assert(
      fc.property(image, turn, (one, by) => {
        let step = one
        for (let i = 0; i < by; i++) step = turned(step, 1)
        expect(turned(one, by)).toEqual(step)
        expect(turned(turned(one, by), ((4 - by) & 3) as Quarters)).toEqual(one)
      }),
      { numRuns: runs(200) },
    )
  })

  test('a box of the turned image holds, in the image as it was, the same pixels', () => {
    fc.assert(
      fc.property(image, turn, fc.nat(), fc.nat(), fc.nat(), fc.nat(), (one, by, x, y, w, h) => {
        const shown = turned(one, by)
        const left = x % shown.width
        const top = y % shown.height
        const box = {
          left,
          top,
          width: 1 + (w % (shown.width - left)),
          height: 1 + (h % (shown.height - top)),
        }
        const before = part(one, boxBefore(box, by, one))
        expect(turned(before, by)).toEqual(part(shown, box))
      }),
      { numRuns: runs(300) },
    )
  })
})
