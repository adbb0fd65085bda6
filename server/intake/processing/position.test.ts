import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { property as test } from '#tests/runs.ts'
import { comparePositions, containerEnd, type Position, standing } from './position.ts'

describe('positions', () => {
  test('say of each step whether it is done, whichever step a walk was left at', () => {
    // A walk: items and containers in order, each container closed behind what it holds.
    const walk: Position[] = []
    const step = (at: Position, depth: number): void => {
      for (let i = 0; i < 3; i++) {
        const here = [...at, i * 7]
        if (depth === 0 || i === 1) walk.push(here)
        else step(here, depth - 1)
      }
      walk.push([...at, containerEnd])
    }
    step([0], 2)
    expect(walk.toSorted(comparePositions)).toEqual(walk)
    fc.assert(
      fc.property(fc.nat(walk.length - 1), (left) => {
        const doneUpTo = { at: walk[left] ?? [] }
        expect(walk.filter((at) => standing(at, doneUpTo) !== 'done')).toEqual(walk.slice(left + 1))
      }),
    )
  })

  it('know a container that was left in its middle from one that is closed', () => {
    expect(standing([0, 3], { at: [0, 3, 5] })).toBe('inside')
    expect(standing([0, 3], { at: [0, 3, containerEnd] })).toBe('done')
    expect(standing([0, 4], { at: [0, 3, 5] })).toBe('open')
    expect(standing([0], null)).toBe('open')
  })
})
