import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { identifyWhole } from '#server/intake/processing/identify/identify.ts'
import { defaultLimits } from '#server/intake/processing/limits.ts'
import { runs, property as test } from '#tests/runs.ts'
import { hasCorpus, readAs, readCorpus } from '#tests/support/office.ts'
import { readDocument } from '../read-document.ts'

const u16 = (value: number): Buffer => Buffer.from([value & 0xff, value >>> 8])
function u32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [i, value] of values.entries()) bytes.writeUInt32LE(value >>> 0, i * 4)
  return bytes
}
const u64 = (value: number): Buffer => u32(value, Math.floor(value / 2 ** 32))
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le')

/** The bytes of a value, by a property's id: of a length of their own, of four bytes, or sets. */
type Value = Buffer | number | readonly Value2[]
type Value2 = Readonly<Record<number, Buffer | number>>

function propertySet(properties: Readonly<Record<number, Value>>): Buffer {
  const entries = Object.entries(properties).map(([id, value]) => [Number(id), value] as const)
  const typeOf = (value: Value): number =>
    Buffer.isBuffer(value) ? 0x7 : typeof value === 'number' ? 0x5 : 0x10
  const dataOf = (value: Value): Buffer => {
    if (Buffer.isBuffer(value)) return Buffer.concat([u32(value.length), value])
    if (typeof value === 'number') return u32(value)
    return Buffer.concat([u32(value.length, 0x44000000), ...value.map((inner) => propertySet(inner))])
  }
  return Buffer.concat([
    u16(entries.length),
    ...entries.map(([id, value]) => u32(id + typeOf(value) * 2 ** 26)),
    ...entries.map(([, value]) => dataOf(value)),
  ])
}

/** With the objects that it refers to before it, and no other list. */
const objectSet = (properties: Readonly<Record<number, Value>>): Buffer =>
  Buffer.concat([u32(0x80000002, 7, 8), propertySet(properties)])

const guid = Buffer.from('00112233445566778899aabbccddeeff', 'hex')
const guidText = '33221100-5544-7766-8899-aabbccddeeff'

/** A section that is written from its end: what is referred to is there before what refers to it. */
class SectionWriter {
  #bytes = Buffer.alloc(1024)

  /** Adds bytes; answers where they stand, as a reference of eight bytes and four. */
  add(bytes: Buffer): Buffer {
    const at = this.#bytes.length
    this.#bytes = Buffer.concat([this.#bytes, bytes, Buffer.alloc(-bytes.length & 7)])
    return Buffer.concat([u64(at), u32(bytes.length)])
  }

  /** Nodes in one fragment; `next` is the reference to the fragment that follows. */
  fragment(nodes: readonly Buffer[], next: Buffer = Buffer.concat([u64(0), u32(0)])): Buffer {
    return this.add(
      Buffer.concat([
        ...[Buffer.from('c4f4f7f5b17a56a4', 'hex'), u32(16, 0), ...nodes, Buffer.alloc(4)],
        ...[next, Buffer.from('4bba3382c315c28b', 'hex')],
      ]),
    )
  }

  finished(root: Buffer): Buffer {
    Buffer.from('e4525c7b8cd8a74daeb15378d02996d3', 'hex').copy(this.#bytes, 0)
    Buffer.from('3fdd9a101b91f549a5d01791edc8aed8', 'hex').copy(this.#bytes, 48)
    root.copy(this.#bytes, 172)
    return this.#bytes
  }
}

/** `kind`: what it refers to, 1 bytes, 2 a list. */
function node(id: number, kind: 0 | 1 | 2, ...parts: readonly Buffer[]): Buffer {
  const rest = Buffer.concat(parts)
  return Buffer.concat([u32(id + (4 + rest.length) * 2 ** 10 + kind * 2 ** 27 + 2 ** 31), rest])
}

const words = 0x1c22
const ascii = 0x3498
const counted = (text: string): Buffer => Buffer.concat([u32(text.length), utf16(text)])

function section(): Buffer {
  const writer = new SectionWriter()
  const object = (properties: Readonly<Record<number, Value>>): Buffer =>
    node(0xa4, 1, writer.add(objectSet(properties)), u32(1, 0x6000e), Buffer.from([1]))
  const later = writer.fragment([object({ 7541: utf16('Ann'), [words]: utf16('A second page.') })])
  const page = writer.fragment(
    [
      object({
        7433: 5,
        7300: [{ [words]: utf16('In a set') }, { 1: 2 }],
        [words]: utf16('The cavern\rlease'),
      }),
      object({ [ascii]: Buffer.from('caf\xe9', 'latin1'), 7712: utf16('https://x.example/') }),
      object({ 7411: utf16('Meeting'), 7580: utf16('costs.csv') }),
    ],
    later,
  )
  const file = Buffer.from('a,b\n1,2\n')
  const stored = Buffer.concat([Buffer.alloc(16), u64(file.length), u32(0), u64(0), file, Buffer.alloc(16)])
  const files = writer.fragment([node(0x94, 1, writer.add(stored), guid)])
  const names = node(
    0x72,
    0,
    u32(1, 0x80036),
    Buffer.from([1]),
    counted(`<ifndf>{${guidText}}`),
    counted('.csv'),
  )
  return writer.finished(writer.fragment([node(0x8, 2, page), names, node(0x90, 2, files)]))
}

describe('a section of OneNote', () => {
  it('has the words of its pages, who wrote them, where links lead and the files on them', async () => {
    const bytes = section()
    expect(identifyWhole(bytes, 'a.one').mimeType).toBe('application/onenote')
    const { text, metadata, embedded, flaws } = await readAs('a.one', bytes)
    expect(text).toBe(
      'The cavern\nlease\nIn a set\ncafé\nMeeting\ncosts.csv\nA second page.\n[Links]\nhttps://x.example/',
    )
    expect(metadata).toEqual({ Author: ['Ann'], Doc_Title: ['Meeting'] })
    expect(embedded.map(({ name, bytes }) => [name, bytes.toString()])).toEqual([['1.csv', 'a,b\n1,2\n']])
    // That this is not all of a page is said of each.
    expect(flaws).toMatchObject([
      { code: 'textTruncated', reason: expect.stringMatching(/drawn or written by hand/) },
    ])
  })

  it('says that it is locked, or of a version that is not read', async () => {
    const writer = new SectionWriter()
    const locked = writer.finished(writer.fragment([node(0x7c, 1, writer.add(Buffer.alloc(64)))]))
    expect((await readAs('a.one', locked)).flaws.map(({ code }) => code)).toEqual(['encrypted'])
    const other = section()
    other.fill(7, 48, 64)
    await expect(readAs('a.one', other)).rejects.toMatchObject({ code: 'unsupportedType' })
  })

  it('ends where lists lead in a circle, and where sets of properties lie over each other', async () => {
    const circle = new SectionWriter()
    const at = Buffer.concat([u64(1024), u32(52)])
    circle.fragment([node(0x8, 2, at)])
    const read = await readAs('a.one', circle.finished(at))
    expect(read.text).toBe('')
    const heap = new SectionWriter()
    const start = 1024
    heap.add(Buffer.concat(Array.from({ length: 2000 }, () => objectSet({ [words]: utf16('again') }))))
    const nodes = Array.from({ length: 300 }, (_, n) =>
      node(0xa4, 1, u64(start + n * 32), u32(60_000 - n * 32), u32(1, 0x6000e), Buffer.from([1])),
    )
    const root = heap.fragment(nodes)
    expect((await readAs('a.one', heap.finished(root))).flaws.map(({ code }) => code)).toContain('corrupt')
  })

  test('is read as far as it goes, or says why it is not, wherever it was cut or overwritten', async () => {
    const whole = section()
    const damage = fc.record({
      cut: fc.double({ min: 0.01, max: 1, noNaN: true }),
      at: fc.integer({ min: 0, max: whole.length - 1 }),
      bytes: fc.uint8Array({ minLength: 1, maxLength: 12 }),
    })
    await fc.assert(
      fc.asyncProperty(damage, async ({ cut, at, bytes }) => {
        const broken = Buffer.from(whole.subarray(0, Math.ceil(whole.length * cut)))
        broken.set(bytes.subarray(0, Math.max(0, broken.length - at)), Math.min(at, broken.length))
        const kind = identifyWhole(whole, 'a.one')
        const read = await readDocument(broken, kind, { limits: defaultLimits, passwords: [], name: 'a.one' })
        // Never silence, and never a fault of the reader.
        expect(read.flaws.length).toBeGreaterThan(0)
        expect(read.flaws.filter(({ reason }) => reason.startsWith('Reading it failed'))).toEqual([])
      }),
      { numRuns: runs(500) },
    )
  })
})

describe.skipIf(!hasCorpus)('real sections of OneNote', () => {
  it('have the words that other programs find', async () => {
    const { text, metadata } = await readCorpus('office/testOneNote3.one')
    for (const line of [
      'Section2HeaderTitle',
      'Friday, November 22, 2019',
      'Quit doing horrible things to me. Dang you.',
      'neat info about totally killin it bro',
      'awesome information about sports or some crap like that.',
    ])
      expect(text).toContain(line)
    expect(metadata.Author).toEqual(['ndipiazza'])
  })

  it('that are damaged are read as far as they go, or are exceptions', async () => {
    await expect(readCorpus('bad-input/testOneNote-fuzz1.one')).rejects.toMatchObject({
      code: 'unsupportedType',
    })
    const cut = await readCorpus('bad-input/testOneNote-fuzz2.one')
    expect(cut.text).toContain('2014 日历')
    expect(cut.flaws.map(({ code }) => code)).toContain('corrupt')
    const odd = await readCorpus('bad-input/testOneNote-fuzz3.one')
    expect(odd.text).toContain('Feedback zum Thema: Arbeit im Team')
    expect(odd.metadata.Embedded_Images).toEqual(['2'])
  })
})
