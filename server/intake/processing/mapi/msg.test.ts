import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Draft, msg, tags } from '#tests/fixtures/msg.ts'
import { native, ole } from '#tests/fixtures/ole.ts'
import { runs, property as test } from '#tests/runs.ts'
import { defaultLimits } from '../limits.ts'
import { BrokenMessage, readMessage } from '../mail/eml.ts'
import { readMail } from '../mail/read-mail.ts'
import { readCompound } from '../ole/compound.ts'

const read = (bytes: Buffer) => readMail(bytes, 'msg', defaultLimits)
const sent = new Date('2024-03-05T15:00:00Z')

const letter: Draft = {
  properties: {
    [tags.messageClass]: 'IPM.Note',
    [tags.subject]: 'Größe matters',
    [tags.submittedAt]: sent,
    [tags.senderName]: 'Dale Whitcomb',
    [tags.senderAddress]: 'dale@northwind.example',
    [tags.body]: 'See the table.\r\nD.',
    [tags.html]: Buffer.from('<p>See the <b>table</b>.</p>'),
    [tags.internetCodePage]: 65001,
  },
  recipients: [
    { [tags.recipientType]: 1, [tags.displayName]: 'Ann', [tags.smtpAddress]: 'ann@x.example' },
    { [tags.recipientType]: 2, [tags.displayName]: 'Bo', [tags.smtpAddress]: 'bo@x.example' },
    { [tags.recipientType]: 3, [tags.displayName]: 'Cy', [tags.smtpAddress]: 'cy@x.example' },
  ],
  attachments: [
    {
      properties: {
        [tags.attachedName]: 'table.csv',
        [tags.attachedType]: 'text/csv',
        [tags.attachedData]: Buffer.from('a,b\n1,2\n'),
        [tags.attachMethod]: 1,
      },
    },
  ],
}

describe('a message file of Outlook', () => {
  it('is read as mail: people by their role, time, text, HTML, attachments', async () => {
    expect(await read(msg(letter))).toMatchObject({
      subject: 'Größe matters',
      from: [{ name: 'Dale Whitcomb', address: 'dale@northwind.example' }],
      to: [{ name: 'Ann', address: 'ann@x.example' }],
      cc: [{ name: 'Bo', address: 'bo@x.example' }],
      bcc: [{ name: 'Cy', address: 'cy@x.example' }],
      sentAt: '2024-03-05T15:00:00.000Z',
      text: 'See the table.\nD.',
      html: '<p>See the <b>table</b>.</p>',
      parts: [{ fileName: 'table.csv', mimeType: 'text/csv', bytes: Buffer.from('a,b\n1,2\n') }],
      faults: [],
    })
  })

  it('takes ids, time and people from the headers that it came with', async () => {
    const headers =
      'Microsoft Mail Internet Headers Version 2.0\r\nReceived: from a by b; Tue, 5 Mar 2024 15:00:09 +0000\r\n' +
      'From: "Whitcomb, Dale" <dale@northwind.example>\r\nTo: ann@x.example\r\nDate: Tue, 05 Mar 2024 09:00:02 -0600\r\n' +
      'Message-ID: <m1@test.example>\r\nReferences: <m0@test.example>\r\nContent-Type: multipart/mixed;\r\n\tboundary="b"\r\n\r\n'
    const message = await read(
      msg({ ...letter, properties: { ...letter.properties, [tags.headers]: headers } }),
    )
    expect(message).toMatchObject({
      from: [{ name: 'Whitcomb, Dale', address: 'dale@northwind.example' }],
      messageId: 'm1@test.example',
      references: ['m0@test.example'],
      sentAt: '2024-03-05T15:00:02.000Z',
      sentOriginal: 'Tue, 05 Mar 2024 09:00:02 -0600',
      bcc: [{ address: 'cy@x.example' }],
      text: 'See the table.\nD.',
      faults: [],
    })
  })

  it('reads text that is not Unicode in the code page of its language', async () => {
    const { [tags.subject]: _, ...others } = letter.properties
    const big5 = Buffer.from([0xae, 0xe6, 0xa6, 0xa1]).toString('latin1')
    const properties = { ...others, [tags.subjectAnsi]: big5, [tags.localeId]: 0x0404 }
    expect((await read(msg({ properties }))).subject).toBe('格式')
    const dos = { ...others, [tags.subjectAnsi]: 'l\x9c\x85', [tags.internetCodePage]: 852 }
    const html = Buffer.from('<p>l\x9c\x85</p>', 'latin1')
    expect(await read(msg({ properties: { ...dos, [tags.html]: html } }))).toMatchObject({
      subject: 'lťů',
      html: '<p>lťů</p>',
    })
  })

  it('gives a message inside it as an e-mail file with all that it has', async () => {
    const outer = { properties: letter.properties, attachments: [{ properties: {}, message: letter }] }
    const [part] = (await read(msg(outer))).parts
    expect(part?.mimeType).toBe('message/rfc822')
    const inner = await readMessage(part?.bytes ?? Buffer.alloc(0), defaultLimits)
    expect(inner).toMatchObject({
      subject: 'Größe matters',
      to: [{ address: 'ann@x.example' }],
      bcc: [{ address: 'cy@x.example' }],
      sentAt: '2024-03-05T15:00:00.000Z',
      parts: [{ fileName: 'table.csv', bytes: Buffer.from('a,b\n1,2\n') }],
    })
  })

  it('gives a uuencoded file in its plain text as an attachment', async () => {
    const { [tags.html]: _, ...properties } = letter.properties
    const block = 'begin 644 Größe.txt\r\n#86)C\r\n`\r\nend\r\n'
    const body = { [tags.body]: `Öl:\r\n${block}Bye.` }
    const { text, parts, faults } = await read(msg({ ...letter, properties: { ...properties, ...body } }))
    expect(text).toBe('Öl:\nBye.')
    expect(parts.map(({ fileName, bytes }) => [fileName, bytes.toString()])).toEqual([
      ['Größe.txt', 'abc'],
      ['table.csv', 'a,b\n1,2\n'],
    ])
    expect(faults).toEqual([])
    // The text of a page is what the page shows.
    expect((await read(msg({ properties: { ...letter.properties, ...body } }))).parts).toEqual([])
    const cut = { [tags.body]: block.replace('end', '') }
    const damaged = await read(msg({ properties: { ...properties, ...cut } }))
    expect(damaged.faults).toEqual([
      'A uuencoded file in its text is cut or damaged: its lines stay in the text.',
    ])
  })

  it('says of an attachment that is only a link that its file is not here', async () => {
    const attachments = [{ properties: { [tags.attachedName]: 'far.docx', [tags.attachMethod]: 7 } }]
    const { parts, faults } = await read(msg({ ...letter, attachments }))
    expect(parts).toEqual([])
    expect(faults).toEqual(['An attachment (“far.docx”) is a link: the file itself is not in the message.'])
    const path = 'https://files.example/far.docx'
    const nameless = [{ properties: { [tags.attachMethod]: 7, [tags.attachedLongPath]: path } }]
    const told = await read(msg({ ...letter, attachments: nameless }))
    expect(told.faults).toEqual([
      'An attachment without a name is a link: the file itself is not in the message.',
    ])
    expect(told.metadata.Linked_Files).toEqual([path])
  })

  it('has where a link leads among its fields and in its text', async () => {
    const attachments = [
      {
        properties: {
          [tags.attachedName]: 'far.docx',
          [tags.attachMethod]: 7,
          [tags.attachedLongPath]: 'https://files.example/far.docx',
        },
      },
    ]
    const { metadata, text } = await read(msg({ ...letter, attachments }))
    expect(metadata.Linked_Files).toEqual(['far.docx: https://files.example/far.docx'])
    expect(text).toContain('[Links]\nfar.docx: https://files.example/far.docx')
    const many = await read(
      msg({ ...letter, attachments: Array.from({ length: 101 }, () => attachments).flat() }),
    )
    expect([many.metadata.Linked_Files?.length, many.text.split('https://').length]).toEqual([100, 102])
  })

  it('gives the file that is in an object of another program, and the object where none is known in it', async () => {
    const objects = [
      { '\u0001Ole10Native': native('plan.txt', 'C:\\plan.txt', 'dig here') },
      {
        WordDocument: Buffer.alloc(3000, 1),
        '1Table': Buffer.alloc(100, 2),
        'ObjectPool/x': Buffer.alloc(9, 3),
      },
      { 'Equation Native': Buffer.from('a = b') },
    ]
    const attachments = objects.map((object, n) => ({
      properties: { [tags.attachedName]: `object ${n}`, [tags.attachMethod]: 6 },
      object,
    }))
    const { parts, faults } = await read(msg({ ...letter, attachments }))
    expect(faults).toEqual([])
    expect(parts.map(({ fileName }) => fileName)).toEqual(['plan.txt', 'object 1.doc', 'object 2'])
    expect(parts[0]?.bytes.toString()).toBe('dig here')
    const streams = parts.slice(1).map(({ bytes }) => readCompound(bytes))
    expect(streams[0]?.stream('WordDocument')).toEqual(Buffer.alloc(3000, 1))
    expect(streams[0]?.stream('ObjectPool/x')).toEqual(Buffer.alloc(9, 3))
    expect(streams[1]?.stream('Equation Native')?.toString()).toBe('a = b')
    // The same object has the same bytes each time: its hash is part of the message's.
    const again = await read(msg({ ...letter, attachments }))
    expect(again.parts.map(({ bytes }) => bytes)).toEqual(parts.map(({ bytes }) => bytes))
  })

  it('has several values of one property in the order of their numbers, however its directory has them', async () => {
    const telephone = (n: number) => ({
      name: `__substg1.0_3A1B101F-0000000${n}`,
      bytes: Buffer.from(`number ${n}`, 'utf16le'),
    })
    const file = ole([
      { name: '__properties_version1.0', bytes: Buffer.alloc(32) },
      { name: '__substg1.0_001A001F', bytes: Buffer.from('IPM.Contact', 'utf16le') },
      { name: '__substg1.0_3A1B101F', bytes: Buffer.alloc(12) },
      ...[1, 0, 2].map(telephone),
    ])
    expect((await read(file)).metadata.Business_Telephone_2).toEqual(['number 0', 'number 1', 'number 2'])
  })

  it('has no trace of a header that was taken away to read the others', async () => {
    const headers =
      'From: a@x.example\r\nContent-Type: multipart/mixed;\r\n\tboundary="b"\r\nX-Note: n\r\n\r\n'
    const { metadata } = await read(
      msg({ ...letter, properties: { ...letter.properties, [tags.headers]: headers } }),
    )
    expect(metadata.Other_Headers).toEqual(['X-Note: n'])
  })

  it('says that it is cut where it is, and reads what there is', async () => {
    const attachments = [
      {
        properties: {
          [tags.attachedName]: 'long.bin',
          [tags.attachedData]: Buffer.alloc(20_000, 7),
          [tags.attachMethod]: 1,
        },
      },
    ]
    const whole = msg({ ...letter, attachments })
    let told = 0
    for (let end = whole.length - 512; end > whole.length - 16_000; end -= 512) {
      const message = await read(whole.subarray(0, end)).catch((error: unknown) => {
        expect(error).toBeInstanceOf(BrokenMessage)
        return null
      })
      if (message === null || message.faults.length > 0) told++
    }
    expect(told).toBeGreaterThan(25)
  })

  test('never fails otherwise than by saying that it is broken, whatever its bytes are', async () => {
    const object = { WordDocument: Buffer.alloc(600, 1), 'ObjectPool/x': Buffer.alloc(9, 3) }
    const attachments = [...(letter.attachments ?? []), { properties: { [tags.attachMethod]: 6 }, object }]
    const whole = msg({ ...letter, attachments })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 40 }),
        fc.nat(whole.length),
        async (changes, end) => {
          const bytes = Buffer.from(whole)
          for (const [at, byte] of changes) bytes[at] = byte
          await read(bytes.subarray(0, Math.max(end, 600))).catch((error: unknown) => {
            expect(error).toBeInstanceOf(BrokenMessage)
          })
        },
      ),
      { numRuns: runs(200) },
    )
  })
})

const corpus = new URL('../../../../../shared/corpus/mail-formats/', import.meta.url)

describe.skipIf(!existsSync(corpus))('real message files', () => {
  const real = (name: string) => read(readFileSync(new URL(name, corpus)))

  it('in Chinese, without Unicode', async () => {
    const message = await real('testMSG_chinese.msg')
    expect(message.subject).toBe('Alfresco MSG format testing ( MSG 格式測試 )')
    expect(message.from).toMatchObject([{ name: 'Tests Chang@FT (張毓倫)' }])
    expect(message.to).toMatchObject([{ address: 'tests.chang@fengttt.com' }])
  })

  it('with a message and a file attached', async () => {
    const { parts } = await real('testMSG_att_msg.msg')
    expect(parts.map(({ fileName, bytes, mimeType }) => [fileName, mimeType, bytes.length > 100])).toEqual([
      ['Test Attachment.eml', 'message/rfc822', true],
      ['smbprn.00009008.KdcPjl.pdf', 'application/octet-stream', true],
    ])
    expect(parts[1]?.bytes.length).toBe(13_539)
    const inner = await readMessage(parts[0]?.bytes ?? Buffer.alloc(0), defaultLimits)
    expect(inner).toMatchObject({
      subject: 'Test Attachment',
      text: expect.stringContaining('Blah blah blah'),
    })
  })

  it('with the HTML that was wrapped in RTF', async () => {
    const { html, parts } = await real('test-outlook2003.msg')
    expect(html).toMatch(/^<HTML>[\s\S]*<\/HTML>\s*$/)
    expect(html).toContain('you’re using another program')
    expect(parts).toHaveLength(11)
  })

  it('an appointment and a contact, which say most outside their body', async () => {
    const meeting = await real('testMSG_Appointment.msg')
    expect(meeting.text).toContain('Start: 2017-02-28T18:30:00.000Z')
    expect(meeting.metadata).toMatchObject({
      Location: ['under lazy dog'],
      End_Date: ['2017-02-28T19:00:00.000Z'],
    })
    const contact = await real('testMSG_Contact.msg')
    for (const said of ['quickbrown@gmail.com', 'Fence Co', 'Jumper', '(456) 789-0123', '12 Lazy Dog Lane'])
      expect(contact.text).toContain(said)
  })
})
