import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { filterNumbers } from '#contracts/filter.ts'
import { allDocuments } from '#src/events/catalog/filter.ts'
import { runs, property as test } from '#tests/runs.ts'
import { type Band, choiceOfBand, isChosen, toggledBand } from './bands.ts'
import { type FilterNumber, withNumber } from './choice.ts'

const members = Object.keys(filterNumbers) as FilterNumber[]
const band: fc.Arbitrary<Band> = fc
  .tuple(fc.nat(100), fc.option(fc.nat(50)))
  .map(([least, more]) => ({ least, most: more === null ? null : least + more }))

describe('a band of numbers', () => {
  test('[filter-family-count] asks for its own numbers and no others', () => {
    fc.assert(
      fc.property(band, fc.nat(200), ({ least, most }, n) => {
        const { operator, value, to } = choiceOfBand({ least, most })
        const from = value ?? Number.NaN
        const holds = { '=': n === from, '>=': n >= from, between: n >= from && n <= (to ?? -1) }
        expect(holds[operator as keyof typeof holds]).toBe(n >= least && (most === null || n <= most))
      }),
      { numRuns: runs(200) },
    )
  })

  test('takes the place of another one, and is taken away by a second click', () => {
    fc.assert(
      fc.property(fc.constantFrom(...members), band, band, (member, one, other) => {
        const first = toggledBand(allDocuments, member, one)
        expect(isChosen(first, member, one)).toBe(true)
        expect(toggledBand(first, member, one)).toEqual(allDocuments)
        if (JSON.stringify(choiceOfBand(one)) === JSON.stringify(choiceOfBand(other))) return
        expect(isChosen(first, member, other)).toBe(false)
        expect(toggledBand(first, member, other)).toEqual(toggledBand(allDocuments, member, other))
      }),
      { numRuns: runs(200) },
    )
  })

  it('is not what is chosen where that was turned round or has those without a number', () => {
    const asked = choiceOfBand({ least: 3, most: 5 })
    for (const flags of [{ includeNull: true }, { includeSelections: false }]) {
      const of = withNumber(allDocuments, 'threadCount', { ...asked, ...flags })
      expect(isChosen(of, 'threadCount', { least: 3, most: 5 })).toBe(false)
    }
  })
})
