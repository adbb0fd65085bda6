import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '#tests/runs.ts'
import { defaultLimits } from '../limits.ts'
import { BrokenMessage } from '../mail/eml.ts'
import { readMail } from '../mail/read-mail.ts'

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

  it('is told from what is none', async () => {
    await expect(read(Buffer.from('no such thing'))).rejects.toBeInstanceOf(BrokenMessage)
  })

  it('never fails otherwise than by saying that it is broken, whatever its bytes are', async () => {
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

  const real = new URL('../../../../shared/corpus/mail-formats/testWINMAIL.dat', import.meta.url)
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
