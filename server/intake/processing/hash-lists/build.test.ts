import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashKinds } from '#contracts/hash-kinds.ts'
import { runs, property as test } from '#tests/runs.ts'
import { type Merged, type PieceDone, work } from './build.ts'
import { HashIndex } from './index-file.ts'
import { hashBytes } from './lines.ts'
import type { Run } from './runs.ts'

const tools = { at: () => {} }

/** Makes the file of a list in pieces of so many bytes, and hands it to `use`. */
async function built<T>(
  text: string,
  bytes: number,
  use: (index: HashIndex, told: { entries: number; rejected: number }) => T,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'affiant-hashes-'))
  try {
    mkdirSync(join(folder, 'runs'))
    const file = join(folder, 'list')
    writeFileSync(file, text, 'latin1')
    const all: Run[] = []
    let [offset, rejected, number] = [0, 0, 0]
    let columns: PieceDone['columns'] = null
    for (let ended = false; !ended; number++) {
      const given = {
        what: 'piece',
        file,
        folder: join(folder, 'runs'),
        offset,
        columns,
        number,
        bytes,
      } as const
      const done = (await work(given, tools)) as PieceDone
      for (const kind of done.kinds) all.push({ kind, number })
      ;({ offset, columns, ended } = done)
      rejected += done.rejected
    }
    const target = join(folder, 'index')
    const merge = { what: 'merge', folder: join(folder, 'runs'), runs: all, target } as const
    const { entries } = (await work(merge, tools)) as Merged
    const index = new HashIndex(target)
    try {
      return use(index, { entries, rejected })
    } finally {
      index.close()
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const hex = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((bytes) => Buffer.from(bytes).toString('hex'))
/** Few first bytes, so that many hashes are near each other. */
const near = (length: number) =>
  fc.tuple(fc.constantFrom('00', '7f', 'ff'), hex(length - 1)).map(([first, rest]) => first + rest)

describe('a list of hashes', () => {
  test('has what a set of its lines has, whatever it holds and however it is cut into pieces', async () => {
    const kind = fc.constantFrom(...hashKinds)
    const entry = kind.chain((each) =>
      fc.tuple(
        fc.oneof(hex(hashBytes[each]), near(hashBytes[each])),
        fc.boolean(),
        fc.constantFrom('', '  name.dll', ' *a,b.txt', ',"x"', ', "x", "y"', ' *a "b", c.txt', '\r'),
      ),
    )
    const others = fc.array(kind.chain((each) => fc.tuple(fc.constant(each), near(hashBytes[each]))))
    await fc.assert(
      fc.asyncProperty(
        fc.array(entry, { maxLength: 60 }),
        others,
        fc.integer({ min: 1, max: 4000 }),
        fc.boolean(),
        async (entries, sought, bytes, ends) => {
          const lines = entries.map(([hash, upper, rest]) => (upper ? hash.toUpperCase() : hash) + rest)
          const set = new Set(entries.map(([hash]) => hash))
          await built(lines.join('\n') + (ends ? '\n' : ''), bytes, (index, told) => {
            expect(told).toEqual({ entries: set.size, rejected: 0 })
            for (const hash of set) {
              const of = hashKinds.find((each) => hashBytes[each] * 2 === hash.length) ?? 'md5'
              expect(index.has(of, hash)).toBe(true)
            }
            for (const [of, hash] of sought) expect(index.has(of, hash)).toBe(set.has(hash))
          })
        },
      ),
      { numRuns: runs(60) },
    )
  })

  it('is read in the forms of the NSRL: by the titles of its columns, with the strongest hash of each line', async () => {
    const [md5, sha1, sha256] = ['a'.repeat(32), 'B'.repeat(40), 'c'.repeat(64)]
    const rds = [
      '"SHA-1","MD5","CRC32","FileName","FileSize","ProductCode","OpSystemCode","SpecialCode"',
      `"${sha1}","${md5}","00000000","a ""quoted"", name.dll",1,2,"3",""`,
      `"","${'d'.repeat(32)}","00000000","only MD5",1,2,"3",""`,
      `"no hash","","00000000","${'e'.repeat(32)}",1,2,"3",""`,
      '',
    ].join('\r\n')
    await built(rds, 1e6, (index, told) => {
      expect(told).toEqual({ entries: 2, rejected: 1 })
      expect(index.has('sha1', sha1.toLowerCase())).toBe(true)
      // The strongest is enough.
      expect(index.has('md5', md5)).toBe(false)
      expect(index.has('md5', 'd'.repeat(32))).toBe(true)
      // A name is no hash.
      expect(index.has('md5', 'e'.repeat(32))).toBe(false)
    })
    const later = `\u00ef\u00bb\u00bfsha256,sha1,md5,file_name\n${sha256},${sha1},${md5},x\n`
    await built(later, 1e6, (index) => expect(index.has('sha256', sha256)).toBe(true))
    const bare = `"${sha1}","${md5}","00000000","${'f'.repeat(64)}"\n# a remark\n\nnothing\n${md5}  ${'9'.repeat(64)}`
    await built(bare, 1e6, (index, told) => {
      expect(told).toEqual({ entries: 2, rejected: 1 })
      expect(index.has('sha1', sha1.toLowerCase())).toBe(true)
      expect(index.has('md5', md5)).toBe(true)
    })
  })

  it('of more than is held in memory is searched in its file', async () => {
    const count = 150_000
    const hash = (n: number) => (n * 2_654_435_761 + 11).toString(16).padStart(64, '0')
    const text = Array.from({ length: count }, (_, n) => hash(n)).join('\n')
    await built(text, 3_000_000, (index, { entries }) => {
      expect(entries).toBe(count)
      for (let n = 0; n < count; n += 997) expect(index.has('sha256', hash(n))).toBe(true)
      for (let n = 0; n < 200; n++) expect(index.has('sha256', hash(count + n))).toBe(false)
    })
  })

  it('that is none of these files, or cut, is refused', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'affiant-hashes-'))
    const file = join(folder, 'x')
    for (const bytes of [Buffer.alloc(0), Buffer.alloc(64), Buffer.from('affiant hashes 1\n'.padEnd(70))]) {
      writeFileSync(file, bytes)
      expect(() => new HashIndex(file)).toThrow()
    }
    rmSync(folder, { recursive: true })
  })
})
