import { describe, expect, it } from 'vitest'
import { identify } from '../identify/identify.ts'
import { defaultLimits } from '../limits.ts'
import { readCards } from './cards.ts'

const read = (name: string, ...lines: readonly string[]) => {
  const bytes = Buffer.from(lines.join('\r\n'))
  return readCards(bytes, identify(bytes, name), { limits: defaultLimits, passwords: [], name })
}

describe('calendars and contacts', () => {
  it('a meeting says when, where, who and what, and gives what is attached', async () => {
    const reading = await read(
      'm.ics',
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'BEGIN:VTIMEZONE',
      'TZID:Chicago',
      'END:VTIMEZONE',
      'BEGIN:VEVENT',
      'UID:1@x',
      'DTSTART:20240305T150000Z',
      'DTEND;TZID=Chicago:20240305T100000',
      'SUMMARY:Prices\\, again',
      'LOCATION:Room 4',
      'ORGANIZER;CN=Dale Whitcomb:mailto:dale@northwind.example',
      'ATTENDEE;CN="Ann":MAILTO:ann@x.example',
      'ATTENDEE:mailto:bo@x.example',
      'DESCRIPTION:First line\\nsecond line that is folded',
      '  here',
      'ATTACH;ENCODING=BASE64;VALUE=BINARY;X-FILENAME=note.txt:aGVsbG8=',
      'END:VEVENT',
      'END:VCALENDAR',
    )
    expect(reading.text?.split('\n')).toEqual(
      [
        '',
        'Start: 2024-03-05T15:00:00.000Z',
        'End: 2024-03-05 10:00:00',
        'Summary: Prices, again',
        'Location: Room 4',
        'Organizer: Dale Whitcomb, dale@northwind.example',
        'Attendee: Ann, ann@x.example',
        'Attendee: bo@x.example',
        'Description: First line',
        'second line that is folded here',
      ].slice(1),
    )
    expect(reading.metadata).toMatchObject({
      Doc_Title: ['Prices, again'],
      Attendees: ['Ann, ann@x.example', 'bo@x.example'],
    })
    expect(reading.embedded).toEqual([{ name: 'note.txt', bytes: Buffer.from('hello') }])
    expect(reading.flaws).toEqual([])
  })

  it('several contacts in one file, an old one with encoded text', async () => {
    const { text, metadata } = await read(
      'c.vcf',
      'BEGIN:VCARD',
      'VERSION:2.1',
      'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Wei=C3=9F;J=C3=BCr=',
      'gen',
      'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=BCrgen Wei=C3=9F',
      'TEL;TYPE=CELL:+1 555 0100',
      'END:VCARD',
      'BEGIN:VCARD',
      'VERSION:3.0',
      'FN:Ann Lee',
      'ORG:Northwind;Wells',
      'EMAIL;TYPE=INTERNET:ann@x.example',
      'PHOTO;ENCODING=b:AAAA',
      'END:VCARD',
    )
    for (const said of [
      'Jürgen Weiß',
      'Telephone: +1 555 0100',
      'Company: Northwind, Wells',
      'Email: ann@x.example',
    ])
      expect(text).toContain(said)
    expect(text).not.toContain('AAAA')
    expect(metadata).toMatchObject({
      Contact_Name: ['Jürgen Weiß', 'Ann Lee'],
      Contact_Email: ['ann@x.example'],
    })
  })

  it('what cannot be taken apart is shown as it stands, and said so', async () => {
    const { text, flaws } = await read(
      'm.ics',
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'SUMMARY:Cut off',
      'no colon here',
    )
    expect(text).toContain('Cut off')
    expect(flaws).toMatchObject([{ code: 'corrupt' }])
  })
})
