/** Archives that 7-Zip reads, as a walk gives them out. Those of 7z are made by 7-Zip, the others by hand. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { zip } from '#server/sample/zip-writer.ts'
import { rar4, rar5, type StoredFiles } from '#tests/fixtures/rar.ts'
import { pack } from '#tests/fixtures/seven-zip.ts'
import { linesOf, resumed, walked } from '#tests/fixtures/walked.ts'
import { runs, property as test } from '#tests/runs.ts'
import { defaultLimits } from '../limits.ts'
import { lockedReason } from './archive.ts'

const given = async (name: string, bytes: Buffer, passwords: readonly string[] = []): Promise<string[]> =>
  linesOf(await walked(name, bytes, { passwords }))

const u16 = (...values: readonly number[]): Buffer => Buffer.from(Uint16Array.from(values).buffer)
const u32 = (...values: readonly number[]): Buffer => Buffer.from(Uint32Array.from(values).buffer)

/** A cabinet of one folder that is not compressed: [MS-CAB], section 2. */
function cab(files: StoredFiles): Buffer {
  let offset = 0
  const names = files.map(([name, content]) => {
    const entry = Buffer.concat([
      u32(content.length, offset),
      u16(0, 0x5321, 0x6000, 0x20),
      Buffer.from(`${name}\0`),
    ])
    offset += content.length
    return entry
  })
  const data = Buffer.from(files.map(([, content]) => content).join(''))
  const list = Buffer.concat(names)
  const block = Buffer.concat([u32(0), u16(data.length, data.length), data])
  const start = 36 + 8
  const header = [
    u32(0, start + list.length + block.length, 0, start, 0),
    Buffer.of(3, 1),
    u16(1, files.length, 0, 0, 0),
  ]
  return Buffer.concat([Buffer.from('MSCF'), ...header, u32(start + list.length), u16(1, 0), list, block])
}

/** What cpio calls "newc"; each entry is a file of its own. */
function cpio(files: readonly (readonly [name: string, content: string, mode?: number])[]): Buffer {
  const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])
  const entries = [...files, ['TRAILER!!!', '', 0] as const].map(([name, content, mode = 0o100644], i) => {
    const values = [
      i + 1,
      mode,
      0,
      0,
      1,
      1_600_000_000,
      content.length,
      0,
      0,
      0,
      0,
      Buffer.byteLength(name) + 1,
      0,
    ]
    const fields = values.map((value) => value.toString(16).padStart(8, '0')).join('')
    return Buffer.concat([padded(Buffer.from(`070701${fields}${name}\0`)), padded(Buffer.from(content))])
  })
  return Buffer.concat(entries)
}

/** As `ar` writes it, with names of up to fifteen characters. */
const ar = (files: StoredFiles): Buffer =>
  Buffer.from(
    `!<arch>\n${files
      .map(([name, content]) => {
        const fields = `${`${name}/`.padEnd(16)}${'1600000000'.padEnd(12)}${'0'.padEnd(12)}${'100644'.padEnd(8)}`
        return `${fields}${String(content.length).padEnd(10)}\`\n${content}${content.length % 2 === 1 ? '\n' : ''}`
      })
      .join('')}`,
  )

const two: StoredFiles = [
  ['a.txt', 'first'],
  ['b.txt', 'second'],
]

describe('an archive', () => {
  it.each<[string, Buffer]>([
    ['x.rar', rar5(two)],
    ['x.rar', rar4(two)],
    ['x.cab', cab(two)],
    ['x.cpio', cpio(two)],
    ['x.a', ar(two)],
  ])('%# (%s) gives its files in their order', async (name, bytes) => {
    expect(await given(name, bytes)).toEqual(['a.txt = first', 'b.txt = second', 'end of '])
  })

  it.each<[string, readonly string[]]>([
    ['as one stream', ['-ms=on']],
    ['file by file', ['-ms=off']],
    ['with PPMd', ['-m0=PPMd']],
    ['with bzip2', ['-m0=BZip2']],
  ])('of 7z that is packed %s gives its files and what they were changed', async (_, args) => {
    const steps = await walked(
      'x.7z',
      await pack(args, { 'a.txt': 'first', 'f/é.txt': 'second', 'f/none': '' }),
    )
    expect(linesOf(steps).toSorted()).toEqual(['a.txt = first', 'end of ', 'f/none = ', 'f/é.txt = second'])
    for (const step of steps)
      if (step.kind === 'item') expect(step.modifiedAt?.slice(0, 4)).toBe(String(new Date().getFullYear()))
  })

  it('keeps the clock of those that have one without a zone', async () => {
    for (const bytes of [rar4(two), cab(two)]) {
      const [step] = await walked('x', bytes)
      expect(step).toMatchObject({ modifiedAt: expect.stringMatching(/^2021-09-01T(00|12):00:00.000Z$/) })
    }
  })

  it('names links and devices, and does not open them', async () => {
    const bytes = cpio([
      ['passwd', '/etc/passwd', 0o120777],
      ['pipe', '', 0o010644],
      ['disk', '', 0o060644],
      ['folder', '', 0o040755],
      ['a.txt', 'a file'],
    ])
    expect(await given('x.cpio', bytes)).toEqual([
      'passwd: unsupportedType: It is a link to another file, not a file.',
      'pipe: unsupportedType: It is a device, not a file.',
      'disk: unsupportedType: It is a device, not a file.',
      'a.txt = a file',
      'end of ',
    ])
    expect(
      await given('x.7z', await pack(['-snl'], { 'a.txt': 'x', 'b -> a.txt': '', 'c.txt': 'y' })),
    ).toEqual([
      'a.txt = x',
      'b: unsupportedType: It is a link to another file, not a file.',
      'c.txt = y',
      'end of ',
    ])
  })

  it('gives names that lead elsewhere as names, and each file its own content whatever its name is', async () => {
    const names = [
      '../../etc/passwd',
      '/etc/shadow',
      '..',
      'a/../b',
      'same',
      'f/same',
      'same',
      'two\nPath = evil\nSize = 9',
      'ERROR: Wrong password : x',
      '文.txt',
      'f/文.txt',
      'C:\\x:y*?.txt',
      'end',
    ]
    const steps = await walked('x.cpio', cpio(names.map((name, i) => [name, `content ${i}`])))
    const contents = steps.map((step) => (step.kind === 'item' ? step.bytes.toString() : step.kind))
    expect(contents).toEqual([...names.map((_, i) => `content ${i}`), 'container'])
    expect(steps.map(({ path }) => path[1])).toEqual([
      ...names.slice(0, 6),
      'same #6',
      'two_Path = evil_Size = 9',
      ...names.slice(8),
      undefined,
    ])
  })

  it('makes an exception of a damaged file, and goes on behind it', async () => {
    const bytes = await pack(['-m0=Copy', '-ms=off'], { 'a.txt': 'aaaa', 'b.txt': 'bbbb', 'c.txt': 'cccc' })
    bytes[bytes.indexOf('bbbb')] = 0
    expect(await given('x.7z', bytes)).toEqual([
      'a.txt = aaaa',
      'b.txt: corrupt: The entry is damaged: it is cut, or its checksum does not fit its bytes.',
      'c.txt = cccc',
      'end of ',
    ])
  })

  it('that is cut gives what is there, and says that it is cut', async () => {
    const bytes = rar5([...two, ['c.txt', 'third']])
    const lines = await given('x.rar', bytes.subarray(0, bytes.indexOf('third')))
    expect(lines.slice(0, 2)).toEqual(['a.txt = first', 'b.txt = second'])
    expect(lines.at(-1)).toBe(': containerPartial: The container is damaged: Unexpected end of archive.')
  })

  it('of which nothing can be read is an exception with its bytes', async () => {
    const bytes = (await pack([], { 'a.txt': 'x' })).subarray(0, 60)
    const steps = await walked('x.7z', bytes)
    expect(steps).toMatchObject([{ kind: 'failed', code: 'corrupt', bytes }])
  })
})

describe('an encrypted archive', () => {
  const files = { 'a.txt': 'first', 'b.txt': 'second' }
  it.each<[string, readonly string[]]>([
    ['its files', []],
    ['its files, one by one', ['-ms=off']],
    ['its files and their names', ['-mhe=on']],
  ])('of %s opens with the password that fits, the first or a later one', async (_, args) => {
    const bytes = await pack(['-pright', ...args], files)
    const open = ['a.txt = first', 'b.txt = second', 'end of ']
    expect(await given('x.7z', bytes, ['right'])).toEqual(open)
    expect(await given('x.7z', bytes, ['wrong', '', 'also wrong', 'right', 'never'])).toEqual(open)
  })

  it('that no password opens says of each file that it is encrypted', async () => {
    const bytes = await pack(['-pright'], files)
    expect(await given('x.7z', bytes)).toEqual([
      'a.txt: encrypted: It is encrypted, and no password is known.',
      'b.txt: encrypted: It is encrypted, and no password is known.',
      'end of ',
    ])
    expect((await given('x.7z', bytes, ['wrong', 'worse']))[0]).toBe(
      'a.txt: encrypted: It is encrypted, and none of the 2 known passwords fits.',
    )
  })

  it('of several passwords gives each file its own bytes, though others have the same name', async () => {
    let bytes: Buffer | null = null
    for (const own of ['one', 'two', 'three'])
      bytes = await pack([`-p${own}`], { [`${own}/report.txt`]: `words of ${own}` }, bytes)
    const all = ['one', 'two', 'three']
    for (const passwords of [['two'], ['two', 'one'], ['one', 'three'], ['three', 'two', 'one']])
      expect(await given('x.7z', bytes ?? Buffer.alloc(0), passwords)).toEqual([
        ...all.map((own) =>
          passwords.includes(own)
            ? `${own}/report.txt = words of ${own}`
            : `${own}/report.txt: encrypted: ${lockedReason(passwords)}`,
        ),
        'end of ',
      ])
  })

  it('gives what in it is not encrypted whole', async () => {
    const locked = await pack(['-psecret'], { 'a/locked.txt': 'for few' })
    expect(await given('x.7z', await pack([], { 'b/open.txt': 'for all' }, locked))).toEqual([
      'b/open.txt = for all',
      'a/locked.txt: encrypted: It is encrypted, and no password is known.',
      'end of ',
    ])
  })

  it('whose names are encrypted too is one exception with its bytes', async () => {
    const bytes = await pack(['-pright', '-mhe=on'], files)
    const reason = 'It is encrypted, and the one known password does not fit.'
    expect(await walked('x.7z', bytes, { passwords: ['wrong'] })).toMatchObject([
      { kind: 'failed', code: 'encrypted', reason, bytes },
    ])
  })
})

describe('limits', () => {
  const limits = { ...defaultLimits, ratioFrom: 1_000_000 }

  it('end the unpacking of what expands without measure, in the middle of it', async () => {
    const bytes = await pack([], { 'a.txt': 'x', zeros: Buffer.alloc(20_000_000) })
    const lines = linesOf(await walked('x.7z', bytes, { limits }))
    expect(lines).toContain('a.txt = x')
    expect(lines).toContain('zeros: tooLarge: It expands to more than 100 times its size.')
    expect(lines.at(-1)).toBe(': tooLarge: It expands to more than 100 times its size.')
  })

  it('hold for one archive as a whole', async () => {
    const bytes = await pack([], { 'a.txt': 'x'.repeat(600), 'b.txt': 'y'.repeat(600) })
    const lines = linesOf(await walked('x.7z', bytes, { limits: { ...limits, archiveBytes: 1000 } }))
    expect(lines.at(-1)).toBe(': tooLarge: It expands to more than 1000 bytes.')
  })

  it('leave nothing on the disk of what passes them before it is opened', async () => {
    const bomb = Buffer.concat([Buffer.from('377abcaf271c0004', 'hex'), Buffer.alloc(5_000_000)])
    const limits = { ...defaultLimits, ratio: 2, ratioFrom: 1_000_000 }
    // What is walked here has left nothing, or the walk is a fault.
    expect(linesOf(await walked('x.zip', zip([{ name: 'bomb.7z', bytes: bomb }]), { limits }))).toEqual([
      'bomb.7z: tooLarge: It expands to more than 2 times its size.',
      'end of ',
    ])
  })

  it('hold for the number of files', async () => {
    const bytes = cpio(Array.from({ length: 20 }, (_, i) => [`${i}.txt`, `text ${i}`]))
    const lines = linesOf(await walked('x.cpio', bytes, { limits: { ...limits, entries: 5 } }))
    expect(lines).toHaveLength(6)
    expect(lines.at(-1)).toBe(': tooMany: It has more than 5 entries; the others were not opened.')
  })
})

test('a walk goes on behind any step as if it had not been left', async () => {
  const inner = await pack([], { 'deep.txt': 'deep', 'deeper.txt': 'deeper' })
  const entry = fc.oneof(
    fc.string({ maxLength: 20 }).map((text) => ['t.txt', Buffer.from(text)] as const),
    fc.constant(['inner.7z', inner] as const),
    fc.constant(['inner.rar', rar5(two)] as const),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 6 }), fc.nat(), async (entries, at) => {
      const files = Object.fromEntries(entries.map(([name, bytes], i) => [`${i}/${name}`, bytes]))
      const bytes = await pack([], files)
      const steps = await walked('x.7z', bytes)
      const { given, left } = await resumed(
        steps,
        (doneUpTo) => walked('x.7z', bytes, { doneUpTo }),
        at % steps.length,
      )
      expect(given).toEqual(left)
    }),
    { numRuns: runs(10) },
  )
}, 60_000)
