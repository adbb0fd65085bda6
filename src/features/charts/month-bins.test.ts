import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs, property as test } from '#tests/runs.ts'
import { binned, type MonthCount, sum, withGaps } from './month-bins.ts'

const at = (month: string, count = 1): MonthCount => ({ month, count })
/** Every month of some years. */
const years = (from: number, to: number, count: number): MonthCount[] =>
  Array.from({ length: (to - from + 1) * 12 }, (_, i) =>
    at(`${from + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, '0')}`, count),
  )
const ends = ({ bins }: ReturnType<typeof binned>) => [bins[0]?.label, bins.at(-1)?.label]

describe('documents by month', () => {
  it('show months without any as a gap', () => {
    expect(withGaps([at('2001-11', 2), at('2002-02')])).toEqual([
      at('2001-11', 2),
      at('2001-12', 0),
      at('2002-01', 0),
      at('2002-02'),
    ])
  })

  it('are drawn where the bulk of them is; strays are counted, not drawn', () => {
    const drawn = binned([at('1979-12', 9), at('1998-03', 3), ...years(1999, 2001, 100), at('2012-04', 2)])
    expect(ends(drawn)).toEqual(['Mar 1998', 'Dec 2001'])
    expect([drawn.before, drawn.after]).toEqual([9, 2])
  })

  it('are not drawn at dates that cannot be, however many there are', () => {
    const { bins, before, after } = binned([at('0002-11', 358), at('2001-11', 2), at('2099-01', 4)])
    expect(bins).toEqual([{ from: '2001-11', label: 'Nov 2001', count: 2 }])
    expect([before, after]).toEqual([358, 4])
  })

  it('keep a long thin tail, and two phases that lie far from each other', () => {
    const tail = [at('1994-01'), at('1995-01'), at('1996-01'), at('1997-01'), ...years(1998, 1999, 500)]
    expect(ends(binned(tail))).toEqual(['Jan 1994', 'Dec 1999'])
    const phases = [at('1985-05', 10), at('2015-05', 90)]
    expect(ends(binned(phases))).toEqual(['1985', '2015'])
  })

  it('are years where months would be too narrow', () => {
    expect(binned(years(1998, 2003, 1)).bins).toHaveLength(72)
    expect(binned(years(1998, 2004, 1)).bins).toEqual(
      [1998, 1999, 2000, 2001, 2002, 2003, 2004].map((year) => ({
        from: String(year),
        label: String(year),
        count: 12,
      })),
    )
  })

  test('lose nothing: what is drawn and what is named beside it are all, and most is drawn', () => {
    const month = fc
      .tuple(fc.integer({ min: 1, max: 2100 }), fc.integer({ min: 1, max: 12 }))
      .map(([year, n]) => `${String(year).padStart(4, '0')}-${String(n).padStart(2, '0')}`)
    const months = fc.uniqueArray(fc.record({ month, count: fc.nat(500) }), { selector: (one) => one.month })
    fc.assert(
      fc.property(months, (given) => {
        const { bins, before, after } = binned(given)
        expect(before + sum(bins) + after).toBe(sum(given))
        const possible = sum(given.filter((one) => one.month >= '1970-01' && one.month <= '2050-12'))
        expect(sum(bins)).toBeGreaterThanOrEqual(possible * 0.9)
      }),
      { numRuns: runs(500) },
    )
  })
})
