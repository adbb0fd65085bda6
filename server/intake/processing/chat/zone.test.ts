import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs, property as test } from '#tests/runs.ts'
import { zoneClock } from './zone.ts'

describe('the clock of a zone', () => {
  it.each([
    ['America/Los_Angeles', '2016-01-15T05:55:18.000Z', '2016-01-14 21:55:18'],
    ['Asia/Kathmandu', '2016-01-14T18:15:00.000Z', '2016-01-15 00:00:00'],
    ['UTC', '2016-12-31T23:59:59.999Z', '2016-12-31 23:59:59'],
  ])('in %s shows %s as %s', (zone, instant, local) => {
    expect(zoneClock(zone).local(instant)).toBe(local)
  })

  it('knows the instant of what it shows, in summer and winter, and the first where it shows it twice', () => {
    const { instant } = zoneClock('America/Chicago')
    expect(instant('2024-01-15', '12:00:00')).toBe('2024-01-15T18:00:00.000Z')
    expect(instant('2024-07-15', '12:00:00')).toBe('2024-07-15T17:00:00.000Z')
    expect(instant('2024-11-03', '01:30:00')).toBe('2024-11-03T06:30:00.000Z')
    // The clock never showed this: it went from 2 to 3.
    expect(instant('2024-03-10', '02:30:00')).toBe('2024-03-10T08:30:00.000Z')
    expect(instant('2024-13-10', '02:30:00')).toBeNull()
    expect(instant('', '02:30:00')).toBeNull()
  })

  test('goes from what it shows back to that', () => {
    const zones = ['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kolkata', 'Pacific/Apia']
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2040, 0) }),
        (zone, at) => {
          const clock = zoneClock(zone)
          const shown = clock.local(new Date(at).toISOString())
          const back = clock.instant(shown.slice(0, 10), shown.slice(11))
          expect(back === null ? null : clock.local(back)).toBe(shown)
        },
      ),
      { numRuns: runs(300) },
    )
  })
})
