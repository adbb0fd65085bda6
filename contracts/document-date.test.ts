import { describe, expect, it } from 'vitest'
import { documentDay, documentTime } from './document-date.ts'

describe('document dates', () => {
  it('[format-date-display] are of the project’s zone, whatever the reader’s', () => {
    expect(documentDay('2021-03-01T04:30:00.000Z', 'America/New_York')).toBe('02/28/2021')
    expect(documentDay('2021-03-01T04:30:00.000Z', 'Europe/Berlin')).toBe('03/01/2021')
  })
  it('say their zone with the time, by the rules of that day', () => {
    expect(documentTime('2006-03-20T06:00:05.000Z', 'America/New_York')).toBe('03/20/2006 01:00:05 EST')
    expect(documentTime('2008-03-20T05:00:05.000Z', 'America/New_York')).toBe('03/20/2008 01:00:05 EDT')
    expect(documentTime('2021-01-01T00:00:00.000Z', 'UTC')).toBe('01/01/2021 00:00:00 UTC')
  })
  it('have four digits in the year, also where a clock was wrong by ages', () => {
    expect(documentDay('0001-11-19T15:46:12.000Z', 'UTC')).toBe('11/19/0001')
  })
})
