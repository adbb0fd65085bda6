import { describe, expect, it } from 'vitest'
import { ber, compressedData, envelopedData, oids, pem, signedData } from '#tests/fixtures/cms.ts'
import { unlocked } from '#tests/fixtures/family-options.ts'
import { msg, tags } from '#tests/fixtures/msg.ts'
import { readFamily, readLooseFile } from '../family.ts'
import { defaultLimits } from '../limits.ts'
import { splitMbox } from './mbox.ts'

const options = { maxTextSize: 1_000_000, limits: defaultLimits, ...unlocked }

/** What was signed: a text and a file. */
const entity = Buffer.from(
  [
    'Content-Type: multipart/mixed; boundary="inner"',
    '',
    '--inner',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from('The price is 3 €.').toString('base64'),
    '--inner',
    'Content-Type: text/csv; name="prices.csv"',
    'Content-Disposition: attachment; filename="prices.csv"',
    '',
    'a,b',
    '--inner--',
    '',
  ].join('\r\n'),
)
const header = [
  'From: dale@northwind.example',
  'Subject: Prices',
  'Date: Tue, 5 Mar 2024 15:00:00 +0000',
  'MIME-Version: 1.0',
]

/** One part of a message, or all of it below its header. */
const partOf = (bytes: Buffer, type = 'application/pkcs7-mime; smime-type=signed-data; name="smime.p7m"') =>
  [
    `Content-Type: ${type}`,
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: attachment; filename="smime.p7m"',
    '',
    bytes.toString('base64').replace(/.{64}/g, '$&\r\n'),
    '',
  ].join('\r\n')
const letter = (bytes: Buffer, type?: string): Buffer =>
  Buffer.from(`${header.join('\r\n')}\r\n${partOf(bytes, type)}`)
const read = (eml: Buffer, limits = defaultLimits) =>
  readFamily(eml, { path: ['x.eml'] }, { ...options, limits })

async function* streamOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
const shown = async (family: ReturnType<typeof read>) =>
  (await family).members.map(({ depth, title, text }) => [depth, title, text?.trim() ?? null])
const flawsOf = async (family: ReturnType<typeof read>) =>
  (await family).members.flatMap(({ flaws }) => flaws.map(({ code, reason }) => `${code}: ${reason}`))

const whole = [
  [0, 'Prices', 'The price is 3 €.'],
  [1, 'prices.csv', 'a,b'],
]

describe('a message that is signed so that only a program for S/MIME shows it', () => {
  it.each<[string, Buffer]>([
    ['signed', letter(signedData(entity))],
    ['signed by a program that streams', letter(signedData(entity, { of: ber }))],
    ['signed, in the form of PEM', letter(pem(signedData(entity)))],
    ['signed by a program of old', letter(signedData(entity), 'application/x-pkcs7-mime')],
    ['signed, sent as any file', letter(signedData(entity), 'application/octet-stream')],
    ['compressed', letter(compressedData(entity), 'application/pkcs7-mime; smime-type=compressed-data')],
    ['signed twice', letter(signedData(Buffer.from(partOf(signedData(entity)))))],
    ['compressed and signed', letter(signedData(Buffer.from(partOf(compressedData(entity)))))],
  ])('has the text and the attachments that were wrapped: %s', async (_, eml) => {
    expect(await shown(read(eml))).toEqual(whole)
    expect(await flawsOf(read(eml))).toEqual([])
  })

  it('tells how it was wrapped, the outermost first', async () => {
    const { members } = await read(letter(signedData(Buffer.from(partOf(compressedData(entity))))))
    expect(members[0]?.metadata.S_MIME).toEqual(['signed', 'compressed'])
  })

  it('is a copy of the same message that was not signed', async () => {
    const plain = Buffer.from(`${header.join('\r\n')}\r\n${entity.toString('latin1')}`, 'latin1')
    expect((await read(letter(signedData(entity)))).dedupeHash).toBe((await read(plain)).dedupeHash)
  })

  it('is read in a mailbox, attached to another, and as Outlook keeps it', async () => {
    const box = Buffer.concat([
      Buffer.from('From a@x Tue Mar 05 09:00:00 2024\n'),
      letter(signedData(entity)),
    ])
    for await (const { bytes } of splitMbox(streamOf(box), { maxBytes: box.length }))
      expect(await shown(read(bytes ?? Buffer.alloc(0)))).toEqual(whole)

    const forwarded = Buffer.from(
      [
        ...header,
        'Content-Type: multipart/mixed; boundary="o"',
        '',
        '--o',
        'Content-Type: text/plain',
        '',
        'See below.',
        '--o',
        'Content-Type: message/rfc822',
        '',
        letter(signedData(entity)).toString('latin1'),
        '--o',
        partOf(signedData(entity)),
        '--o--',
        '',
      ].join('\r\n'),
    )
    expect(await shown(read(forwarded))).toEqual([
      [0, 'Prices', 'See below.'],
      [1, 'Prices', 'The price is 3 €.'],
      [2, 'prices.csv', 'a,b'],
      // Not the whole of the message: it stays an attachment, and what stands in it is below it.
      [1, 'smime.p7m', null],
      [2, '', 'The price is 3 €.'],
      [3, 'prices.csv', 'a,b'],
    ])

    const outlook = (bytes: Buffer, body: string) =>
      readFamily(
        msg({
          properties: {
            [tags.messageClass]: 'IPM.Note.SMIME',
            [tags.subject]: 'Prices',
            [tags.submittedAt]: new Date('2024-03-05T15:00:00Z'),
            [tags.senderAddress]: 'dale@northwind.example',
            ...(body === '' ? {} : { [tags.body]: body }),
          },
          attachments: [
            {
              properties: {
                [tags.attachedName]: 'smime.p7m',
                [tags.attachedType]: 'application/pkcs7-mime',
                [tags.attachedData]: bytes,
                [tags.attachMethod]: 1,
              },
            },
          ],
        }),
        { path: ['x.msg'] },
        options,
        'msg',
      )
    expect(await shown(outlook(signedData(entity), ''))).toEqual(whole)
    expect((await outlook(signedData(entity), '')).members[0]?.metadata.S_MIME).toEqual(['signed'])
    expect((await outlook(signedData(entity), '')).dedupeHash).toBe(
      (await read(letter(signedData(entity)))).dedupeHash,
    )
    // Says something else itself: both are kept.
    expect((await shown(outlook(signedData(entity), 'Other.'))).map(([, , text]) => text)).toEqual([
      'Other.',
      null,
      'The price is 3 €.',
      'a,b',
    ])
    expect(await flawsOf(outlook(envelopedData, ''))).toEqual(['encrypted: The content is encrypted.'])
  })

  it('is an exception where it is encrypted, in a signature too', async () => {
    const enveloped = partOf(envelopedData, 'application/pkcs7-mime; smime-type=enveloped-data')
    for (const eml of [
      letter(envelopedData, 'application/pkcs7-mime; smime-type=enveloped-data'),
      letter(signedData(Buffer.from(enveloped))),
    ]) {
      expect(await shown(read(eml))).toEqual([
        [0, 'Prices', ''],
        [1, 'smime.p7m', null],
      ])
      expect(await flawsOf(read(eml))).toEqual(['encrypted: The content is encrypted.'])
    }
    // One structure in the other, with no message between them.
    const inOne = await read(letter(signedData(envelopedData, { type: oids.enveloped })))
    expect(inOne.members.map(({ category }) => category)).toEqual(['E-mail', 'Container', 'Encrypted'])
    expect(inOne.members[2]?.flaws.map(({ code }) => code)).toEqual(['encrypted'])
  })

  it('that is cut gives what is there, and says so; nothing that is cut ends the reading', async () => {
    const wrapped = signedData(entity)
    const cut = letter(wrapped.subarray(0, wrapped.length - 60))
    expect((await shown(read(cut)))[0]).toEqual([0, 'Prices', 'The price is 3 €.'])
    expect(await flawsOf(read(cut))).toContain(
      'corrupt: What is signed in it ends before its end: something is missing.',
    )
    for (const each of [wrapped, signedData(entity, { of: ber }), compressedData(entity)])
      for (let length = 15; length < each.length - 20; length += 3) {
        const family = read(letter(each.subarray(0, length)))
        // Whatever is missing, somebody is told.
        if (length < each.length - 60) expect(await flawsOf(family)).not.toEqual([])
        else await family
      }
  })

  it('stays an attachment where what is signed is a file and no mail', async () => {
    const bill = Buffer.from('<?xml version="1.0"?><bill><total>3</total></bill>')
    expect(await shown(read(letter(signedData(bill))))).toEqual([
      [0, 'Prices', ''],
      [1, 'smime.p7m', null],
      [2, 'smime', expect.stringContaining('3')],
    ])
  })

  it('is opened no deeper, and expands to no more, than the limits say', async () => {
    let deep = entity
    for (let n = 0; n < 4; n++) deep = Buffer.from(partOf(signedData(deep)))
    expect(await shown(read(letter(signedData(deep)), { ...defaultLimits, depth: 5 }))).toEqual(whole)
    const shallow = await read(letter(signedData(deep)), { ...defaultLimits, depth: 2 })
    expect(shallow.members[0]?.text).toBe('')
    expect(shallow.members.flatMap(({ flaws }) => flaws.map(({ code }) => code))).toContain('tooDeep')

    const bomb = compressedData(Buffer.concat([entity, Buffer.alloc(2_000_000)]))
    expect(await flawsOf(read(letter(bomb), { ...defaultLimits, ratioFrom: 1000 }))).toEqual([
      'tooLarge: It expands to more than 100 times its size.',
    ])
  })

  it('is read as a file of its own', async () => {
    const { members } = await readLooseFile(signedData(entity), { path: ['smime.p7m'] }, options)
    expect(members.map(({ category, text }) => [category, text?.trim() ?? null])).toEqual([
      ['Container', null],
      ['E-mail', 'The price is 3 €.'],
      ['Spreadsheet', 'a,b'],
    ])
  })
})
