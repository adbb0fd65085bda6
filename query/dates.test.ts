import { describe, expect, it } from 'vitest'
import { readDay, spanOf, startOfDay } from './dates.ts'

const start = (text: string, zone: string): string => {
  const day = readDay(text)
  return day === null ? '' : new Date(startOfDay(day, zone)).toISOString()
}

describe('the first instant of a day', () => {
  it.each([
    ['03/01/2021', 'UTC', '2021-03-01T00:00:00.000Z'],
    ['03/01/2021', 'America/New_York', '2021-03-01T05:00:00.000Z'],
    ['03/14/2021', 'America/New_York', '2021-03-14T05:00:00.000Z'],
    ['03/15/2021', 'America/New_York', '2021-03-15T04:00:00.000Z'],
    // Until 2006 the clocks were put forward in April.
    ['03/20/2006', 'America/New_York', '2006-03-20T05:00:00.000Z'],
    ['03/20/2007', 'America/New_York', '2007-03-20T04:00:00.000Z'],
    ['07/01/2021', 'Asia/Kolkata', '2021-06-30T18:30:00.000Z'],
    // Clocks put forward over midnight: the day begins at one.
    ['10/20/2013', 'America/Sao_Paulo', '2013-10-20T03:00:00.000Z'],
    // Clocks put back at midnight: the day begins the first time.
    ['11/03/2013', 'America/Havana', '2013-11-03T04:00:00.000Z'],
    // A day that was left out begins where the next one does.
    ['12/30/2011', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
    ['12/31/2011', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  ])('%s in %s', (day, zone, expected) => {
    expect(start(day, zone)).toBe(expected)
  })
})

it('takes a day from midnight to midnight of the zone', () => {
  const sent = Date.parse('2021-03-01T04:30:00Z')
  const within = (zone: string): boolean => {
    const span = spanOf({ op: 'on', date: '03/01/2021' }, zone)
    return span !== null && sent >= span[0] && sent < span[1]
  }
  expect(within('UTC')).toBe(true)
  expect(within('America/New_York')).toBe(false)
})

it('[val-search-date-max] holds all of the last day, whatever the zone', () => {
  const span = spanOf({ op: 'on', date: '12/31/2050' }, 'Pacific/Honolulu')
  expect(span?.map((ms) => new Date(ms).toISOString())).toEqual([
    '2050-12-31T10:00:00.000Z',
    '2051-01-01T10:00:00.000Z',
  ])
})
