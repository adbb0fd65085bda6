import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs, property as test } from '#tests/runs.ts'
import { Bits } from './bits.ts'
import { Coded } from './coded.ts'

const live = Bits.empty(10)
for (let slot = 1; slot < 10; slot++) live.add(slot)
const slotsOf = (column: Coded, wanted: string): number[] => [
  ...column.where(10, live, (values) => values.includes(wanted)),
]

describe('values in memory', () => {
  it('go when no document has them any more, however often they change', () => {
    const column = new Coded()
    for (let i = 0; i < 1_000; i++) {
      column.set(1, [`Draft ${i}`])
      column.set(2, ['Final'])
    }
    expect(column.values.flat().toSorted()).toEqual(['Draft 999', 'Final'])
    expect(slotsOf(column, 'Draft 999')).toEqual([1])
    expect(slotsOf(column, 'Final')).toEqual([2])
  })

  it('stay while any document has them, and say whether they changed', () => {
    const column = new Coded()
    expect(column.set(1, ['Yes'])).toBe(true)
    expect(column.set(2, ['Yes'])).toBe(true)
    expect(column.set(2, ['Yes'])).toBe(false)
    expect(column.set(1, ['No'])).toBe(true)
    expect([slotsOf(column, 'Yes'), slotsOf(column, 'No')]).toEqual([[2], [1]])
  })

  test('are the same after any changes as those of each slot alone', () => {
    // A list whose values are numbers, or hold commas, is none of others.
    const list = fc.array(fc.constantFrom<string | number>('a', 'b', '1', '2', '1,2', 1, 2), { maxLength: 3 })
    const change = fc.tuple(fc.integer({ min: 1, max: 4 }), list)
    fc.assert(
      fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
        const column = new Coded()
        const slots = new Map<number, readonly (string | number)[]>()
        for (const [slot, values] of changes) {
          const before = slots.get(slot) ?? []
          expect(column.set(slot, values)).toBe(JSON.stringify(before) !== JSON.stringify(values))
          slots.set(slot, values)
        }
        for (const [slot, values] of slots) expect(column.values[column.codes[slot] ?? 0]).toEqual(values)
        const different = new Set([...slots.values()].map((values) => JSON.stringify(values)))
        expect(column.values.filter(({ length }) => length > 0)).toHaveLength(
          different.size - (different.has('[]') ? 1 : 0),
        )
      }),
      { numRuns: runs(200) },
    )
  })

  it('that are kept aside are found by nobody here, not even as missing', () => {
    const column = new Coded()
    column.set(1, ['Yes'])
    expect(column.take(1, ['x'.repeat(300)])).toBe(true)
    expect([...column.where(10, live, (values) => values.length === 0)]).not.toContain(1)
    expect([...column.aside]).toEqual([1])
    column.set(1, ['No'])
    expect([slotsOf(column, 'No'), [...column.aside]]).toEqual([[1], []])
  })

  it('that are kept aside are told again without a change: what is sorted need not be sorted anew', () => {
    const column = new Coded()
    expect(column.take(1, ['Ana', 'x'.repeat(300)])).toBe(true)
    expect(column.take(1, ['Ana', 'x'.repeat(300)])).toBe(false)
    expect(column.take(1, ['Ana'])).toBe(true)
  })
})
