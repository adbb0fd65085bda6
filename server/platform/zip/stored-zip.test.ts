import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import sevenZip from '7z-wasm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { promised, property } from '#tests/runs.ts'
import { collected } from '#tests/support/collected.ts'
import { type EntryBytes, StoredZip } from './stored-zip.ts'

const at = new Date('2026-03-04T05:06:08Z')
interface File {
  readonly name: string
  readonly bytes: Buffer
}
const zipOf = (files: readonly File[]): StoredZip =>
  new StoredZip(
    files.map(({ name, bytes }) => ({ name, bytes: bytes.length, crc: crc32(bytes) })),
    at,
  )
const bytesOf =
  (files: readonly File[]): EntryBytes =>
  (i, from, to) => [files[i]?.bytes.subarray(from, to) ?? Buffer.alloc(0)]
const rangeOf = async (files: readonly File[], from: number, to: number): Promise<Buffer> =>
  Buffer.concat(await collected(zipOf(files).read(from, to, bytesOf(files))))

const volume: File[] = [
  { name: 'VOL001/DATA/VOL001.dat', bytes: Buffer.from('þAþ') },
  { name: 'VOL001/IMAGES/001/NW000001.tif', bytes: Buffer.alloc(100_000, 'x') },
  { name: 'VOL001/TEXT/Übersicht 漢.txt', bytes: Buffer.alloc(0) },
]
const has = (program: string): boolean => spawnSync(program, ['--version']).error === undefined

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'affiant-zip-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const pythonReads = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    assert z.testzip() is None
    sys.stdout.buffer.write(("\\n".join(f"{i.filename} {i.file_size}" for i in z.infolist()[:3]) + f"\\n{len(z.infolist())}").encode())
`
const byPython = (path: string): string[] =>
  execFileSync('python3', ['-c', pythonReads, path]).toString().split('\n')

describe('a stored zip is read by others', () => {
  const write = async (name: string, files: readonly File[]): Promise<string> => {
    const path = join(folder, name)
    writeFileSync(path, await rangeOf(files, 0, zipOf(files).bytes))
    return path
  }

  it('by 7-Zip', async () => {
    const lines: string[] = []
    const { FS, callMain } = await sevenZip({
      print: (line) => lines.push(line),
      printErr: (line) => lines.push(line),
    })
    FS.writeFile('/a.zip', await rangeOf(volume, 0, zipOf(volume).bytes))
    callMain(['t', '/a.zip'])
    expect(lines.join('\n')).toContain('Everything is Ok')
    expect(lines.join('\n')).not.toMatch(/warning/i)
    FS.mkdir('/out')
    callMain(['x', '/a.zip', '-o/out'])
    expect(FS.readdir('/out/VOL001/TEXT')).toContain('Übersicht 漢.txt')
  })

  it.skipIf(!has('python3'))('by Python', async () => {
    const names = volume.map(({ name, bytes }) => `${name} ${bytes.length}`)
    expect(byPython(await write('small.zip', volume))).toEqual([...names, '3'])
  })

  it.skipIf(!has('unzip'))('by unzip', async () => {
    const told = execFileSync('unzip', ['-t', await write('unzip.zip', volume)]).toString()
    expect(told).toContain('No errors detected')
  })

  it.skipIf(!has('bsdtar'))('by bsdtar', async () => {
    const told = execFileSync('bsdtar', ['-tf', await write('bsdtar.zip', volume)]).toString()
    expect(told.trim().split('\n')).toHaveLength(3)
  })

  property(
    'by Python and unzip, with more than 65,535 entries',
    async () => {
      if (!has('python3')) return
      const many = Array.from({ length: 65_600 }, (_, i) => ({
        name: `${i}.txt`,
        bytes: Buffer.from(`${i % 7}`),
      }))
      const path = await write('many.zip', many)
      expect(byPython(path).at(-1)).toBe('65600')
      if (has('unzip'))
        expect(execFileSync('unzip', ['-tq', path]).toString()).toContain('No errors detected')
    },
    300_000,
  )

  // A file with holes: only what is not zero is written.
  property(
    'by Python, unzip, bsdtar and 7-Zip, beyond 4 GiB',
    async () => {
      if (!has('python3')) return
      const zeros = 2 ** 32 + 5
      const piece = Buffer.alloc(2 ** 20)
      let crc = 0
      for (let left = zeros; left > 0; left -= piece.length)
        crc = crc32(piece.subarray(0, Math.min(left, piece.length)), crc)
      const entries = [
        { name: 'big.bin', bytes: zeros, crc },
        { name: 'behind.txt', bytes: 3, crc: crc32('abc') },
      ]
      const zip = new StoredZip(entries, at)
      const path = join(folder, 'big.zip')
      const file = openSync(path, 'w')
      const head = 1000
      const write = async (from: number, to: number): Promise<void> => {
        let place = from
        const bytes: EntryBytes = (i, first, last) => [
          i === 0 ? Buffer.alloc(last - first) : Buffer.from('abc').subarray(first, last),
        ]
        for await (const part of zip.read(from, to, bytes)) {
          writeSync(file, part, 0, part.length, place)
          place += part.length
        }
        expect(place).toBe(to)
      }
      ftruncateSync(file, zip.bytes)
      await write(0, head)
      await write(zeros - head, zip.bytes)
      closeSync(file)
      expect(byPython(path)).toEqual([`big.bin ${zeros}`, 'behind.txt 3', '2'])
      if (has('unzip')) expect(execFileSync('unzip', ['-t', path]).toString()).toContain('No errors detected')
      if (has('bsdtar')) expect(execFileSync('bsdtar', ['-xOf', path, 'behind.txt']).toString()).toBe('abc')
      if (has('7z')) {
        const told = execFileSync('7z', ['t', path]).toString()
        expect(told).toContain('Everything is Ok')
        expect(told).not.toMatch(/warning|error/i)
      }
    },
    300_000,
  )
})

const anyFiles = fc.uniqueArray(
  fc.record({
    name: fc.stringMatching(/^[a-zé漢]{1,8}(?:\/[a-z]{1,4}){0,2}$/),
    bytes: fc.uint8Array({ maxLength: 60 }),
  }),
  { selector: ({ name }) => name, maxLength: 8 },
)

promised('any range of a stored zip is that part of the whole', [200, 20_000], async (cases) => {
  await fc.assert(
    fc.asyncProperty(anyFiles, fc.nat(), fc.nat(), async (made, one, other) => {
      const files = made.map(({ name, bytes }) => ({ name, bytes: Buffer.from(bytes) }))
      const { bytes } = zipOf(files)
      const whole = await rangeOf(files, 0, bytes)
      expect(whole).toHaveLength(bytes)
      const [from, to] = [one % (bytes + 1), other % (bytes + 1)].sort((a, b) => a - b) as [number, number]
      expect(await rangeOf(files, from, to)).toEqual(whole.subarray(from, to))
    }),
    { numRuns: cases },
  )
})

it('refuses names that lead out of a volume or stand twice, and bytes that were not planned', async () => {
  const entry = (name: string): { name: string; bytes: number; crc: number } => ({ name, bytes: 1, crc: 0 })
  for (const name of ['../x', '/x', 'a//b', 'C:/x', 'a\\b', ''])
    expect(() => new StoredZip([entry(name)], at)).toThrow(RangeError)
  expect(() => new StoredZip([entry('a'), entry('A')], at)).toThrow('one name')
  const zip = new StoredZip([entry('a')], at)
  for (const wrong of [[], [Buffer.from('xy')]])
    await expect(collected(zip.read(0, zip.bytes, () => wrong))).rejects.toThrow('planned')
})
