import { describe, expect, it } from 'vitest'
import { noBuckets, packState, putIn } from '../../stores/buckets.ts'
import { differenceOf, written } from './state-diff.ts'

const paths = (before: unknown, after: unknown) =>
  differenceOf(before, after).changes.map(({ path, before: was, after: is }) => [path, was, is])

describe('what an event changed', () => {
  it('names the parts that differ, and nothing else', () => {
    expect(paths({ a: 1, b: { c: [1, 2] }, gone: true }, { a: 1, b: { c: [1, 3, 4] }, come: null })).toEqual([
      ['b.c.1', 2, 3],
      ['b.c.2', undefined, 4],
      ['gone', true, undefined],
      ['come', undefined, null],
    ])
    expect(paths({ a: { b: 1 } }, { a: { b: 1 } })).toEqual([])
    expect(paths({ a: [] }, { a: {} })).toEqual([['a', [], {}]])
  })

  it('reads maps and sets, also those that a snapshot brought packed', () => {
    expect(paths(new Map([[1, new Set(['x'])]]), new Map([[1, new Set(['x', 'y'])]]))).toEqual([
      ['1.y', undefined, true],
    ])
    const before = putIn(putIn(noBuckets, '7', { value: 'no', step: 1 }), '8', { value: 'same', step: 1 })
    const after = putIn(before, '7', { value: 'yes', step: 1 })
    const change = [['7.value', 'no', 'yes']]
    expect(paths(before, after)).toEqual(change)
    expect(paths(packState(before), after)).toEqual(change)
    expect(paths(packState(before), packState(after))).toEqual(change)
    expect(paths(packState(before), before)).toEqual([])
  })

  it('lists no more than can be read, and says how many more there are', () => {
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, nth) => [`key ${nth}`, nth]))
    const { changes, more } = differenceOf({}, many)
    expect(changes.length + more).toBe(1_000)
    expect(more).toBeGreaterThan(0)
    expect(written(new Map([['a', new Set([1])]]))).toBe('{\n "a": [\n  1\n ]\n}')
  })
})
