import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { property as test } from '#tests/runs.ts'
import { doubtsOf, readDate } from './dates.ts'

describe('readDate', () => {
  it.each([
    ['Mon, 26 Nov 2001 06:46:13 -0800 (PST)', '2001-11-26T14:46:13.000Z'],
    ['26 Nov 2001 06:46 -0800', '2001-11-26T14:46:00.000Z'],
    ['Mon, 26 Nov 01 06:46:13 PST', '2001-11-26T14:46:13.000Z'],
    ['Thu, 01 Jan 70 00:00:00 GMT', '1970-01-01T00:00:00.000Z'],
    ['Fri, 21 Nov 1997 09:55:06 -0600', '1997-11-21T15:55:06.000Z'],
    ['21 Nov 97 09:55:06 GMT', '1997-11-21T09:55:06.000Z'],
    ['Sat, 1 Jan 101 00:00:00 UT', '2001-01-01T00:00:00.000Z'],
    ['Mon Jun 01 10:00:00 2009', '2009-06-01T10:00:00.000Z'],
    ['Thu Mar  1 16:35:38 2018', '2018-03-01T16:35:38.000Z'],
    ['Mon Jun 01 10:00:00 EDT 2009', '2009-06-01T14:00:00.000Z'],
    ['Monday, May 03, 2010 4:21 PM', '2010-05-03T16:21:00.000Z'],
    ['16 May 2016 at 09:30:32  GMT+1', '2016-05-16T08:30:32.000Z'],
    ['2001-06-06T09:38:00Z', '2001-06-06T09:38:00.000Z'],
    ['2001-06-06 09:38:00+02:00', '2001-06-06T07:38:00.000Z'],
    ['11/21/2001 10:33 PM', '2001-11-21T22:33:00.000Z'],
    ['Sun, 30 Nov 0002 08:00:00 +0000', '0002-11-30T08:00:00.000Z'],
    ['Tue, 3 Apr 1979 10:00:00 +0100', '1979-04-03T09:00:00.000Z'],
    ['Tue, 4 Apr 2028 10:00:00 -0500', '2028-04-04T15:00:00.000Z'],
    ['Sat, 31 Dec 2016 23:59:60 +0000', '2016-12-31T23:59:59.000Z'],
    ['Wed, 1 Mar 2021 04:30:00 Q', '2021-03-01T04:30:00.000Z'],
    ['Thu, 10 Jul 1997 14:53:31 EST5EDT', '1997-07-10T18:53:31.000Z'],
    ['Fri, 10 Jan 1997 14:53:31 EST5EDT', '1997-01-10T19:53:31.000Z'],
    ['mar., 5 mars 2024 09:15:00 +0100', '2024-03-05T08:15:00.000Z'],
    ['Di., 5. M\u00e4rz 2024 09:15:00 +0100', '2024-03-05T08:15:00.000Z'],
    ['martes, 5 de agosto de 2024 09:15 -0300', '2024-08-05T12:15:00.000Z'],
    ['ven., 5 juil. 2024 09:15:00 +0200', '2024-07-05T07:15:00.000Z'],
  ])('%s', (header, expected) => {
    expect(readDate(header)).toBe(expected)
  })

  it.each([
    '',
    'yesterday',
    'Mon, 31 Feb 2001 10:00:00 +0000',
    'Mon, 26 Nov 2001 25:46:13 -0800',
    'x'.repeat(500),
  ])('leaves "%.30s" unread', (header) => {
    expect(readDate(header)).toBeNull()
  })

  it.each([
    ['', []],
    ['Tue, 05 Mar 2024 09:15:00 +0100', []],
    ['Tue, 05 Mar 2024 09:15:00 -0000', []],
    ['Tue, 05 Mar 2024 09:15:00 GMT', []],
    ['Tue, 05 Mar 2024 09:15:00', ['Time zone assumed']],
    ['Tue, 05 Mar 2024 09:15:00 CEDT', ['Time zone assumed']],
    ['2024-03-05 17:00:00', ['Time zone assumed']],
    ['03/04/2015 10:12:33 AM EST', ['Order of day and month assumed']],
    ['03/14/2015 10:12:33 AM EST', []],
    ['Fri, 21 Nov 97 09:55:06 -0600', ['Century assumed']],
    ['yesterday around noon', ['Date not readable']],
    ['Fri, 30 Feb 2024 25:61:00 +0100', ['Date not readable']],
    ['Tue, 01 Jan 1980 00:00:00 +0000', ['Placeholder date']],
    ['Thu, 01 Jan 1970 00:00:00 +0000', ['Placeholder date']],
    ['Thu, 05 Mar 1970 00:00:00 +0000', []],
    ['Fri, 01 Feb 2047 10:00:00 +0100', ['Future date']],
  ])('tells what is not sure of “%s”', (header, doubts) => {
    expect(doubtsOf(header, readDate(header), Date.parse('2026-01-01'))).toEqual(doubts)
  })

  test('reads back every instant written in any offset', () => {
    const written = fc.record({
      at: fc.date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
      offset: fc.integer({ min: -840, max: 840 }),
    })
    fc.assert(
      fc.property(written, ({ at, offset }) => {
        const local = new Date(at.getTime() + offset * 60_000)
        const zone = `${offset < 0 ? '-' : '+'}${String(Math.floor(Math.abs(offset) / 60)).padStart(2, '0')}${String(Math.abs(offset) % 60).padStart(2, '0')}`
        const header = local.toUTCString().replace('GMT', zone)
        expect(readDate(header)).toBe(`${at.toISOString().slice(0, 19)}.000Z`)
      }),
    )
  })
})
