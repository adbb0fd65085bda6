/** Dates that no search can name are told, whatever they are dates of. */
import { describe, expect, it } from 'vitest'
import { unlocked } from '#tests/fixtures/family-options.ts'
import { message } from '#tests/fixtures/mail.ts'
import { outOfRange } from './date-range.ts'
import { readFamily, readLooseFile } from './family.ts'
import { defaultLimits } from './limits.ts'

const options = { maxTextSize: 1e6, limits: defaultLimits, ...unlocked }
const told = (names: string) => ({
  code: 'dateOutOfRange',
  reason: `It is dated before 1970 or after 2050 (${names}).`,
  stage: 'parse',
})
const file = (text: string, name: string, modifiedAt: string | null = null) =>
  readLooseFile(Buffer.from(text), { path: [name], modifiedAt }, options)

it.each([
  ['1969-12-31T23:59:59.999Z', true],
  ['1970-01-01T00:00:00.000Z', false],
  ['2050-12-31 23:59:59 (America/New_York)', false],
  ['2051-01-01', true],
  ['0001-12-22T06:30:55.000Z', true],
  ['+033658-09-27T01:46:40.000Z', true],
  ['-000001-09-27T01:46:40.000Z', true],
  ['1706, in spring', false],
  // What Office writes where it knows none.
  ['1601-01-01T00:00:00Z', false],
  ['1600-12-31T19:00:00-05:00', false],
  ['1601-02-01', true],
  ['', false],
])('%s is out of range: %s', (said, expected) => {
  expect(outOfRange(said)).toBe(expected)
})

describe('a date out of range', () => {
  it('of a file is told, and kept where a record can keep it', async () => {
    expect(await file('a', 'a.txt', '5138-11-16T09:46:40.000Z')).toMatchObject({
      date: '5138-11-16T09:46:40.000Z',
      members: [{ flaws: [told('last changed')] }],
    })
    expect(await file('a', 'a.txt', '+033658-09-27T01:46:40.000Z')).toMatchObject({
      date: null,
      members: [{ flaws: [told('last changed')] }],
    })
    expect(await file('a', 'a.txt', '2038-01-19T03:14:07.000Z')).toMatchObject({ members: [{ flaws: [] }] })
  })

  it('of a calendar and of a document is told', async () => {
    const calendar =
      'BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:19020305T100000Z\nDTEND:19020305T110000Z\nEND:VEVENT\nEND:VCALENDAR'
    expect(await file(calendar, 'a.ics')).toMatchObject({
      date: '1902-03-05T10:00:00.000Z',
      members: [{ flaws: [told('Start Date, End Date')] }],
    })
    const page =
      '<!doctype html><html><head><meta property="article:published_time" content="2088-02-03T04:05:06Z"></head><body>x</body></html>'
    expect(await file(page, 'a.html')).toMatchObject({ members: [{ flaws: [told('Created Date')] }] })
  })

  it('of a message and of what is attached to it is told of each', async () => {
    const bytes = Buffer.from('BEGIN:VCALENDAR\nBEGIN:VTODO\nDUE:21020305T100000Z\nEND:VTODO\nEND:VCALENDAR')
    const attachments = [{ name: 'a.ics', type: 'application/octet-stream', bytes }]
    const sent = message({ date: 'Wed, 21 Dec 1706 22:30:55 +0000', attachments })
    const { members } = await readFamily(sent, { path: ['m.eml'] }, options)
    expect(members.map(({ flaws }) => flaws)).toEqual([[told('sent')], [told('Due Date')]])
  })
})
