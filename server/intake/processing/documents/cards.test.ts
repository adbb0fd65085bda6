import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs, property as test } from '#tests/runs.ts'
import { identify } from '../identify/identify.ts'
import { defaultLimits } from '../limits.ts'
import { readCards } from './cards.ts'

const read = (name: string, ...lines: readonly string[]) => {
  return readBytes(name, Buffer.from(lines.join('\r\n')))
}
const readBytes = (name: string, bytes: Buffer) =>
  readCards(bytes, identify(bytes, name), { limits: defaultLimits, passwords: [], name })

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
        'End: 2024-03-05 10:00:00 (Chicago)',
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

  it('what is cut is shown as far as it goes, and said so', async () => {
    const { text, flaws } = await read(
      'm.ics',
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'SUMMARY:Cut off',
      'no colon here',
    )
    expect(text).toContain('Cut off')
    expect(flaws).toMatchObject([{ code: 'corrupt' }, { code: 'corrupt' }])
    const deep = await read('m.ics', ...Array.from({ length: 60 }, (_, n) => `BEGIN:X${n}`), 'SUMMARY:deep')
    expect(deep.text).toMatch(/^Summary: deep\n[\s\S]*BEGIN:X59$/)
  })
  it('a line that cannot be read costs itself, and is told', async () => {
    const { text, metadata, embedded, flaws } = await read(
      'm.ics',
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'DTSTART:20240305T100000Z',
      'what is this',
      'ATTACH;ENCODING=BASE64;VALUE=BINARY;X-FILENAME=a.txt:aGVsbG8=',
      'LOCATION:Room 4',
      'END:VALARM',
      'DTEND:tomorrow',
      'END:VEVENT',
      'BEGIN:VTODO',
      'SUMMARY:Shred papers',
      'DUE:20240401',
      'END:VTODO',
      'END:VCALENDAR',
    )
    expect(text?.split('\n')).toEqual([
      'Start: 2024-03-05T10:00:00.000Z',
      'Location: Room 4',
      '',
      'Summary: Shred papers',
      'Due: 2024-04-01',
      '',
      '[Lines that cannot be read]',
      'what is this',
      'END:VALARM',
      'DTEND:tomorrow',
    ])
    expect(metadata).toMatchObject({ Location: ['Room 4'], Due_Date: ['2024-04-01'] })
    expect(embedded).toEqual([{ name: 'a.txt', bytes: Buffer.from('hello') }])
    expect(flaws).toEqual([
      {
        code: 'corrupt',
        reason: '3 of its lines cannot be read: they stand at the end of the text.',
        stage: 'parse',
      },
      {
        code: 'corrupt',
        reason: 'One of its dates does not say that it has no time: it is read as a day.',
        stage: 'parse',
      },
    ])
  })

  it('a card that is wrong costs no other one', async () => {
    const card = (n: number) => ['BEGIN:VCARD', 'VERSION:3.0', `FN:Person ${n}`, 'END:VCARD']
    const { text, metadata, flaws } = await read(
      'c.vcf',
      ...card(1),
      'BEGIN:VCARD',
      'VERSION:3.0',
      'FN:Person 2',
      'nothing of it',
      // It does not end.
      ...card(3),
      ...card(4),
      'BEGIN:VCARD',
      'FN:Person 5',
    )
    expect(metadata.Contact_Name).toEqual([1, 2, 3, 4, 5].map((n) => `Person ${n}`))
    expect(text).toMatch(/nothing of it$/)
    expect(flaws.map(({ reason }) => reason)).toEqual([
      'One of its lines cannot be read: it stands at the end of the text.',
      '2 of its entries do not end: they are read as far as they go.',
    ])
  })

  it('a local time says in which zone it is, and who was invited what they answered', async () => {
    const { text, metadata } = await read(
      'm.ics',
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'DTSTART;TZID="America/New_York":20240305T100000',
      'DTEND:20240305T110000',
      'EXDATE;TZID=Chicago:20240312T100000,20240319T100000',
      'ATTENDEE;PARTSTAT=DECLINED;CN=Ann:mailto:ann@x.example',
      'ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:bo@x.example',
      'END:VEVENT',
      'END:VCALENDAR',
    )
    expect(text?.split('\n')).toEqual([
      'Start: 2024-03-05 10:00:00 (America/New_York)',
      'End: 2024-03-05 11:00:00',
      'Exdate: 2024-03-12 10:00:00, 2024-03-19 10:00:00 (Chicago)',
      'Attendee: Ann, ann@x.example (declined)',
      'Attendee: bo@x.example (needs action)',
    ])
    expect(metadata).toMatchObject({
      Start_Date: ['2024-03-05 10:00:00 (America/New_York)'],
      Attendees: ['Ann, ann@x.example (declined)', 'bo@x.example (needs action)'],
    })
  })

  it.each([
    ['without its type', 'ATTACH;ENCODING=BASE64;FILENAME=a.bin:aGVsbG8='],
    ['as an address', 'ATTACH;FILENAME=a.bin:data:text/plain;charset=utf-8;base64,aGVsbG8='],
    ['as an address in plain', 'ATTACH;FILENAME=a.bin:data:text/plain,%68ello'],
    ['without its encoding', 'ATTACH;VALUE=BINARY;FILENAME=a.bin:aGVsbG8='],
  ])('an attachment is taken out that is written %s', async (_, attachment) => {
    const { embedded, text } = await read('m.ics', 'BEGIN:VCALENDAR', attachment, 'END:VCALENDAR')
    expect(embedded).toEqual([{ name: 'a.bin', bytes: Buffer.from('hello') }])
    expect(text).toBe('')
  })

  it('pictures, sounds and keys of contacts are files of their own, and those that are elsewhere are named', async () => {
    const gif = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64')
    const { embedded, text } = await read(
      'c.vcf',
      'BEGIN:VCARD',
      'VERSION:3.0',
      'FN:Ann Lee',
      `PHOTO;ENCODING=b;TYPE=GIF:${gif.toString('base64').slice(0, 20)}`,
      ` ${gif.toString('base64').slice(20)}`,
      'KEY;ENCODING=b;TYPE=X509:aGVsbG8=',
      'LOGO;VALUE=uri:https://x.example/logo.png',
      'SOUND:https://x.example/name.ogg',
      'END:VCARD',
      'BEGIN:VCARD',
      'VERSION:4.0',
      'FN:Bo',
      `PHOTO:data:image/gif;base64,${gif.toString('base64')}`,
      'END:VCARD',
    )
    expect(embedded).toEqual([
      { name: 'photo.gif', bytes: gif },
      { name: 'key.txt', bytes: Buffer.from('hello') },
      { name: 'photo.gif', bytes: gif },
    ])
    expect(text?.split('\n')).toEqual([
      'Name: Ann Lee',
      'Logo: https://x.example/logo.png',
      'Sound: https://x.example/name.ogg',
      '',
      'Name: Bo',
    ])
  })

  it('each property of an old contact is in the charset that it states', async () => {
    const latin = (text: string): Buffer => Buffer.from(text, 'latin1')
    // "日本" in Shift-JIS and "Weiß" in ISO 8859-1.
    const bytes = Buffer.concat([
      latin('BEGIN:VCARD\r\nVERSION:2.1\r\nFN;CHARSET=SHIFT_JIS:'),
      Buffer.from([0x93, 0xfa, 0x96, 0x7b]),
      latin(
        '\r\nNOTE;CHARSET=SHIFT_JIS;ENCODING=QUOTED-PRINTABLE:=93=FA=\r\n=96{\r\nORG:Wei\xdf\r\nEND:VCARD',
      ),
    ])
    expect((await readBytes('c.vcf', bytes)).text).toBe('Name: 日本\nNote: 日本\nCompany: Weiß')
  })

  it('old contacts leave out the names of parameters', async () => {
    const { text, embedded, flaws } = await read(
      'c.vcf',
      'BEGIN:VCARD',
      'VERSION:2.1',
      'TEL;CELL;VOICE:+1 555 0100',
      'NOTE;QUOTED-PRINTABLE:a=20b=0D=0Ac',
      'PHOTO;BASE64;JPEG:',
      '  aGVs',
      '  bG8=',
      '',
      'END:VCARD',
    )
    expect(text).toBe('Telephone: +1 555 0100\nNote: a b\nc')
    expect(embedded.map(({ bytes }) => bytes.toString())).toEqual(['hello'])
    expect(flaws).toEqual([])
  })

  it('a line may be folded in the middle of a character', async () => {
    const [before, after] = [Buffer.from('é').subarray(0, 1), Buffer.from('é').subarray(1)]
    const bytes = Buffer.concat([
      Buffer.from('BEGIN:VCALENDAR\r\nSUMMARY:caf'),
      before,
      Buffer.from('\r\n '),
      after,
      Buffer.from('s\r\nEND:VCALENDAR'),
    ])
    expect((await readBytes('m.ics', bytes)).text).toBe('Summary: cafés')
  })

  it('one that has more than is read says so', async () => {
    const addresses = Array.from({ length: 200_010 }, (_, i) => `EMAIL:${i}@x.example`).join('\n')
    const { text, metadata, flaws } = await readBytes(
      'c.vcf',
      Buffer.from(`BEGIN:VCARD\nVERSION:3.0\n${addresses}\nEND:VCARD`),
    )
    expect(text?.split('\n')).toHaveLength(200_000)
    expect(metadata.Contact_Email).toHaveLength(1000)
    expect(flaws.map(({ code }) => code)).toEqual(['tooMany', 'textTruncated'])
  })

  test('files of any bytes are read or shown as they stand', async () => {
    const piece = fc.constantFrom(
      'BEGIN:VCARD\r\n',
      'BEGIN:VEVENT\r\n',
      'END:VCARD\r\n',
      'END:VEVENT\r\n',
      'VERSION:2.1\r\n',
      'NOTE;QUOTED-PRINTABLE:a=\r\n',
      'PHOTO;BASE64:',
      ';CHARSET=UTF-16:',
      '"',
      '=',
      ' ',
      '\r\n',
      'data:',
      'DTSTART;TZID=x:20240399T250000\r\n',
      '\u00ff',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
        const bytes = Buffer.from(`BEGIN:VCARD\r\n${pieces.join('')}`, 'latin1')
        const { text, flaws } = await readBytes('c.vcf', bytes)
        expect(text).not.toBeNull()
        expect(flaws.every(({ code }) => code === 'corrupt')).toBe(true)
      }),
      { numRuns: runs(200) },
    )
  })
})
