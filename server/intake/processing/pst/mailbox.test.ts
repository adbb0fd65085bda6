import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { tags } from '#tests/fixtures/msg.ts'
import { type DraftFolder, type DraftItem, type PstForm, pst } from '#tests/fixtures/pst.ts'
import { runs, property as test } from '#tests/runs.ts'
import { defaultLimits } from '../limits.ts'
import { messageOf } from '../mapi/message.ts'
import { BrokenPst } from './broken-pst.ts'
import { Mailbox } from './mailbox.ts'
import { Store } from './store.ts'

const folder = mkdtempSync(join(tmpdir(), 'affiant-pst-'))
afterAll(() => rmSync(folder, { recursive: true }))
const written = (bytes: Buffer): string => {
  const path = join(folder, 'mailbox.pst')
  writeFileSync(path, bytes)
  return path
}

/** All items as messages, and what is missing. */
async function read(path: string) {
  const mailbox = new Mailbox(path, defaultLimits)
  try {
    const items = []
    for (const { folders, nid, read: open } of mailbox.items())
      items.push({ folders, nid, message: await messageOf(open(), defaultLimits) })
    return { items, shortfalls: mailbox.shortfalls() }
  } finally {
    mailbox.close()
  }
}

const letter = (subject: string): DraftItem => ({
  properties: {
    [tags.messageClass]: 'IPM.Note',
    [tags.subject]: subject,
    [tags.senderName]: 'Dale',
    [tags.senderAddress]: 'dale@northwind.example',
    [tags.body]: `About ${subject}.`,
  },
  recipients: [
    { [tags.recipientType]: 1, [tags.displayName]: 'Ann', [tags.smtpAddress]: 'ann@x.example' },
    { [tags.recipientType]: 3, [tags.displayName]: 'Cy' },
  ],
  attachments: [
    {
      properties: {
        [tags.attachedName]: 'table.csv',
        [tags.attachMethod]: 1,
        [tags.attachedData]: Buffer.from('a,b\n'),
      },
    },
  ],
})
const inbox: DraftFolder = { name: 'Inbox', items: [letter('Prices'), letter('Größe 日本')] }

describe('an Outlook data file', () => {
  it('gives every item with its folder, people, text and attachments', async () => {
    const outer: DraftItem = {
      ...letter('Outer'),
      attachments: [{ properties: { [tags.attachMethod]: 5 }, message: letter('Inner') }],
    }
    const { items, shortfalls } = await read(written(pst([inbox, { name: 'Sent', items: [outer] }])))
    expect(shortfalls).toEqual([])
    expect(items.map(({ folders, message: { subject } }) => [folders, subject])).toEqual([
      [['Inbox'], 'Prices'],
      [['Inbox'], 'Größe 日本'],
      [['Sent'], 'Outer'],
    ])
    expect(items[0]?.message).toMatchObject({
      from: [{ name: 'Dale', address: 'dale@northwind.example' }],
      to: [{ name: 'Ann', address: 'ann@x.example' }],
      bcc: [{ name: 'Cy', address: '' }],
      text: 'About Prices.',
      parts: [{ fileName: 'table.csv', bytes: Buffer.from('a,b\n') }],
    })
    expect(items[2]?.message.parts).toMatchObject([{ mimeType: 'message/rfc822' }])
    expect(items[2]?.message.parts[0]?.bytes.toString()).toContain('Subject: Inner')
  })

  it('has what a report says of each who was to have the message', async () => {
    const report: DraftItem = {
      properties: {
        [tags.messageClass]: 'REPORT.IPM.Note.NDR',
        [tags.subject]: 'Undeliverable: plan',
        [tags.originalSubject]: 'plan',
      },
      recipients: [
        {
          [tags.displayName]: 'Lost One',
          [tags.smtpAddress]: 'one@x.example',
          [tags.supplementaryInfo]: '550 5.1.1 no such mailbox',
        },
      ],
    }
    const { items } = await read(written(pst([{ name: 'Inbox', items: [report] }])))
    expect(items[0]?.message.text).toBe(
      'Not delivered: Lost One <one@x.example>\nReason: 550 5.1.1 no such mailbox\n\nOriginal subject: plan',
    )
  })

  it.each<[string, PstForm]>([
    ['"high encryption"', { cipher: 'cyclic' }],
    ['the form of Outlook 2013, with packed blocks', { isOst: true }],
    ['that form, enciphered', { isOst: true, cipher: 'cyclic' }],
  ])('is the same mailbox in %s', async (_, form) => {
    const folders = [inbox, { name: 'Sent', items: [letter('Again '.repeat(500))] }]
    const kept = pst(folders, form)
    expect(kept.includes(Buffer.from('Prices', 'utf16le'))).toBe(false)
    expect(await read(written(kept))).toEqual(await read(written(pst(folders))))
  })

  it('that Windows has encrypted says what to do', () => {
    const bytes = pst([inbox])
    bytes[513] = 0x10
    expect(() => new Mailbox(written(bytes), defaultLimits)).toThrow('export it to a new PST file')
  })

  it('says which folder has fewer items than it says', async () => {
    const { items, shortfalls } = await read(written(pst([{ ...inbox, count: 5 }])))
    expect(items).toHaveLength(2)
    expect(shortfalls).toEqual(['The folder "Inbox" says that it has 5 items; 2 are in the file.'])
  })

  it('whose index leads into itself ends', () => {
    const bytes = pst([inbox])
    // The first page of nodes becomes a page of pages, of which each entry is that page.
    bytes[1024 + 491] = 1
    for (let at = 1024; at < 1024 + 480; at += 24) bytes.writeBigUInt64LE(1024n, at + 16)
    expect(() => new Mailbox(written(bytes), defaultLimits)).toThrow(BrokenPst)
  })

  /** Where the fixture has its index of nodes and that of blocks, each of one page. */
  const [nodePage, blockPage] = [1024, 1536]
  /** Makes of a page one of pages of the level below, one entry for each of these places. */
  const leadTo = (bytes: Buffer, page: number, level: number, places: readonly number[]): void => {
    Buffer.from([places.length, 0, 24, level]).copy(bytes, page + 488)
    for (const [n, place] of places.entries()) bytes.writeBigUInt64LE(BigInt(place), page + n * 24 + 16)
  }
  const nodesIn = (bytes: Buffer): { readonly nodes: readonly number[]; readonly faults: number } => {
    const store = new Store(written(bytes), 1e6)
    let faults = 0
    const nodes = [...store.nodes(() => faults++)].map(({ nid }) => nid)
    store.close()
    return { nodes, faults }
  }

  it('reads no page of its index that is not of the level below the one that leads to it', () => {
    const bytes = pst([inbox])
    leadTo(bytes, nodePage, 1, [nodePage, nodePage])
    expect(nodesIn(bytes)).toEqual({ nodes: [], faults: 2 })
  })

  it('reads each page of its index once, however many others lead to it', () => {
    const whole = pst([inbox])
    const leaf = whole.length
    const bytes = Buffer.concat([whole, whole.subarray(nodePage, nodePage + 512)])
    leadTo(bytes, nodePage, 1, [leaf, leaf, leaf])
    expect(nodesIn(bytes)).toEqual({ nodes: nodesIn(whole).nodes, faults: 2 })
  })

  it('does not take one block for another', async () => {
    const bytes = pst([{ name: 'Inbox', items: [letter('Ours'), letter('Theirs')] }])
    const count = bytes[blockPage + 488] ?? 0
    const places = Array.from({ length: count }, (_, n) => blockPage + n * 24 + 8)
    const at = (subject: string) => {
      const found = bytes.indexOf(Buffer.from(subject, 'utf16le'))
      return places.findLast((place) => Number(bytes.readBigUInt64LE(place)) < found) ?? 0
    }
    // The index has the messages' blocks the wrong way round.
    const [ours, theirs] = [at('Ours'), at('Theirs')]
    const [one, other] = [ours, theirs].map((place) => Buffer.from(bytes.subarray(place, place + 10)))
    other?.copy(bytes, ours)
    one?.copy(bytes, theirs)
    const mailbox = new Mailbox(written(bytes), defaultLimits)
    const items = [...mailbox.items()]
    expect(items).toHaveLength(2)
    for (const item of items)
      expect(() => item.read()).toThrow('One of its blocks is not where it should be.')
    mailbox.close()
  })

  /** What is read of a message with a property of several texts, which begin at these places. */
  const withSeveral = (places: readonly number[], texts: string) => {
    const list = Buffer.alloc(4 + places.length * 4)
    list.writeUInt32LE(places.length)
    for (const [n, place] of places.entries()) list.writeUInt32LE(list.length + place, 4 + n * 4)
    const bytes = Buffer.concat([list, Buffer.from(texts, 'utf16le')])
    const several = 0x3a58_101f
    const item = { properties: { ...letter('Prices').properties, [several]: bytes } }
    const mailbox = new Mailbox(written(pst([{ name: 'Inbox', items: [item] }])), defaultLimits)
    const [found] = [...mailbox.items()].map(({ read: open }) => open())
    mailbox.close()
    return {
      texts: found?.properties.texts(0x3a58),
      faults: found?.faults,
      subject: found?.properties.text(0x37),
    }
  }

  it('gives several texts of one property, also empty ones', () => {
    expect(withSeveral([0, 6, 6], 'AnnBob')).toEqual({
      texts: ['Ann', '', 'Bob'],
      faults: [],
      subject: 'Prices',
    })
  })

  it.each([
    ['go back', [6, 0, 6]],
    ['lead out of them', [0, 14]],
  ])('of which places of several texts %s is read without that property, and says so', (_, places) => {
    expect(withSeveral(places, 'AnnBob')).toEqual({
      texts: [],
      faults: ['1 of its properties cannot be read.'],
      subject: 'Prices',
    })
  })

  it('reads an index of properties in which all leads to the same places once', () => {
    // Ten times as many readings with each: of all of them nobody would see the end.
    const levels = 8
    // Each item leads ten times to the next, the last one to nothing.
    const items = Array.from({ length: levels }, (_, n) => {
      const record = Buffer.alloc(6)
      record.writeUInt32LE(n + 1 === levels ? 0 : (n + 2) << 5, 2)
      return [0x3a00_0102 + n * 0x1_0000, Buffer.alloc(60, record)]
    })
    const bytes = pst([{ name: 'Inbox', items: [{ properties: Object.fromEntries(items) }] }])
    const root = bytes.lastIndexOf(Buffer.from([0xb5, 2, 6, 0]))
    bytes[root + 3] = levels
    bytes.writeUInt32LE(1 << 5, root + 4)
    const mailbox = new Mailbox(written(bytes), defaultLimits)
    const [item] = [...mailbox.items()]
    expect(() => item?.read()).toThrow('Its properties are damaged.')
    mailbox.close()
  })

  it('gives no more of a message than one item may have, however often its properties share bytes', () => {
    const ids = Array.from({ length: 50 }, (_, n) => 0x3a00 + n)
    const long = Object.fromEntries(
      ids.map((id, n) => [id * 0x1_0000 + 0x1f, n === 0 ? 'x'.repeat(1000) : 'x']),
    )
    const item = { properties: { ...letter('Prices').properties, ...long } }
    const bytes = pst([{ name: 'Inbox', items: [item] }])
    const recordOf = (id: number): number => bytes.indexOf(Buffer.from([id & 0xff, id >> 8, 0x1f, 0]))
    const first = bytes.readUInt32LE(recordOf(0x3a00) + 4)
    for (const id of ids) bytes.writeUInt32LE(first, recordOf(id) + 4)
    const mailbox = new Mailbox(written(bytes), { ...defaultLimits, itemBytes: 30_000 })
    const [found] = [...mailbox.items()].map(({ read: open }) => open())
    mailbox.close()
    const had = ids.filter((id) => found?.properties.text(id) !== '').length
    // Each takes 2000 bytes and a little.
    expect([had, found?.properties.text(0x37)]).toEqual([14, 'Prices'])
    expect(found?.faults).toEqual(['36 of its properties cannot be read.'])
  })

  test('that is damaged is a fault of the file or of single items, and never anything else', async () => {
    const whole = pst([inbox])
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 224, max: whole.length - 1 }), fc.nat(255)), {
          minLength: 1,
          maxLength: 30,
        }),
        fc.oneof(fc.constant(whole.length), fc.nat(whole.length)),
        async (changes, end) => {
          const bytes = Buffer.from(whole)
          for (const [at, byte] of changes) bytes[at] = byte
          await read(written(bytes.subarray(0, end))).catch((error: unknown) =>
            expect(error).toBeInstanceOf(BrokenPst),
          )
        },
      ),
      { numRuns: runs(300) },
    )
  })

  const corpus = fileURLToPath(new URL('../../../../../shared/corpus/mail-formats/', import.meta.url))
  it.skipIf(!existsSync(corpus)).each([
    ['testPST.pst', 7, 'Re: Feature Generators', 'users@opennlp.apache.org'],
    ['testPST_variousBodyTypes.pst', 4, 'original email', 'tallison@mitre.org'],
  ])('of the wild, %s, has all that other readers find', async (name, count, subject, to) => {
    const { items, shortfalls } = await read(join(corpus, name))
    expect([items.length, shortfalls]).toEqual([count, []])
    expect(items[0]?.message).toMatchObject({ subject, to: [{ address: to }] })
    for (const { message } of items) expect(message.faults).toEqual([])
  })
})
