import { describe, expect, it } from 'vitest'
import { Bits } from './bits.ts'
import { Coded } from './facts.ts'

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
