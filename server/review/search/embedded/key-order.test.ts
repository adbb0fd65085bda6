import fc from 'fast-check'
import { expect, it } from 'vitest'
import { KeyOrder } from './key-order.ts'

it('ranks keys as texts compare: by code unit, one that ends before those that go on, equal ones alike', () => {
  // Halves of pairs, the letters that they stand before and behind, ends, and more alike than are compared one by one.
  const unit = fc.constantFrom('\0', 'a', 'b', 'é', 'ÿ', 'あ', '\ud800', '\udbff\udfff', '\ue000', '\uffff')
  const beginning = fc.constantFrom('', 'draft ', 'draft of the agreement ')
  const key = fc
    .tuple(beginning, fc.array(unit, { maxLength: 5 }))
    .map(([start, units]) => start + units.join(''))
  const many = fc
    .integer({ min: 5_000, max: 6_000 })
    .map((count) => Array.from({ length: count }, (_, i) => `k${(i * 7_919) % 4_507}`))
  const keys = fc.oneof({ weight: 30, arbitrary: fc.array(key, { maxLength: 120 }) }, many)
  fc.assert(
    fc.property(keys, (all) => {
      const order = new KeyOrder()
      for (const [i, own] of all.entries()) order.add(i + 1, own)
      const ranking = order.ranks(all.length + 2)
      let part = ranking.next()
      while (part.done !== true) part = ranking.next()
      const sorted = [...new Set(all)].sort()
      const placeOf = new Map(sorted.map((own, i) => [own, i + 1]))
      expect([...part.value]).toEqual([0, ...all.map((own) => placeOf.get(own)), 0])
    }),
    { numRuns: 150 },
  )
})
