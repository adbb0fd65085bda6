import { Header } from 'tar'
import { describe, expect, it } from 'vitest'
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
