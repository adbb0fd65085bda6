import { describe, expect, it } from 'vitest'
import { walk } from './row-keys.ts'

describe('a list of rows', () => {
  it('is walked by rows, by pages and to both ends, and never out of them', () => {
    const from = (at: number) => (key: string) => walk(10, at, key, 4)
    expect(['ArrowDown', 'PageDown', 'End'].map(from(-1))).toEqual([0, 4, 9])
    expect(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home'].map(from(5))).toEqual([4, 6, 1, 9, 0])
    expect(['ArrowDown', 'PageDown'].map(from(9))).toEqual([9, 9])
    expect(from(5)('Tab')).toBeNull()
  })
})
