import { describe, expect, it } from 'vitest'
import { activeMs } from './active-time.ts'

const at = (minutes: number): string => new Date(Date.UTC(2026, 0, 5, 9, minutes)).toISOString()
const minute = 60_000

describe('active time', () => {
  it('[limit-coding-idle-15] adds the gaps that are no longer than the idle limit, and nothing of the others', () => {
    expect(activeMs([0, 4, 10, 40, 44].map(at), 15 * minute)).toBe(14 * minute)
  })

  it('counts a gap of just the limit, and not the next longer one', () => {
    expect(activeMs([at(0), at(15)], 15 * minute)).toBe(15 * minute)
    expect(activeMs([at(0), new Date(Date.parse(at(15)) + 1).toISOString()], 15 * minute)).toBe(0)
  })

  it('makes no time of a clock that was set back', () => {
    expect(activeMs([0, 5, 2, 4].map(at), 15 * minute)).toBe(7 * minute)
  })

  it('has nothing to say of one act alone', () => {
    expect(activeMs([at(3)], 15 * minute)).toBe(0)
    expect(activeMs([], 15 * minute)).toBe(0)
  })
})
