import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs, property as test } from '#tests/runs.ts'
import { light } from '../ui/palette.ts'
import { csvOf } from './csv.ts'
import { bandOf, type FlowStep } from './flow-chart.tsx'
import { heatOption, minHeatWidth } from './options.ts'
import { daysFrom, lies } from './periods.ts'

describe('a period', () => {
  it('goes from the first day of a month to the last of another, leap years too', () => {
    expect(daysFrom('2001-02', '2004-02')).toEqual({ start: '02/01/2001', end: '02/29/2004' })
    expect(daysFrom('1999', '2000')).toEqual({ start: '01/01/1999', end: '12/31/2000' })
  })

  it('holds the months and years that have a day in it, and no others', () => {
    const range = { start: '02/15/2001', end: '04/01/2001' }
    expect(
      ['2001-01', '2001-02', '2001-03', '2001-04', '2001-05'].map((month) => lies(month, range)),
    ).toEqual([false, true, true, true, false])
    expect(['2000', '2001', '2002'].map((year) => lies(year, range))).toEqual([false, true, false])
  })
})

describe('the flow', () => {
  const step = (key: string, items: number): FlowStep => ({ key, label: key, items, tone: 'accent' })

  test('loses nothing: what comes into a stage goes out of it, and each outcome gets all that is its own', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(50), { minLength: 1, maxLength: 7 }),
        fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 4 }),
        (outcomes, more) => {
          const steps = outcomes.map((items, at) => step(`step-${at}`, items))
          const all = outcomes.reduce((sum, items) => sum + items, 0)
          fc.pre(all > 0)
          const { nodes, links } = bandOf(
            more.map((items, at) => ({ key: `source-${at}`, label: '', items })),
            step('in', all),
            steps,
          )
          const names = new Set(nodes.map(({ name }) => name))
          for (const { source, target, value } of links) {
            expect(names.has(source) && names.has(target)).toBe(true)
            expect(value).toBeGreaterThan(0)
          }
          const into = (name: string) =>
            links.reduce((sum, link) => (link.target === name ? sum + link.value : sum), 0)
          const outOf = (name: string) =>
            links.reduce((sum, link) => (link.source === name ? sum + link.value : sum), 0)
          for (const { key, items } of steps) expect(into(key)).toBe(items)
          for (const { name } of nodes.filter((node) => node.name.startsWith('rest-')))
            expect(outOf(name)).toBe(into(name))
          expect(outOf('in')).toBe(all)
        },
      ),
      { numRuns: runs(100) },
    )
  })
})

describe('the figures as a file', () => {
  it('are no program for a spreadsheet, whatever a value is called', () => {
    const [head, row] = csvOf(['Domain', 'Documents'], [['=HYPERLINK("x")', 3]]).split('\r\n')
    expect(head).toBe('\uFEFFDomain,Documents')
    expect(row).toBe('"\'=HYPERLINK(""x"")",3')
  })
})

describe('two fields held against each other', () => {
  it('take as much room as keeps the heads of their columns apart, however many there are', () => {
    const option = heatOption({ columns: ['E-mail'], rows: [], cells: [] }, { colours: light, moves: true })
    const { width } = Object(Object(option.xAxis).axisLabel)
    const { left, right } = Object(option.grid)
    for (const columns of [1, 12, 40])
      expect((minHeatWidth(columns) - left - right) / columns).toBeGreaterThan(width)
  })
})
