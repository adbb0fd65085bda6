import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs, property as test } from '#tests/runs.ts'
import { defaultLimits } from '../limits.ts'
import { BrokenMessage } from '../mail/eml.ts'
import { readMail } from '../mail/read-mail.ts'
import { readTnef } from './tnef.ts'

const read = (bytes: Buffer) => readMail(bytes, 'tnef', defaultLimits)

const whole = (value: number, length: 2 | 4): Buffer => {
  const bytes = Buffer.alloc(length)
  bytes.writeUIntLE(value, 0, length)
  return bytes
}
const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])
const sized = (bytes: Buffer): Buffer => Buffer.concat([whole(bytes.length, 4), padded(bytes)])
const text = (value: string): Buffer => Buffer.from(`${value}\0`, 'utf16le')

/** A list of properties as TNEF writes it: texts and bytes by id, a name of its own where `name` is given. */
const properties = (
  ...all: readonly (readonly [id: number, value: string | Buffer, name?: string])[]
): Buffer =>
  Buffer.concat([
    whole(all.length, 4),
    ...all.flatMap(([id, value, name]) => [
      whole(typeof value === 'string' ? 0x001f : 0x0102, 2),
      whole(id, 2),
      ...(name === undefined
        ? []
        : [Buffer.from('2903020000000000c000000000000046', 'hex'), whole(1, 4), sized(text(name))]),
      whole(1, 4),
      sized(typeof value === 'string' ? text(value) : value),
    ]),
  ])

const attribute = (level: 1 | 2, id: number, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from([level]), whole(id, 4), whole(data.length, 4), data, whole(0, 2)])

const tnef = (...attributes: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from('789f3e220100', 'hex'), ...attributes])

const long = 'A name that has more than eight letters before its extension.docx'
const sample = tnef(
  attribute(
    1,
    0x00069003,
    properties([0x0037, 'Plans'], [0x1000, 'The text.'], [0x8001, 'Blue', 'Keywords']),
  ),
  attribute(2, 0x00069002, Buffer.alloc(14)),
  attribute(2, 0x0006800f, Buffer.from('content')),
  attribute(2, 0x00018010, Buffer.from('ANAMET~1.DOC\0')),
  attribute(2, 0x00069005, properties([0x3707, long])),
)

describe('winmail.dat', () => {
  it('gives subject, text, named fields, and attachments under their long names', async () => {
    expect(await read(sample)).toMatchObject({
      subject: 'Plans',
      text: 'The text.',
      metadata: { Outlook_Categories: ['Blue'] },
      parts: [{ fileName: long, bytes: Buffer.from('content') }],
    })
  })

  it('gives what stands before the place where it is cut', async () => {
    const message = await read(sample.subarray(0, sample.length - 10))
    expect(message.parts).toMatchObject([{ fileName: 'ANAMET~1.DOC', bytes: Buffer.from('content') }])
  })

  it.each([
    ['in a list', sample.length - 10],
    ['in the length of an attribute', sample.length - properties([0x3707, long]).length - 2 - 4],
    ['in the last checksum', sample.length - 1],
  ])('that is cut %s says so', async (_, end) => {
    const { faults } = await read(sample.subarray(0, end))
    expect(faults).toEqual(['The file ends before its content does; something is missing.'])
  })

  it('that is whole has no faults, whatever stands behind it', async () => {
    for (const behind of ['', '\r\n', '\0\0\0\0\0\0\0\0'])
      expect((await read(Buffer.concat([sample, Buffer.from(behind)]))).faults).toEqual([])
  })

  it('gives of an attachment that is cut what is there, and says how much that is', async () => {
    const file = attribute(2, 0x0006800f, Buffer.from('0123456789'))
    const begins = attribute(2, 0x00069002, Buffer.alloc(14))
    const { parts, faults } = await read(tnef(begins, file).subarray(0, -2 - 4))
    expect(parts.map(({ bytes }) => bytes.toString())).toEqual(['012345'])
    expect(faults).toContain('Of an attachment only the first 6 of 10 bytes are there.')
  })

  it('gives of a body that is cut what is there', async () => {
    const { text: body, faults } = await read(
      tnef(attribute(1, 0x00069003, properties([0x0037, 'Plans'], [0x1000, 'A long text.']))).subarray(
        0,
        -16,
      ),
    )
    expect([body, faults.length]).toEqual(['A long ', 1])
  })

  it('says that a list in it announces more than it has, and gives the rest', async () => {
    const list = Buffer.concat([whole(7, 4), properties([0x0037, 'Plans']).subarray(4)])
    const {
      subject,
      text: body,
      faults,
    } = await read(tnef(attribute(1, 0x00069003, list), attribute(1, 0x0002800c, Buffer.from('The text.\0'))))
    expect([subject, body]).toEqual(['Plans', 'The text.'])
    expect(faults).toEqual(['A list of properties in it is damaged; some are missing.'])
  })

  it('of more recipients than anybody has gives many, and says that there are more', async () => {
    const one = properties([0x39fe, Buffer.alloc(0)])
    const count = 400_000
    const list = Buffer.concat([whole(count, 4), Buffer.alloc(count * one.length, one)])
    const { faults } = readTnef(tnef(attribute(1, 0x00069004, list)), 1)
    expect(faults).toEqual([
      'It has more than 1000000 recipients, attachments and properties; not all were read.',
    ])
  })

  it('has its sender and its dates also where only the attributes of the first version say them', async () => {
    // 2008-02-29 13:05:09, a Friday.
    const date = Buffer.concat([2008, 2, 29, 13, 5, 9, 5].map((number) => whole(number, 2)))
    const [name, address] = [Buffer.from('J\u00f6rg\0\0', 'latin1'), Buffer.from('SMTP:joerg@x.example\0')]
    const sender = Buffer.concat([
      ...[4, 16 + name.length + address.length, name.length, address.length].map((n) => whole(n, 2)),
      name,
      address,
      Buffer.alloc(8),
    ])
    const dated = tnef(
      attribute(1, 0x00008000, sender),
      attribute(1, 0x00038005, date),
      attribute(
        1,
        0x00038006,
        Buffer.concat([whole(2008, 2), date.subarray(2, 6), whole(14, 2), date.subarray(8)]),
      ),
    )
    expect(await read(dated)).toMatchObject({
      from: [{ name: 'Jörg', address: 'joerg@x.example' }],
      sentAt: '2008-02-29T13:05:09.000Z',
      receivedAt: '2008-02-29T14:05:09.000Z',
      faults: [],
    })
  })

  it.each([
    ['a day that there is not', [2007, 2, 29, 0, 0, 0, 0]],
    ['a year beyond all', [65_535, 1, 1, 0, 0, 0, 0]],
    ['nothing', [0, 0, 0, 0, 0, 0, 0]],
    ['too little', [2007, 2]],
  ])('has no date where that is %s', async (_, numbers) => {
    const date = Buffer.concat(numbers.map((number) => whole(number, 2)))
    expect((await read(tnef(attribute(1, 0x00038005, date)))).sentAt).toBeNull()
  })

  it('is told from what is none', async () => {
    await expect(read(Buffer.from('no such thing'))).rejects.toBeInstanceOf(BrokenMessage)
  })

  test('never fails otherwise than by saying that it is broken, whatever its bytes are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(sample.length - 1), fc.nat(255)), { minLength: 1, maxLength: 20 }),
        async (changes) => {
          const bytes = Buffer.from(sample)
          for (const [at, byte] of changes) bytes[at] = byte
          await read(bytes).catch((error: unknown) => expect(error).toBeInstanceOf(BrokenMessage))
        },
      ),
      { numRuns: runs(300) },
    )
  })

  const real = new URL('../../../../../shared/corpus/mail-formats/testWINMAIL.dat', import.meta.url)
  it.skipIf(!existsSync(real))('of the wild: five files of which nothing is missing', async () => {
    const { parts, faults } = await read(readFileSync(real))
    expect(faults).toEqual([])
    expect(parts.map(({ fileName, bytes }) => [fileName, bytes.length])).toEqual([
      ['quick.doc', 19_968],
      ['quick.html', 428],
      ['quick.pdf', 18_638],
      ['quick.txt', 235],
      ['quick.xml', 143],
    ])
    expect(parts[3]?.bytes.toString('latin1')).toContain('The quick brown fox jumps over the lazy dog')
  })
})
