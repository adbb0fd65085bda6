/** Zips as a walk gives them out: whole ones, cut ones, parts of split ones, and those that other programs have locked. */
import { type FileHandle, open } from 'node:fs/promises'
import { crc32, deflateRawSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { defaultLimits } from '#server/intake/processing/limits.ts'
import { zip } from '#server/sample/zip-writer.ts'
import { pack } from '#tests/fixtures/seven-zip.ts'
import { linesOf, resumed, walked } from '#tests/fixtures/walked.ts'

const given = async (bytes: Buffer, passwords: readonly string[] = []): Promise<string[]> =>
  linesOf(await walked('x.zip', bytes, { passwords }))
const text = (name: string, content: string) => ({ name, bytes: Buffer.from(content) })

describe('a zip', () => {
  it('leaves folders out, and nothing that has bytes', async () => {
    const bytes = zip([text('folder/', ''), text('folder/a.txt', 'one'), text('folder/b.txt/', 'two')])
    const steps = await walked('x.zip', bytes)
    expect(linesOf(steps)).toEqual(['folder/a.txt = one', 'folder/b.txt = two', 'end of '])
    expect(steps.map(({ at }) => at[1])).toEqual([1, 2, Number.MAX_SAFE_INTEGER])
  })

  it('may flag names as UTF-8 that are none: all are read in the charset that they look like', async () => {
    const raw = ['審査資料.txt', '見積書.txt']
    const marks = ['NAME_1', 'NAME_2']
    // Shift-JIS, by Python's codec.
    const hex = ['90528db88e9197bf2e747874', '8ca990cf8f912e747874']
    const bytes = zip(marks.map((mark, i) => text(mark.padEnd((hex[i]?.length ?? 0) / 2, '_'), `${i}`)))
    for (const [i, mark] of marks.entries())
      for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at))
        bytes.write(hex[i] ?? '', at, 'hex')
    expect(await given(bytes)).toEqual([`${raw[0]} = 0`, `${raw[1]} = 1`, 'end of '])
  })

  it('gives all that its directory has, though the record at its end says that there are fewer', async () => {
    const bytes = zip([text('a.txt', 'one'), text('b.txt', 'two'), text('c.txt', 'three')])
    const end = bytes.lastIndexOf('PK\x05\x06')
    for (const count of [0, 1, 2]) {
      for (const at of [8, 10]) bytes.writeUInt16LE(count, end + at)
      expect(await given(bytes)).toEqual(['a.txt = one', 'b.txt = two', 'c.txt = three', 'end of '])
    }
  })

  it('makes an exception of a damaged file, and goes on behind it', async () => {
    const bytes = zip([text('a.txt', 'one'), text('b.txt', 'two'), text('c.txt', 'three')])
    const at = bytes.indexOf('b.txt') + 5
    bytes.fill(0xff, at, at + 3)
    const [first, second, ...rest] = await given(bytes)
    expect([first, ...rest]).toEqual(['a.txt = one', 'c.txt = three', 'end of '])
    expect(second).toMatch(/^b.txt: corrupt: The entry is damaged: /)
  })
})

/** The zip with some of its entries taken out of its directory. */
function withoutNames(bytes: Buffer, hidden: readonly string[]): Buffer {
  const end = bytes.lastIndexOf('PK\x05\x06')
  const directory = bytes.readUInt32LE(end + 16)
  const kept: Buffer[] = []
  for (let at = directory; at < end; ) {
    const next = at + 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30)
    const header = bytes.subarray(at, next)
    if (!hidden.some((name) => header.includes(name))) kept.push(header)
    at = next
  }
  const record = Buffer.from(bytes.subarray(end))
  for (const at of [8, 10]) record.writeUInt16LE(kept.length, at)
  record.writeUInt32LE(Buffer.concat(kept).length, 12)
  return Buffer.concat([bytes.subarray(0, directory), ...kept, record])
}

const sum = (all: readonly number[]): number => all.reduce((one, other) => one + other, 0)

/** The zip with other bytes between its entries and its directory. */
function behindEntries(bytes: Buffer, between: Buffer): Buffer {
  const end = bytes.lastIndexOf('PK\x05\x06')
  const directory = bytes.readUInt32LE(end + 16)
  const all = Buffer.concat([bytes.subarray(0, directory), between, bytes.subarray(directory)])
  all.writeUInt32LE(directory + between.length, end + between.length + 16)
  return all
}

describe('what a zip holds beside what its directory names', () => {
  const three = [text('a.txt', 'one'), text('b.txt', 'two'), text('c.txt', 'three')]

  it('is taken out where a sound header stands before it, and told by an exception with the bytes of the zip', async () => {
    for (const name of ['a.txt', 'b.txt', 'c.txt']) {
      const bytes = withoutNames(zip(three), [name])
      const steps = await walked('x.zip', bytes)
      const lines = linesOf(steps)
      const listed = ['a.txt = one', 'b.txt = two', 'c.txt = three'].filter((line) => !line.startsWith(name))
      expect(lines.slice(0, 2)).toEqual(listed)
      expect(lines[2]).toMatch(new RegExp(`^${name} = (one|two|three)$`))
      expect(lines[3]).toMatch(/containerPartial: .*its directory does not name all that is in it/)
      expect(steps.at(-1)).toMatchObject({ kind: 'failed', bytes })
      expect(new Set(steps.map(({ at }) => JSON.stringify(at))).size).toBe(4)
    }
  })

  it('is told where no sound header stands before it', async () => {
    const bytes = withoutNames(zip(three), ['b.txt'])
    bytes.fill(0x2a, bytes.indexOf('b.txt') - 30, bytes.indexOf('b.txt'))
    const lines = await given(bytes)
    expect(lines.slice(0, -1)).toEqual(['a.txt = one', 'c.txt = three'])
    expect(lines.at(-1)).toMatch(/containerPartial: .*stand other bytes, which could not be read/)
  })

  it('is looked through once, however much of it looks like a header, and no further than the limits let it', async () => {
    // None of these is one: none has a method that there is.
    const bytes = behindEntries(zip(three), Buffer.from('PK\x03\x04'.repeat(10_000)))
    const file = await open(import.meta.filename)
    const spy = vi.spyOn(Object.getPrototypeOf(file) as FileHandle, 'read')
    await file.close()
    const lines = await given(bytes)
    const reads = spy.mock.settledResults.map(({ type, value }) =>
      type === 'fulfilled' ? value.bytesRead : 0,
    )
    spy.mockRestore()
    expect(lines.slice(0, -1)).toEqual(['a.txt = one', 'b.txt = two', 'c.txt = three'])
    expect(lines.at(-1)).toMatch(/containerPartial: .*stand other bytes, which could not be read/)
    expect(sum(reads)).toBeGreaterThan(bytes.length)
    expect(sum(reads)).toBeLessThan(10 * bytes.length)
    const narrow = { ...defaultLimits, expandedBytes: 1000 }
    expect(linesOf(await walked('x.zip', bytes, { limits: narrow })).at(-1)).toMatch(
      /tooLarge: .*more than 1000 bytes/,
    )
  })

  it('is told where it stands behind its end; zeros are padding', async () => {
    const bytes = zip(three)
    const lines = await given(Buffer.concat([bytes, Buffer.from('words behind')]))
    expect(lines.slice(0, -1)).toEqual(['a.txt = one', 'b.txt = two', 'c.txt = three'])
    expect(lines.at(-1)).toMatch(/containerPartial: .*what stands behind that/)
    expect((await given(Buffer.concat([bytes, Buffer.alloc(100)]))).at(-1)).toBe('end of ')
  })

  it('is none of what extracts itself, nor a signature, nor what tells sizes behind an entry', async () => {
    const program = Buffer.concat([Buffer.alloc(40, 1), zip(three)])
    expect(linesOf(await walked('x.zip', program)).at(-1)).toBe('end of ')
    const block = Buffer.from(`${'signed '.repeat(10)}APK Sig Block 42`)
    expect((await given(behindEntries(zip(three), block))).at(-1)).toBe('end of ')
  })
})

describe('a 7z', () => {
  it('says what stands behind it; zeros are padding', async () => {
    const bytes = await pack(['-t7z'], { 'a.txt': 'short' })
    const behind = linesOf(await walked('x.7z', Buffer.concat([bytes, Buffer.from('words behind')])))
    expect(behind[0]).toBe('a.txt = short')
    expect(behind[1]).toMatch(/containerPartial: .*what stands behind that/)
    const padded = Buffer.concat([bytes, Buffer.alloc(100)])
    expect(linesOf(await walked('x.7z', padded))).toEqual(['a.txt = short', 'end of '])
  })
})

const long = 'a line that comes again and again\n'.repeat(100)

describe('a zip of methods that few use', () => {
  it.each([['Deflate64'], ['BZip2'], ['LZMA'], ['PPMd'], ['XZ']])('is unpacked: %s', async (method) => {
    const bytes = await pack(['-tzip', `-mm=${method}`], { 'a.txt': 'short', 'b.txt': long, 'f/c.txt': long })
    expect(await given(bytes)).toEqual([
      'a.txt = short',
      `b.txt = ${long.length}`,
      `f/c.txt = ${long.length}`,
      'end of ',
    ])
  })
})

describe('an encrypted zip', () => {
  it.each([['ZipCrypto'], ['AES128'], ['AES256']])(
    'opens with the password that fits: %s',
    async (method) => {
      const bytes = await pack(['-tzip', '-pright', `-mem=${method}`], { 'a.txt': 'short', 'f/b.txt': long })
      expect(await given(bytes, ['wrong', 'right'])).toEqual([
        'a.txt = short',
        `f/b.txt = ${long.length}`,
        'end of ',
      ])
      expect(await given(bytes, ['wrong'])).toEqual([
        'a.txt: encrypted: It is encrypted, and the one known password does not fit.',
        'f/b.txt: encrypted: It is encrypted, and the one known password does not fit.',
        'end of ',
      ])
      expect((await given(bytes))[0]).toBe('a.txt: encrypted: It is encrypted, and no password is known.')
    },
  )

  it('may have files of several passwords, and some without', async () => {
    const parts: Buffer[] = []
    for (const [name, ...args] of [['one', '-pone'], ['two', '-ptwo', '-mem=AES256'], ['none']])
      parts.push(await pack(['-tzip', ...args], { [`${name}.txt`]: `of ${name}` }))
    const bytes = joined(parts)
    expect(await given(bytes, ['two', 'one'])).toEqual([
      'one.txt = of one',
      'two.txt = of two',
      'none.txt = of none',
      'end of ',
    ])
    expect(await given(bytes, ['two'])).toEqual([
      'one.txt: encrypted: It is encrypted, and the one known password does not fit.',
      'two.txt = of two',
      'none.txt = of none',
      'end of ',
    ])
  })
})

/** Zips of one entry each, as one: their directories behind the entries of all. */
function joined(zips: readonly Buffer[]): Buffer {
  const entries: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const bytes of zips) {
    const end = bytes.lastIndexOf('PK\x05\x06')
    const start = bytes.readUInt32LE(end + 16)
    const central = Buffer.from(bytes.subarray(start, end))
    central.writeUInt32LE(offset, 42)
    entries.push(bytes.subarray(0, start))
    directory.push(central)
    offset += start
  }
  const all = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(zips.length, 8)
  end.writeUInt16LE(zips.length, 10)
  end.writeUInt32LE(all.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...entries, all, end])
}

/** A local header and a deflated entry of which size and checksum stand behind its bytes. */
function streamed(name: string, content: string): Buffer {
  const packed = deflateRawSync(content)
  const header = Buffer.alloc(30)
  header.write('PK\x03\x04', 'latin1')
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(8, 6)
  header.writeUInt16LE(8, 8)
  header.writeUInt16LE(name.length, 26)
  const descriptor = Buffer.alloc(16)
  descriptor.write('PK\x07\x08', 'latin1')
  descriptor.writeUInt32LE(crc32(content), 4)
  descriptor.writeUInt32LE(packed.length, 8)
  descriptor.writeUInt32LE(content.length, 12)
  return Buffer.concat([header, Buffer.from(name), packed, descriptor])
}

const cutReason =
  ': containerPartial: The container is damaged: it ends before its directory; what came behind is missing.'

describe('a zip that is cut', () => {
  const whole = zip([text('a.txt', 'one'), text('folder/', ''), text('b.txt', 'two'), text('c.txt', long)])

  it('gives what is there of it, wherever it was cut, and says so', async () => {
    const directory = whole.indexOf('PK\x01\x02')
    const last = whole.indexOf('c.txt')
    expect(await given(whole.subarray(0, directory + 10))).toEqual([
      'a.txt = one',
      'b.txt = two',
      `c.txt = ${long.length}`,
      cutReason,
    ])
    expect(await given(whole.subarray(0, last + 20))).toEqual([
      'a.txt = one',
      'b.txt = two',
      'c.txt: corrupt: The entry is damaged: unexpected end of file',
      cutReason,
    ])
  })

  it('says of what is encrypted in it that no password is tried, whatever is known', async () => {
    const bytes = await pack(['-tzip', '-pright'], { 'a.txt': 'short', 'b.txt': long })
    const cut = bytes.subarray(0, bytes.indexOf('PK\x01\x02') + 10)
    const reason = 'It is encrypted, and in an archive that is not whole no password is tried.'
    for (const passwords of [[], ['right']])
      expect(await given(cut, passwords)).toEqual([
        `a.txt: encrypted: ${reason}`,
        `b.txt: encrypted: ${reason}`,
        cutReason,
      ])
  })

  it('is gone on with from any step', async () => {
    const bytes = whole.subarray(0, whole.length - 30)
    const steps = await walked('x.zip', bytes)
    expect(steps).toHaveLength(4)
    for (const from of steps.keys()) {
      const { given, left } = await resumed(steps, (doneUpTo) => walked('x.zip', bytes, { doneUpTo }), from)
      expect(given).toEqual(left)
    }
  })

  it('is read by its packed streams where headers do not say where they end', async () => {
    const bytes = Buffer.concat([
      streamed('a.txt', long),
      streamed('b.txt', 'two'),
      streamed('c.txt', long).subarray(0, 40),
    ])
    expect(await given(bytes)).toEqual([
      `a.txt = ${long.length}`,
      'b.txt = two',
      expect.stringMatching(/^c.txt: corrupt: The entry is damaged: /),
      cutReason,
    ])
  })
})

it('a zip behind other bytes is whole, and so are two of which one stands behind the other', async () => {
  const [first, second] = [zip([text('a.txt', 'one'), text('b.txt', long)]), zip([text('c.txt', 'three')])]
  expect(await given(Buffer.concat([Buffer.from('What came before.\n'), first]))).toEqual([
    'a.txt = one',
    `b.txt = ${long.length}`,
    'end of ',
  ])
  expect(await given(Buffer.concat([first, second]))).toEqual([
    'a.txt = one',
    `b.txt = ${long.length}`,
    'c.txt = three',
    'end of ',
  ])
})

it('a zip whose directory is damaged gives what is there, and names what is not', async () => {
  const bytes = zip([text('a.txt', 'one'), text('b.txt', 'two'), text('c.txt', 'three')])
  bytes.writeUInt8(0, bytes.indexOf('b.txt') - 30)
  bytes.writeUInt16LE(4, bytes.lastIndexOf('PK\x05\x06') + 10)
  expect(await given(bytes)).toEqual([
    'a.txt = one',
    'c.txt = three',
    'b.txt: missing: It is not where the directory of the archive says.',
    ': containerPartial: The container is damaged: its directory is damaged; something may be missing.',
  ])
})

it('the last part of a split zip gives what is in it, and names what is in the others', async () => {
  const whole = zip([text('a.txt', 'one'), text('b.txt', long), text('c.txt', 'three')])
  const second = Buffer.from(whole.subarray(whole.indexOf('b.txt') + 10))
  // The directory counts from the beginning of each part.
  const third = second.indexOf('PK\x03\x04')
  for (let i = 0, at = 0; i < 3; i++, at++) {
    at = second.indexOf('PK\x01\x02', at)
    second.writeUInt16LE(i < 2 ? 0 : 1, at + 34)
    if (i === 2) second.writeUInt32LE(third, at + 42)
  }
  second.writeUInt16LE(1, second.lastIndexOf('PK\x05\x06') + 4)
  expect(await given(second)).toEqual([
    'c.txt = three',
    'a.txt: missing: It is in part 1 of the split archive, which is not here: parts are put together where they lie in one folder of one source.',
    'b.txt: missing: It is in part 1 of the split archive, which is not here: parts are put together where they lie in one folder of one source.',
    ': containerPartial: The container is damaged: it is part 2 of a split archive; what is in the other parts only is missing.',
  ])
})
