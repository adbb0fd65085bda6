import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs, property as test } from '#tests/runs.ts'
import { defaultLimits } from '../limits.ts'
import { readAddresses } from './addresses.ts'
import { type Message, readMessage } from './eml.ts'
import { writeEml } from './write-eml.ts'

const word = fc.stringMatching(/^[A-Za-z0-9äöüßéñ€日本語🎉"',;:<>@()\\=?_-]{1,20}$/u)
const words = fc.array(word, { minLength: 1, maxLength: 12 }).map((all) => all.join(' '))
const address = fc.record({
  // Signs between addresses are read leniently: programs write them where they do not belong.
  name: fc.oneof(
    fc.constant(''),
    fc.constant('Whitcomb, Dale'),
    words.map((name) => name.replace(/[;,:<>@()"'\\]/g, 'x')),
  ),
  address: fc.stringMatching(/^[a-z]{1,8}@[a-z]{1,8}\.example$/),
})
const id = fc.stringMatching(/^[a-z0-9.]{3,20}@[a-z]{2,8}\.example$/)
const lines = fc.array(words, { maxLength: 6 }).map((all) => all.join('\n'))
const part = fc.record({
  fileName: words.map((name) => `${name.replace(/[<>:"|?*\\/]/g, '')}x.bin`),
  mimeType: fc.constantFrom('application/octet-stream', 'text/csv', 'image/png'),
  charset: fc.constant(''),
  contentId: fc.oneof(fc.constant(''), fc.stringMatching(/^[a-z0-9]{3,10}@x$/)),
  bytes: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
})
const instant = fc.integer({ min: 0, max: 2_000_000_000 }).map((s) => new Date(s * 1000).toISOString())

const message: fc.Arbitrary<Message> = fc.record({
  from: fc.array(address, { minLength: 1, maxLength: 1 }),
  to: fc.array(address, { maxLength: 4 }),
  cc: fc.array(address, { maxLength: 2 }),
  bcc: fc.array(address, { maxLength: 2 }),
  subject: fc.oneof(fc.constant(''), words),
  sentAt: instant,
  sentOriginal: fc.constant(''),
  receivedAt: fc.oneof(fc.constant(null), instant),
  messageId: id,
  inReplyTo: fc.oneof(fc.constant(''), id),
  references: fc.array(id, { maxLength: 3 }),
  text: lines,
  html: fc.oneof(
    fc.constant(null),
    words.map((text) => `<p>${text}</p>`),
  ),
  parts: fc.array(part, { maxLength: 3 }),
  metadata: fc.record(
    {
      Sender: fc.constantFrom(['"Whitcomb, Dale" <dale@x.example>'], ['Jörg Öl <joerg@x.example>']),
      Reply_To: fc.constant(['Desk <desk@x.example>, help@x.example']),
      Importance: fc.constant(['High']),
      Mailer: words.map((name) => [name]),
      Mail_Folder: fc.constant(['Top/Größe']),
      Other_Headers: fc
        .array(words, { minLength: 1, maxLength: 3 })
        .map((all) => all.map((value) => `X-Note: ${value}`)),
    },
    { requiredKeys: [] },
  ),
  faults: fc.constant([]),
  flaws: fc.constant([]),
})

/** Addresses by who they are, whatever their signs are; without what is written only to say when it arrived. */
function comparable({ metadata, text, parts, ...others }: Omit<Message, 'sentOriginal'>) {
  const { Sender = [], Reply_To = [], Other_Headers = [], ...fields } = metadata
  return {
    ...others,
    text: text.trim(),
    // What a reader says of a part without bytes is no part of it.
    parts: parts.map(({ empty: _, ...part }) => part),
    fields,
    people: [Sender, Reply_To].map((all) => all.flatMap(readAddresses)),
    headers: Other_Headers.filter((header) => !header.startsWith('Received: ;')),
  }
}

describe('a message written as an e-mail file', () => {
  test('is read again as what it was', async () => {
    await fc.assert(
      fc.asyncProperty(message, async (given) => {
        const { sentOriginal: _, ...read } = await readMessage(writeEml(given), defaultLimits)
        const { sentOriginal: __, ...expected } = given
        expect(comparable(read)).toEqual(comparable(expected))
      }),
      { numRuns: runs(150) },
    )
  })

  it('says when it arrived and by which way, who sent it for whom, and where answers go', async () => {
    const [any] = fc.sample(message, { numRuns: 1, seed: 3 })
    if (any === undefined) throw new Error('No message')
    const station = 'Received: from a.example by b.example; Tue, 05 Mar 2024 16:00:09 +0100'
    const metadata = {
      Sender: ['Ann <ann@x.example>'],
      Reply_To: ['Grüße <desk@x.example>, help@x.example'],
      Other_Headers: ['X-Origin: elsewhere', station],
    }
    const written = (receivedAt: string) => writeEml({ ...any, metadata, receivedAt }).toString()
    expect(written('2024-03-05T15:00:09.000Z').match(/^Received:.*$/gm)).toEqual([station])
    const later = written('2024-03-05T15:00:20.000Z')
    expect(later.match(/^(Received|Sender|X-Origin):.*$/gm)).toEqual([
      'Received: ; Tue, 05 Mar 2024 15:00:20 +0000',
      'X-Origin: elsewhere',
      station,
      'Sender: "Ann" <ann@x.example>',
    ])
    const read = await readMessage(Buffer.from(later), defaultLimits)
    expect(read.receivedAt).toBe('2024-03-05T15:00:20.000Z')
    expect(readAddresses(read.metadata.Reply_To?.[0] ?? '')).toEqual([
      { name: 'Grüße', address: 'desk@x.example' },
      { name: '', address: 'help@x.example' },
    ])
  })

  it('has the same bytes each time, and no date or id that nobody gave it', () => {
    const [given] = fc.sample(message, { numRuns: 1, seed: 1 })
    if (given === undefined) throw new Error('No message')
    const bare = { ...given, sentAt: null, messageId: '' }
    expect(writeEml(bare)).toEqual(writeEml(bare))
    expect(writeEml(bare).toString('latin1')).not.toMatch(/^(Date|Message-ID):/m)
  })

  it('lets no field begin a header of its own', async () => {
    const [given] = fc.sample(message, { numRuns: 1, seed: 2 })
    if (given === undefined) throw new Error('No message')
    const hostile = 'a\r\nBcc: spy@x.example\r\n\r\nbody'
    const written = writeEml({
      ...given,
      bcc: [],
      subject: hostile,
      messageId: hostile,
      metadata: {
        Sender: [hostile],
        Mailer: [hostile],
        Other_Headers: ['Bcc: spy@x.example', `X-Note: ${hostile}`, `X\r\nBcc: ${hostile}`],
      },
      from: [{ name: hostile, address: `a@x.example>${hostile}` }],
      parts: [
        {
          fileName: hostile,
          mimeType: 'text/csv',
          charset: hostile,
          contentId: hostile,
          bytes: Buffer.alloc(1),
        },
      ],
    })
    expect((await readMessage(written, defaultLimits)).bcc).toEqual([])
    expect(written.toString('latin1')).not.toMatch(/^Bcc:/m)
  })
})
