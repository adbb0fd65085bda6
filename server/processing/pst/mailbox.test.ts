import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { tags } from '#tests/fixtures/msg.ts'
import { type DraftFolder, type DraftItem, pst } from '#tests/fixtures/pst.ts'
import { runs } from '#tests/runs.ts'
import { defaultLimits } from '../limits.ts'
import { messageOf } from '../mapi/message.ts'
import { Mailbox } from './mailbox.ts'
import { BrokenPst } from './store.ts'

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

  it('that is damaged is a fault of the file or of single items, and never anything else', async () => {
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

  const corpus = fileURLToPath(new URL('../../../../shared/corpus/mail-formats/', import.meta.url))
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
