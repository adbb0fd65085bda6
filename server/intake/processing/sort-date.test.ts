/** The best date of a family: what it says of itself, by what it is. */
import { describe, expect, it } from 'vitest'
import { unlocked } from '#tests/fixtures/family-options.ts'
import { readLooseFile } from './family.ts'
import { defaultLimits } from './limits.ts'
import { dateOfFile, dateOfMessage } from './sort-date.ts'

const [start, sent, received, arrived, made] = [1, 2, 3, 4, 5].map((day) => `2021-03-0${day}T10:00:00.000Z`)

describe('a message', () => {
  const appointment = { Message_Class: ['IPM.Appointment'], Start_Date: [start ?? ''] }
  const none = { sentAt: null, receivedAt: null, metadata: {} }
  it.each([
    ['when an appointment begins', { sentAt: sent ?? '', receivedAt: null, metadata: appointment }, start],
    [
      'when it was sent, if it invites to one',
      {
        ...none,
        sentAt: sent ?? '',
        metadata: { ...appointment, Message_Class: ['IPM.Schedule.Meeting.Request'] },
      },
      sent,
    ],
    ['when it was received', { ...none, receivedAt: received ?? '' }, received],
    ['when it came into its mailbox', { ...none, metadata: { Created_Date: [made ?? ''] } }, arrived],
  ])('is dated by %s', (_, message, expected) => {
    expect(dateOfMessage(message, arrived ?? '')).toBe(expected)
  })

  it('that was never sent is dated by when it was made', () => {
    expect(dateOfMessage({ ...none, metadata: { Created_Date: [made ?? ''] } }, null)).toBe(made)
    expect(dateOfMessage({ ...none, metadata: { Created_Date: ['in spring'] } }, null)).toBeNull()
  })
})

describe('a file', () => {
  const calendar = (said: string) => ({ category: 'Calendar' as const, metadata: { Start_Date: [said] } })
  it.each([
    ['2021-03-01T10:00:00.000Z', start],
    ['2021-03-01 11:00:00 (Europe/Berlin)', start],
    ['2021-03-01 05:00:00', start],
    ['2021-03-01 05:00:00 (Mars Standard Time)', start],
    ['2021-03-01', '2021-03-01T05:00:00.000Z'],
    ['someday', arrived],
  ])('of a calendar that begins at %s is dated by that', (said, expected) => {
    expect(dateOfFile(calendar(said), arrived ?? '', 'America/New_York')).toBe(expected)
  })

  it.each([
    ['2021-03-01 11:00:00 (Europe/Berlin)', undefined],
    ['2021-03-01 05:00:00', undefined],
    ['2021-03-01 05:00:00 (Mars Standard Time)', ['Time zone assumed']],
  ])('of a calendar that begins at %s says what is not sure of that', async (said, flags) => {
    const [, day, time, zone] = /^(\S+) (\S+)(?: \((.*)\))?$/.exec(said) ?? []
    const value = day === undefined ? said : `${day.replaceAll('-', '')}T${time?.replaceAll(':', '')}`
    const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'UID:a']
    lines.push(
      `DTSTART${zone === undefined ? '' : `;TZID=${zone}`}:${value}`,
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    )
    const options = { ...unlocked, limits: defaultLimits, maxTextSize: 1000 }
    const family = await readLooseFile(Buffer.from(lines.join('\r\n')), { path: ['a.ics'] }, options)
    expect(family.members[0]?.metadata.Date_Flags).toEqual(flags)
    if (flags !== undefined) expect(family.members[0]?.metadata.Date_Header).toEqual([said])
  })

  it('is dated by its last change, else by what it says of itself', () => {
    const file = {
      category: 'PDF' as const,
      metadata: { Modified_Date: [sent ?? ''], Created_Date: [made ?? ''] },
    }
    expect(dateOfFile(file, arrived ?? '', 'UTC')).toBe(arrived)
    expect(dateOfFile(file, null, 'UTC')).toBe(sent)
    expect(dateOfFile({ ...file, metadata: { Created_Date: [made ?? ''] } }, null, 'UTC')).toBe(made)
  })

  it('of a calendar gives its family its date', async () => {
    const lines = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'BEGIN:VEVENT',
      'UID:a',
      'DTSTART:20210301T100000Z',
      'END:VEVENT',
    ]
    const bytes = Buffer.from([...lines, 'END:VCALENDAR', ''].join('\r\n'))
    const options = { ...unlocked, limits: defaultLimits, maxTextSize: 1000 }
    const family = await readLooseFile(bytes, { path: ['a.ics'], modifiedAt: arrived ?? '' }, options)
    expect(family.date).toBe(start)
  })
})
