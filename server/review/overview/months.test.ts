import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs, property as test } from '#tests/runs.ts'
import { byMonth, edgeDays } from './months.ts'

const one = (at: string, timeZone: string) => byMonth([{ at, count: 1 }], timeZone)[0]?.month

describe('documents by month', () => {
  it('belong to the month that it was in the project, not in UTC', () => {
    expect(one('2021-03-01T04:30', 'America/New_York')).toBe('2021-02')
    expect(one('2021-03-01T05:00', 'America/New_York')).toBe('2021-03')
    expect(one('2021-02-28T10:30', 'Pacific/Kiritimati')).toBe('2021-03')
    expect(one('2020-12-31T18:29', 'Asia/Kolkata')).toBe('2020-12')
    expect(one('2020-12-31T18:30', 'Asia/Kolkata')).toBe('2021-01')
    expect(one('2021-03', 'Asia/Kolkata')).toBe('2021-03')
  })

  it('are added up in order', () => {
    const groups = [
      { at: '2021-04', count: 5 },
      { at: '2021-03-01T04:30', count: 1 },
      { at: '2021-02', count: 7 },
    ]
    expect(byMonth(groups, 'America/New_York')).toEqual([
      { month: '2021-02', count: 8 },
      { month: '2021-04', count: 5 },
    ])
  })

  test('agree with the calendar of the zone at every minute since clocks have whole minutes', () => {
    const zones = [
      'America/New_York',
      'Europe/Berlin',
      'Asia/Kathmandu',
      'Pacific/Apia',
      'Pacific/Kiritimati',
      'UTC',
      'Australia/Lord_Howe',
      'Atlantic/Azores',
    ]
    const instants = fc.date({
      min: new Date('1972-02-01'),
      max: new Date('2060-01-01'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(fc.constantFrom(...zones), instants, (timeZone, at) => {
        const iso = at.toISOString()
        const edge = edgeDays.some((day) => day === iso.slice(8, 10))
        const parts = new Intl.DateTimeFormat('en-CA', {
          timeZone,
          year: 'numeric',
          month: '2-digit',
        }).formatToParts(at)
        const of = (type: string) => parts.find((part) => part.type === type)?.value
        expect(one(edge ? iso.slice(0, 16) : iso.slice(0, 7), timeZone)).toBe(`${of('year')}-${of('month')}`)
      }),
      { numRuns: runs(2000) },
    )
  })
})
