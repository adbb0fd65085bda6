/** Packed files as a walk gives them out. Packed bytes are what the usual programs have written. */
import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { zip } from '#server/sample/zip-writer.ts'
import {
  ber,
  compressedData,
  der,
  envelopedData,
  oid,
  oids,
  pem,
  signedData,
  version,
} from '#tests/fixtures/cms.ts'
import { bz2, content, gz, lz4, lzma, xz, zst } from '#tests/fixtures/packed.ts'
import { tar } from '#tests/fixtures/tar.ts'
import { linesOf, resumed, walked } from '#tests/fixtures/walked.ts'
import { defaultLimits } from '../limits.ts'
import { unpackGzip } from './gzip.ts'
import { unpackLz4 } from './lz4.ts'
import { XxHash32 } from './xxhash.ts'

describe('a packed file', () => {
  it.each<[string, Buffer]>([
    ['x.txt.gz', gz],
    ['x.txt.bz2', bz2],
    ['x.txt.xz', xz],
    ['x.txt.lzma', lzma],
    ['x.txt.lz4', lz4],
    ['x.txt.zst', zst],
  ])('holds one item under its own name, and can be gone on behind it: %s', async (name, bytes) => {
    const steps = await walked(name, bytes)
    expect(steps.map(({ path }) => path)).toEqual([[name, 'x.txt'], [name]])
    expect(linesOf(steps)).toEqual([`x.txt = ${content}`, 'end of '])
    for (const from of steps.keys()) {
      const { given, left } = await resumed(steps, (doneUpTo) => walked(name, bytes, { doneUpTo }), from)
      expect(given).toEqual(left)
    }
  })

  it('that an earlier version left in its middle is begun again, and not passed by', async () => {
    const inner = zip(['a.txt', 'b.txt'].map((name) => ({ name, bytes: Buffer.from(name) })))
    // It gave the second entry of the archive inside this place, and the archive itself the file's.
    expect(
      linesOf(await walked('x.zip.gz', gzipSync(inner), { doneUpTo: { at: [0, 1], spent: [] } })),
    ).toEqual(['x.zip | a.txt = a.txt', 'x.zip | b.txt = b.txt', 'end of x.zip', 'end of '])
  })

  it.each<[string, Buffer]>([
    ['x.gz', gz],
    ['x.bz2', bz2],
    ['x.xz', xz],
    ['x.lz4', lz4],
    ['x.zst', zst],
  ])('may be several packed one by one: %s', async (name, bytes) => {
    const [step] = await walked(name, Buffer.concat([bytes, bytes]))
    expect(step).toMatchObject({ kind: 'item', bytes: Buffer.from(content + content) })
  })

  it.each<[string, Buffer]>([
    ['x.gz', gz],
    ['x.bz2', bz2],
    ['x.xz', xz],
    ['x.lz4', lz4],
    ['x.zst', zst],
  ])('that is cut, or of which a byte is another, is an exception: %s', async (name, bytes) => {
    const wrong = Buffer.from(bytes)
    const at = bytes.length - 7
    wrong[at] = (wrong[at] ?? 0) ^ 0xff
    for (const damaged of [bytes.subarray(0, bytes.length - 5), wrong]) {
      const steps = await walked(name, damaged)
      expect(steps).toMatchObject([{ kind: 'failed', code: 'corrupt' }])
      expect(linesOf(steps)[0]).toMatch(/^: corrupt: The packed file is damaged: ./)
    }
  })

  it.each<[string, Buffer]>([
    ['x.gz', gz],
    ['x.bz2', bz2],
    ['x.xz', xz],
    ['x.lz4', lz4],
    ['x.zst', zst],
  ])('that is cut and stands in an archive is kept as it came: %s', async (name, bytes) => {
    const damaged = bytes.subarray(0, bytes.length - 5)
    for (const outer of [zip([{ name, bytes: damaged }]), tar([{ name, bytes: damaged }])]) {
      const [step] = await walked('outer', outer)
      expect(step).toMatchObject({ kind: 'failed', path: ['outer', name], code: 'corrupt', bytes: damaged })
    }
  })

  it.each<[string, Buffer]>([
    ['x.gz', gz],
    ['x.bz2', bz2],
    ['x.xz', xz],
    ['x.lzma', lzma],
    ['x.lz4', lz4],
    ['x.zst', zst],
  ])(
    'behind which other bytes stand gives all that is packed, and tells of the others: %s',
    async (name, bytes) => {
      const followed = Buffer.concat([bytes, Buffer.from('and more')])
      const steps = await walked(name, followed)
      expect(linesOf(steps)).toEqual([
        `x = ${content}`,
        ': containerPartial: The packed file is damaged: what is packed in it was taken out whole; what stands behind that is not packed so, and was not read.',
      ])
      expect(steps[1]).toMatchObject({ begun: true, bytes: followed })
      for (const from of steps.keys()) {
        const { given, left } = await resumed(steps, (doneUpTo) => walked(name, followed, { doneUpTo }), from)
        expect(given).toEqual(left)
      }
      const [item, fault] = await walked('outer', tar([{ name, bytes: followed }]))
      expect(item).toMatchObject({ kind: 'item', bytes: Buffer.from(content) })
      expect(fault).toMatchObject({ kind: 'failed', code: 'containerPartial', bytes: followed })
    },
  )

  it('behind which other bytes stand gives all entries of the archive that is packed', async () => {
    const files = ['a', 'b'].map((name) => ({ name, bytes: Buffer.from(name) }))
    for (const inner of [tar(files), zip(files)])
      expect(
        (await walked('x.gz', Buffer.concat([gzipSync(inner), Buffer.from('more')]))).map(
          ({ kind, path }) => [kind, path.at(-1)],
        ),
      ).toEqual([
        ['item', 'a'],
        ['item', 'b'],
        ['container', 'x'],
        ['failed', 'x.gz'],
      ])
  })

  it('that is cut and stands in an archive gives what is in it up to there', async () => {
    const files = ['a', 'b'].map((name) => ({ name, bytes: randomBytes(100_000) }))
    const outer = zip([{ name: 'x.tgz', bytes: gzipSync(tar(files)).subarray(0, 150_000) }])
    const steps = await walked('x.zip', outer)
    expect(steps.map(({ kind, path }) => [kind, path.at(-1)])).toEqual([
      ['item', 'a'],
      ['failed', 'b'],
      ['failed', 'x.tar'],
      ['container', 'x.tgz'],
      ['container', 'x.zip'],
    ])
    expect(steps[2]).toMatchObject({ bytes: null })
  })

  it('that its archive holds damaged gives what is in it up to there, and is not kept as if it were whole', async () => {
    const files = ['a', 'b'].map((name) => ({ name, bytes: randomBytes(100_000) }))
    const outer = zip([{ name: 'x.tgz', bytes: gzipSync(tar(files)) }])
    // A byte in the middle of the last file: the check sum of the entry is another.
    const at = outer.length - 40_000
    outer[at] = (outer[at] ?? 0) ^ 0xff
    const steps = await walked('x.zip', outer)
    expect(steps[0]).toMatchObject({ kind: 'item', bytes: files[0]?.bytes })
    expect(steps.filter(({ kind }) => kind === 'failed').length).toBeGreaterThan(0)
    for (const step of steps) if (step.kind === 'failed') expect(step.bytes).toBeNull()
  })

  it('may be an archive, or packed once more', async () => {
    const inner = zip([{ name: 'a.txt', bytes: Buffer.from('deep') }])
    expect(linesOf(await walked('x.zip.gz', gzipSync(inner)))).toEqual([
      'x.zip | a.txt = deep',
      'end of x.zip',
      'end of ',
    ])
    const outer = zip([{ name: 'x.txt.bz2.gz', bytes: gzipSync(bz2) }])
    expect(linesOf(await walked('x.zip', outer))).toEqual([
      `x.txt.bz2.gz | x.txt.bz2 | x.txt = ${content}`,
      'end of x.txt.bz2.gz | x.txt.bz2',
      'end of x.txt.bz2.gz',
      'end of ',
    ])
  })
})

describe('gzip', () => {
  const unpacked = async (bytes: Buffer, size: number): Promise<Buffer> => {
    async function* source() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    }
    const parts: Buffer[] = []
    for await (const part of unpackGzip(source())) parts.push(part)
    return Buffer.concat(parts)
  }
  const noise = randomBytes(50_000)

  it('comes in pieces of any size, in any number of members, and zeros behind them are none', async () => {
    const members = [gz, gzipSync(noise), gzipSync(''), gzipSync(Buffer.alloc(3_000_000))]
    const all = Buffer.concat([...members, Buffer.alloc(700)])
    const whole = Buffer.concat([Buffer.from(content), noise, Buffer.alloc(3_000_000)])
    for (const size of [7, 4096, 16 * 1024, all.length])
      expect((await unpacked(all, size)).equals(whole)).toBe(true)
  })

  it('passes over all that a header may say', async () => {
    const said = Buffer.concat([Buffer.from('0300010203', 'hex'), Buffer.from('a name\0a comment\0??')])
    const header = Buffer.from(gz.subarray(0, 10))
    header[3] = 0x1f
    expect((await unpacked(Buffer.concat([header, said, gz.subarray(10)]), 3)).toString()).toBe(content)
    header[3] = 0x20
    await expect(unpacked(Buffer.concat([header, gz.subarray(10)]), 3)).rejects.toThrow(
      'its header is damaged.',
    )
  })

  it('that is cut or damaged anywhere is told to be so', async () => {
    const packed = gzipSync(Buffer.concat([noise, Buffer.from(content)]))
    for (const length of [1, 5, 12, 30_000, packed.length - 8, packed.length - 1])
      await expect(unpacked(packed.subarray(0, length), 4096)).rejects.toThrow()
    for (const at of [12, 30_000, packed.length - 6, packed.length - 2]) {
      const wrong = Buffer.from(packed)
      wrong[at] = (wrong[at] ?? 0) ^ 0xff
      await expect(unpacked(wrong, 4096)).rejects.toThrow()
    }
  })
})

describe('LZ4', () => {
  const frame = async (...chunks: readonly Buffer[]): Promise<string> => {
    async function* source() {
      yield* chunks
    }
    const parts: Buffer[] = []
    for await (const part of unpackLz4(source())) parts.push(part)
    return Buffer.concat(parts).toString()
  }

  it('comes in pieces of any size', async () => {
    for (const size of [1, 3, 20]) {
      const chunks: Buffer[] = []
      for (let at = 0; at < lz4.length; at += size) chunks.push(lz4.subarray(at, at + size))
      expect(await frame(...chunks)).toBe(content)
    }
  })

  it('passes over frames that are to be skipped', async () => {
    const skipped = Buffer.from('522a4d1803000000aabbcc', 'hex')
    expect(await frame(skipped, lz4, skipped)).toBe(content)
  })

  it('reads its form before frames, also before another', async () => {
    const block = lz4.subarray(7, lz4.length - 8)
    const legacy = Buffer.concat([Buffer.from('02214c18', 'hex'), block])
    expect(await frame(legacy)).toBe(content)
    expect(await frame(Buffer.concat([legacy, block]))).toBe(content + content)
    expect(await frame(Buffer.concat([legacy, legacy, lz4]))).toBe(content.repeat(3))
    await expect(frame(legacy.subarray(0, -1))).rejects.toThrow()
    await expect(frame(Buffer.concat([legacy, Buffer.from('garbage!')]))).rejects.toThrow(
      'what stands behind',
    )
    await expect(frame(Buffer.concat([legacy, Buffer.alloc(4), block]))).rejects.toThrow('what stands behind')
    expect(await frame(Buffer.concat([legacy, Buffer.alloc(4)]))).toBe(content)
  })

  it('refuses what leads out of its blocks', async () => {
    // A match that begins before all bytes, and one that is longer than a block may be.
    const head = lz4.subarray(0, 7)
    const far = Buffer.from('0400000010410900', 'hex')
    await expect(frame(head, far)).rejects.toThrow('a block of it is damaged.')
    const large = Buffer.from([0x00, 0x00, 0x10, 0x00])
    await expect(frame(head, large)).rejects.toThrow('a block of it is larger than it may be.')
  })

  it.each([
    ['', 0x02cc5d05],
    ['a', 0x550d7456],
    ['abc', 0x32d153ff],
    ['Nobody inspects the spammish repetition', 0xe2293b2f],
  ])('has checksums by xxHash: %j', (text, sum) => {
    const whole = new XxHash32()
    whole.update(Buffer.from(text))
    expect(whole.digest()).toBe(sum)
    const piecewise = new XxHash32()
    for (const char of text) piecewise.update(Buffer.from(char))
    expect(piecewise.digest()).toBe(sum)
  })
})

describe('what is packed in a signature, a time stamp or a compressed message', () => {
  const bytes = Buffer.from(content)
  it.each<[string, Buffer]>([
    ['x.txt.p7m', signedData(bytes)],
    ['x.txt.p7s', signedData(bytes)],
    ['x.txt.p7m', signedData(bytes, { of: ber })],
    ['x.txt.p7m', pem(signedData(bytes))],
    ['x.txt.p7m', pem(signedData(bytes, { of: ber }), 'CMS')],
    ['x.txt.p7z', compressedData(bytes)],
    [
      'x.txt.tsd',
      der(
        0x30,
        oid('2a864886f70d010910011f'),
        der(0xa0, der(0x30, version, der(0x16), der(4, bytes), der(0xa0))),
      ),
    ],
  ])('is one item: %s', async (name, packed) => {
    expect(await walked(name, packed)).toMatchObject([
      { kind: 'item', path: [name, 'x.txt'], bytes },
      { kind: 'container', path: [name] },
    ])
  })

  it('may be signed once more, and is opened as deep as containers are', async () => {
    const twice = signedData(signedData(bytes), { type: oids.signed })
    expect(linesOf(await walked('x.txt.p7m.p7m', twice))).toEqual([
      `x.txt.p7m | x.txt = ${content}`,
      'end of x.txt.p7m',
      'end of ',
    ])
    const limits = { ...defaultLimits, depth: 1 }
    expect(linesOf(await walked('x.txt.p7m.p7m', twice, { limits }))).toEqual([
      'x.txt.p7m: tooDeep: Containers are opened 1 deep.',
      'end of ',
    ])
  })

  it('is a message where it is written as one, with or without a header of its own', async () => {
    const entity = Buffer.from('Content-Type: text/plain; charset=utf-8\r\n\r\nsigned words\r\n')
    for (const [name, inner] of [
      ['smime.p7m', 'smime.eml'],
      ['letter.eml.p7m', 'letter.eml'],
    ] as const)
      for (const packed of [signedData(entity), pem(signedData(entity)), compressedData(entity)])
        expect((await walked(name, packed))[0]).toMatchObject({
          kind: 'item',
          form: 'message',
          path: [name, inner],
          bytes: entity,
        })
  })

  it('stays hidden where it is encrypted, in a signature too', async () => {
    const steps = await walked('x.p7m', signedData(envelopedData, { type: oids.enveloped }))
    expect(steps).toMatchObject([
      { kind: 'item', path: ['x.p7m', 'x'], bytes: envelopedData },
      { kind: 'container' },
    ])
  })

  it('is nothing where a signature stands alone: that is a file as it is', async () => {
    const alone = signedData(null)
    expect(await walked('x.p7s', alone)).toMatchObject([{ kind: 'item', path: ['x.p7s'], bytes: alone }])
  })

  it('is an exception where it is cut, and never ends the walk', async () => {
    for (const whole of [
      signedData(bytes, { of: ber }),
      signedData(bytes),
      pem(signedData(bytes)),
      compressedData(bytes),
    ]) {
      const end = whole.length - 40
      for (let length = 15; length < whole.length; length++) {
        const steps = await walked('x', whole.subarray(0, length))
        expect(steps.map(({ kind }) => kind)).toContainEqual(expect.stringMatching(/item|failed/))
      }
      expect(linesOf(await walked('x', whole.subarray(0, end))).at(-1)).toMatch(
        /^: corrupt: The packed file is damaged: (it ends before its content does\.|unexpected end of file)$/,
      )
    }
  })

  it('that is cut keeps its bytes, in another archive too', async () => {
    const cut = signedData(bytes).subarray(0, -40)
    const cutGz = gz.subarray(0, -5)
    const packedFile = zip([{ name: 'x.txt.p7m', bytes: cut }])
    for (const [name, file, path] of [
      ['x.txt.p7m', cut, ['x.txt.p7m']],
      ['x.zip', packedFile, ['x.zip', 'x.txt.p7m']],
      ['x.txt.gz', cutGz, ['x.txt.gz']],
    ] as const) {
      const kept = name === 'x.txt.gz' ? cutGz : cut
      expect((await walked(name, file))[0]).toMatchObject({
        kind: 'failed',
        path,
        code: 'corrupt',
        bytes: kept,
      })
    }
  })

  it('is an exception where it expands to more than may be', async () => {
    const limits = { ...defaultLimits, ratioFrom: 1000 }
    expect(linesOf(await walked('x.p7z', compressedData(Buffer.alloc(1_000_000)), { limits }))).toEqual([
      ': tooLarge: It expands to more than 100 times its size.',
    ])
  })
})
