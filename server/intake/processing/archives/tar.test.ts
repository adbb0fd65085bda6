import fc from 'fast-check'
import { Header } from 'tar'
import { describe, expect, it } from 'vitest'
import { runs, property as test } from '#tests/runs.ts'
import { DamagedEntry } from './archive.ts'
import { tarEntries } from './tar.ts'

const record = 512

type Type = 'File' | 'SymbolicLink' | 'TapeVolumeHeader' | 'SparseFile'

function entry(type: Type, path: string, content = ''): Buffer {
  const header = Buffer.alloc(record)
  const target = type === 'SymbolicLink' ? { linkpath: 'target' } : {}
  new Header({ type, path, size: content.length, mode: 0o644, ...target }).encode(header, 0)
  const body = Buffer.alloc(Math.ceil(content.length / record) * record)
  body.write(content)
  return Buffer.concat([header, body])
}

async function* chunks(entries: readonly Buffer[], size: number): AsyncGenerator<Buffer> {
  const tar = Buffer.concat([...entries, Buffer.alloc(2 * record)])
  for (let at = 0; at < tar.length; at += size) yield tar.subarray(at, at + size)
}

/** Name and content of each file; of what is no file, why. */
async function read(entries: readonly Buffer[], chunkSize: number): Promise<string[][]> {
  const seen: string[][] = []
  for await (const { name, refused, open } of tarEntries(chunks(entries, chunkSize))) {
    const parts: Buffer[] = []
    if (refused === null) for await (const chunk of await open()) parts.push(chunk)
    seen.push([name, refused?.reason ?? Buffer.concat(parts).toString()])
  }
  return seen
}

describe.each([100, record, 1 << 20])('a tar that comes in chunks of %i bytes', (chunkSize) => {
  it('is read to its end, whatever in it is no file and has no bytes', async () => {
    const entries = [
      entry('TapeVolumeHeader', 'Backup of March'),
      entry('File', 'a.txt', 'first'),
      entry('SparseFile', 'hole', ''),
      entry('SparseFile', 'holes', 'x'.repeat(2000)),
      entry('File', 'empty.txt'),
      entry('File', 'b.txt', 'second'),
      entry('TapeVolumeHeader', 'The end'),
    ]
    expect(await read(entries, chunkSize)).toEqual([
      ['Backup of March', 'It is a TapeVolumeHeader, not a file.'],
      ['a.txt', 'first'],
      ['hole', 'It is a SparseFile, not a file.'],
      ['holes', 'It is a SparseFile, not a file.'],
      ['empty.txt', ''],
      ['b.txt', 'second'],
      ['The end', 'It is a TapeVolumeHeader, not a file.'],
    ])
  })
})

/** The header with another name, as bytes, and the checksum of that. */
function renamed(whole: Buffer, name: Buffer, sum: (byte: number) => number = (byte) => byte): Buffer {
  const bytes = Buffer.from(whole)
  Buffer.alloc(100).copy(bytes)
  name.copy(bytes)
  bytes.write(' '.repeat(8), 148)
  const total = bytes.subarray(0, record).reduce((all, byte) => all + sum(byte), 0)
  bytes.write(`${total.toString(8).padStart(6, '0')}\0 `, 148)
  return bytes
}
const special = (type: string, content: Buffer): Buffer => {
  const whole = entry('File', 'x', content.toString('latin1'))
  content.copy(whole, record)
  whole.write(type, 156)
  return renamed(whole, Buffer.from('././@LongLink'))
}
const hex = (text: string): Buffer => Buffer.from(text, 'hex')
const names = async (...entries: readonly Buffer[]): Promise<(string | undefined)[]> =>
  (await read(entries, 1000)).map(([name]) => name)

describe('names in a tar that are not UTF-8', () => {
  const file = entry('File', 'x', 'content')
  // By Python's codecs: 文章1.txt and 見積書_最終.xls, Grüße.txt and Málaga.pdf.
  const japanese = [hex('95b68fcd312e747874'), hex('8ca990cf8f915f8dc58f492e786c73')]
  const german = [hex('4772fcdf652e747874'), hex('4de16c6167612e706466')]

  it('are read in their charset', async () => {
    expect(await names(...japanese.map((name) => renamed(file, name)))).toEqual([
      '文章1.txt',
      '見積書_最終.xls',
    ])
    expect(await names(...german.map((name) => renamed(file, name)))).toEqual(['Grüße.txt', 'Málaga.pdf'])
    expect(await names(renamed(file, Buffer.from('日本.txt')))).toEqual(['日本.txt'])
  })

  it('are read in their charset where they stand before their entry, as GNU and as pax write them', async () => {
    const [name = Buffer.alloc(0)] = japanese
    const long = Buffer.concat([Buffer.from('folder/'.repeat(20)), name])
    const pax = Buffer.concat([Buffer.from('160 path='), long, Buffer.from('\n')])
    expect(pax).toHaveLength(159)
    const [right, wrong] = [Buffer.from(pax), Buffer.from(pax)]
    right.write('159')
    wrong.write('161')
    const expected = `${'folder/'.repeat(20)}文章1.txt`
    expect(await names(special('L', Buffer.concat([long, Buffer.alloc(1)])), file, file)).toEqual([
      expected,
      'x',
    ])
    expect(await names(special('x', right), file, file)).toEqual([expected, 'x'])
    await expect(names(special('x', wrong), file)).rejects.toThrow(
      'what it says of one of its entries cannot be read.',
    )
  })

  it('lose none of their bytes', async () => {
    const found = await names(...['fd', 'fe', 'ff', '80ff'].map((bytes) => renamed(file, hex(bytes))))
    expect(new Set(found).size).toBe(4)
    expect(found.join('')).not.toContain('\ufffd')
  })

  it('are read also where an old program took their bytes for signed in the checksum', async () => {
    const signed = (byte: number): number => (byte < 0x80 ? byte : byte - 0x100)
    expect(await names(...german.map((name) => renamed(file, name, signed)))).toEqual([
      'Grüße.txt',
      'Málaga.pdf',
    ])
  })
})

it('a tar has names and sizes that are long for its headers', async () => {
  const path = `${'folder/'.repeat(18)}file.txt`
  const header = Buffer.alloc(record)
  new Header({ type: 'File', path, size: 9_000_000_000, mode: 0o644, mtime: new Date(86_400_000) }).encode(
    header,
    0,
  )
  const { value } = await tarEntries(chunks([header], record)).next()
  expect(value).toMatchObject({ name: path, size: 9_000_000_000, modifiedAt: '1970-01-02T00:00:00.000Z' })
})

it.each([
  [-1_000_000_000, '1938-04-24T22:13:20.000Z'],
  [-1, '1969-12-31T23:59:59.000Z'],
  [100_000_000_000, '5138-11-16T09:46:40.000Z'],
  [1_000_000_000_000, '+033658-09-27T01:46:40.000Z'],
  // Nobody knows.
  [0, null],
])('a tar has a date of any year (%d seconds)', async (seconds, modifiedAt) => {
  const header = Buffer.alloc(record)
  new Header({ type: 'File', path: 'a', size: 0, mode: 0o644, mtime: new Date(seconds * 1000) }).encode(
    header,
    0,
  )
  const { value } = await tarEntries(chunks([header], record)).next()
  expect(value).toMatchObject({ name: 'a', modifiedAt })
})

it('a tar gives what stands behind damage, and says at the end that it is damaged', async () => {
  const damaged = entry('File', 'b.txt', 'second')
  damaged[0] = 0x7a
  const found: string[] = []
  const all = chunks([entry('File', 'a.txt'), damaged, entry('File', 'c.txt')], 700)
  const reading = (async () => {
    for await (const { name } of tarEntries(all)) found.push(name)
  })()
  await expect(reading).rejects.toThrow('one of its headers cannot be read.')
  expect(found).toEqual(['a.txt', 'c.txt'])
})

it('a tar behind whose end another one stands is read to the end of that', async () => {
  const end = Buffer.alloc(20 * record)
  expect(await read([entry('File', 'a.txt', 'first'), end, entry('File', 'b.txt', 'second')], 700)).toEqual([
    ['a.txt', 'first'],
    ['b.txt', 'second'],
  ])
})

it('a tar says where something else stands behind its end', async () => {
  const end = Buffer.alloc(2 * record)
  for (const length of [3, 700, 2 * record])
    await expect(
      read([entry('File', 'a.txt', 'first'), end, Buffer.alloc(length, 'x')], 700),
    ).rejects.toThrow('what stands behind its end cannot be read.')
})

it('a tar that is cut gives the entries before, and says of the last one that it is cut', async () => {
  const whole = Buffer.concat([entry('File', 'a.txt', 'first'), entry('File', 'b.txt', 'x'.repeat(2000))])
  const entries = tarEntries(
    (async function* () {
      yield whole.subarray(0, -1000)
    })(),
  )
  expect((await entries.next()).value).toMatchObject({ name: 'a.txt', size: 5 })
  const last = await entries.next()
  if (last.done === true) throw new Error('There is no entry.')
  const content = (await last.value.open())[Symbol.asyncIterator]()
  expect((await content.next()).value).toHaveLength(2048 - 1000)
  await expect(content.next()).rejects.toBeInstanceOf(DamagedEntry)
  await expect(entries.next()).rejects.toThrow('it ends in the middle of an entry.')
})

test('a tar in which bytes are changed ends, and fails by nothing but a sentence', async () => {
  const whole = [
    entry('File', 'a.txt', 'first'),
    entry('SymbolicLink', 'b'),
    entry('File', 'c', 'x'.repeat(1000)),
  ]
  const size = Buffer.concat(whole).length
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(size - 1), fc.nat(255)), { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 1, max: 2000 }),
      async (changes, chunkSize) => {
        const bytes = Buffer.concat(whole)
        for (const [at, byte] of changes) bytes[at] = byte
        await read([bytes], chunkSize).catch((error: unknown) => {
          expect(error).toBeInstanceOf(Error)
          expect(String(error)).toMatch(/^Error: [\w ]+\.$/)
        })
      },
    ),
    { numRuns: runs(200) },
  )
})

it.each<[string, Buffer]>([
  ['a link', entry('SymbolicLink', 'a')],
  ['a file', entry('File', 'a', 'content')],
  ['an empty file', entry('File', 'a')],
  ['what is no file', entry('SparseFile', 'a')],
])('a tar can be left at %s that nobody reads', async (_, first) => {
  const seen: string[] = []
  for await (const { name } of tarEntries(chunks([first, entry('File', 'b')], record))) {
    seen.push(name)
    break
  }
  expect(seen).toEqual(['a'])
})

it('a tar whose source fails says so to whoever reads an entry then, and instead of the next one', async () => {
  const fault = Object.assign(new Error('EIO: i/o error'), { code: 'EIO' })
  async function* failing(): AsyncGenerator<Buffer> {
    yield entry('File', 'a', 'x'.repeat(record + 1)).subarray(0, 2 * record)
    throw fault
  }
  const entries = tarEntries(failing())
  const first = await entries.next()
  if (first.done === true) throw new Error('There is no entry.')
  const bytes = (await first.value.open())[Symbol.asyncIterator]()
  expect((await bytes.next()).value).toHaveLength(record)
  await expect(bytes.next()).rejects.toBe(fault)
  await expect(entries.next()).rejects.toBe(fault)
})
