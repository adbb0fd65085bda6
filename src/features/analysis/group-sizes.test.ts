import fc from 'fast-check'
import { expect } from 'vitest'
import { runs, property as test } from '#tests/runs.ts'
import { groupSizes } from './group-sizes.ts'

test('puts every document into the one band that its group is of', () => {
  const size = fc.record({
    size: fc.integer({ min: 1, max: 200 }),
    documents: fc.integer({ min: 1, max: 9 }),
  })
  fc.assert(
    fc.property(fc.uniqueArray(size, { selector: (one) => one.size, maxLength: 40 }), (sizes) => {
      const none = { documents: 3, bytes: 30 }
      const values = sizes.map(({ size: value, documents }) => ({
        value: String(value),
        documents,
        bytes: 10 * documents,
      }))
      const shown = groupSizes({
        field: 'Thread_Count',
        values,
        none,
        others: { values: 0, documents: 0, bytes: 0 },
      })
      for (const { band, documents, bytes } of shown) {
        const inside = sizes.filter(
          ({ size: n }) => n >= band.least && (band.most === null || n <= band.most),
        )
        expect(documents).toBe(inside.reduce((all, one) => all + one.documents, 0))
        expect(bytes).toBe(10 * documents)
      }
      const sum = (of: readonly { readonly documents: number }[]) =>
        of.reduce((all, one) => all + one.documents, 0)
      expect(sum(shown)).toBe(sum(sizes))
    }),
    { numRuns: runs(100) },
  )
  expect(groupSizes(null)).toEqual([])
})
