import { describe, expect, it } from 'vitest'
import type { Turn } from '#src/stores/pages.ts'
import { between, moved, pointAt, sized, stepOn } from './geometry.ts'

const turns: readonly Turn[] = [0, 90, 180, 270]

/** Where a point of the page lies on the screen, as the style turns it: clockwise about the middle. */
function onScreen(x: number, y: number, turn: Turn, paper: { width: number; height: number }) {
  const angle = (turn * Math.PI) / 180
  const [dx, dy] = [(x / 10_000 - 0.5) * paper.width, (y / 10_000 - 0.5) * paper.height]
  const frame = turn % 180 === 0 ? paper : { width: paper.height, height: paper.width }
  return {
    frame: { left: 30, top: 50, ...frame },
    clientX: 30 + frame.width / 2 + dx * Math.cos(angle) - dy * Math.sin(angle),
    clientY: 50 + frame.height / 2 + dx * Math.sin(angle) + dy * Math.cos(angle),
  }
}

describe('places on the page', () => {
  it.each(turns)('are the same from the screen and back, turned by %i', (turn) => {
    for (const width of [306, 612, 1224])
      for (const [x, y] of [
        [0, 0],
        [2_500, 7_500],
        [9_999, 1],
      ] as const) {
        const { frame, ...client } = onScreen(x, y, turn, { width, height: (width * 11) / 8.5 })
        const found = pointAt(client, frame, turn)
        expect([Math.abs(found.x - x) <= 1, Math.abs(found.y - y) <= 1]).toEqual([true, true])
      }
  })

  it.each(turns)('are moved by the arrows as they are seen, turned by %i', (turn) => {
    const paper = { width: 600, height: 800 }
    const from = onScreen(5_000, 5_000, turn, paper)
    const by = stepOn({ x: 100, y: 0 }, turn)
    const to = onScreen(5_000 + by.x, 5_000 + by.y, turn, paper)
    expect(to.clientX).toBeGreaterThan(from.clientX)
    expect(to.clientY).toBeCloseTo(from.clientY)
  })

  it('stay on the page, and boxes keep a width and a height', () => {
    const box = between({ x: 9_000, y: 900 }, { x: 8_000, y: 100 })
    expect(box).toEqual({ left: 8_000, top: 100, right: 9_000, bottom: 900 })
    expect(moved([box], { x: 5_000, y: -5_000 })[0]).toEqual({
      left: 9_000,
      top: 0,
      right: 10_000,
      bottom: 800,
    })
    expect(sized(box, { x: -1, y: 1 }, { x: 9_000, y: -9_000 })).toEqual({
      ...{ left: 8_980, top: 100, right: 9_000, bottom: 120 },
    })
    expect(pointAt({ clientX: -50, clientY: 9_000 }, { left: 0, top: 0, width: 10, height: 10 }, 0)).toEqual({
      x: 0,
      y: 10_000,
    })
  })
})
