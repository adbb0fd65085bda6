import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitPanes, stripWidth } from './pane-widths.ts'

const list = { size: 440, min: 260, max: 900 }
const coding = { size: 320, min: 240, max: 600 }
/** What the window leaves of its width beside the rail. */
const widths = (window: number, start = list, end = coding) => {
  const { start: left, end: right } = fitPanes(window - 48, start, end, 480)
  return [left, window - 48 - (left ?? stripWidth) - right, right]
}

describe('the widths of three panes', () => {
  it('are as they were set, where there is room; the first narrows, then goes', () => {
    expect(widths(1440)).toEqual([440, 632, 320])
    expect(widths(1280)).toEqual([432, 480, 320])
    expect(widths(1108)).toEqual([260, 480, 320])
    expect(widths(1107)).toEqual([null, 711, 320])
    expect(widths(1024)).toEqual([null, 628, 320])
  })

  it('keep the middle where the others were made as wide as they go', () => {
    expect(widths(1440, { ...list, size: 900 }, { ...coding, size: 600 })).toEqual([312, 480, 600])
    expect(widths(1024, list, { ...coding, size: 600 })).toEqual([null, 480, 468])
  })

  it('leave the middle its least width in every window that holds it, and offer no width that takes of it', () => {
    void fc.assert(
      fc.property(
        fc.integer({ min: 480 + coding.min + stripWidth, max: 4_000 }),
        fc.integer({ min: 0, max: 2_000 }),
        fc.integer({ min: 0, max: 2_000 }),
        (total, startSize, endSize) => {
          const [start, end] = [
            { ...list, size: startSize },
            { ...coding, size: endSize },
          ]
          const fitted = fitPanes(total, start, end, 480)
          expect(total - (fitted.start ?? stripWidth) - fitted.end).toBeGreaterThanOrEqual(480)
          // The edge of the second, dragged as far as it goes, does not make the first go.
          const dragged = fitPanes(total, start, { ...end, size: fitted.endMax }, 480)
          expect(dragged.start === null).toBe(fitted.start === null)
          expect(total - (dragged.start ?? stripWidth) - dragged.end).toBeGreaterThanOrEqual(480)
        },
      ),
    )
  })
})
