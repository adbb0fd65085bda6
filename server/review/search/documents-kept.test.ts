import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packIds, unpackIds } from './documents-kept.ts'

describe('sets of documents that are kept', () => {
  it('come back as they were, whatever their ids and order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 2 ** 31 - 1 })), (ids) => {
        expect(unpackIds(packIds(ids))).toEqual(new Set(ids))
      }),
    )
  })

  it('take little room', () => {
    const ids = Array.from({ length: 200_000 }, (_, at) => at + 7_000_000)
    expect(packIds(ids).length).toBeLessThan(1_000)
  })
})
