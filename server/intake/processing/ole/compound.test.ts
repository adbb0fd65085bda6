import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs, property as test } from '#tests/runs.ts'
import { corpusFile, hasCorpus } from '#tests/support/office.ts'
import { NotCompound, readCompound } from './compound.ts'
import { writeCompound } from './write-compound.ts'

/** A compound with these streams, made by the library that writes them. */
const made = (streams: Readonly<Record<string, Buffer>>): Buffer =>
  writeCompound({
    entries: Object.entries(streams).map(([path, { length }]) => ({
      path,
      name: path.split('/').at(-1) ?? '',
      kind: 'stream',
      size: length,
      classId: '',
    })),
    classId: '',
    cut: false,
    listsAll: true,
    stream: (path) => streams[path] ?? null,
  })

const streamsOf = fc.dictionary(
  fc.stringMatching(/^[A-Za-z]{1,12}(\/[a-z]{1,8})?$/),
  fc.uint8Array({ minLength: 1, maxLength: 9000 }).map((bytes) => Buffer.from(bytes)),
  { minKeys: 1, maxKeys: 8 },
)

describe('readCompound', () => {
  test('gives back every stream that was written, large and small, in storages too', () => {
    fc.assert(
      fc.property(streamsOf, (streams) => {
        // Names that differ in case alone, or are storage and stream at once, are one to a compound file.
        const names = Object.keys(streams).map((name) => name.toLowerCase())
        fc.pre(new Set(names).size === names.length)
        fc.pre(!names.some((name) => names.some((other) => other.startsWith(`${name}/`))))
        const compound = readCompound(made(streams))
        for (const [path, bytes] of Object.entries(streams)) expect(compound.stream(path)).toEqual(bytes)
      }),
      { numRuns: runs(60) },
    )
  })

  test('ends, whatever the tables of a file say', () => {
    const whole = made({
      a: Buffer.alloc(9000, 1),
      'b/c': Buffer.alloc(100, 2),
      'b/d': Buffer.alloc(5000, 3),
    })
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(whole.length - 5), fc.nat(40)), { maxLength: 30 }),
        fc.nat(whole.length),
        (changes, length) => {
          const bytes = Buffer.from(whole)
          for (const [at, value] of changes) bytes.writeUInt32LE(value, at)
          try {
            const compound = readCompound(bytes.subarray(0, Math.max(512, length)))
            for (const { path, size } of compound.entries)
              expect(compound.stream(path)?.length ?? 0).toBeLessThanOrEqual(size)
          } catch (error) {
            expect(error).toBeInstanceOf(NotCompound)
          }
        },
      ),
      { numRuns: runs(300) },
    )
  })

  it.skipIf(!hasCorpus)('lists what is in a real document', () => {
    const { entries, stream, cut } = readCompound(corpusFile('office/testWPSAttachment.doc'))
    expect(cut).toBe(false)
    const paths = entries.map(({ path }) => path)
    expect(paths).toEqual(expect.arrayContaining(['WordDocument', '0Table', 'ObjectPool']))
    expect(paths.filter((path) => /^ObjectPool\/[^/]+$/.test(path)).length).toBeGreaterThan(5)
    expect(stream('worddocument')?.readUInt16LE(0)).toBe(0xa5ec)
  })
})
