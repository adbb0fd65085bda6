import { describe, expect, it } from 'vitest'
import { hasCorpus, readAs, readCorpus } from '#tests/support/office.ts'

const uint = (value: number, length: 2 | 4): Buffer => {
  const bytes = Buffer.alloc(length)
  if (length === 2) bytes.writeUInt16LE(value & 0xffff)
  else bytes.writeUInt32LE(value >>> 0)
  return bytes
}

/** A metafile of Windows 3 (MS-WMF): its header, these records, and the end. */
function wmf(...records: readonly (readonly [type: number, content: Buffer])[]): Buffer {
  const written = [...records, [0, Buffer.alloc(0)] as const].map(([type, content]) => {
    const padded = content.length % 2 === 0 ? content : Buffer.concat([content, Buffer.alloc(1)])
    return Buffer.concat([uint((6 + padded.length) / 2, 4), uint(type, 2), padded])
  })
  const header = Buffer.concat([uint(1, 2), uint(9, 2), uint(0x300, 2), Buffer.alloc(12)])
  return Buffer.concat([header, ...written])
}
const fontOf = (charset: number) =>
  [0x02fb, Buffer.concat([Buffer.alloc(13), Buffer.from([charset]), Buffer.alloc(20)])] as const
const select = (object: number) => [0x012d, uint(object, 2)] as const
const extended = (text: Buffer, y: number, how = 0) =>
  [
    0x0a32,
    Buffer.concat([
      uint(y, 2),
      uint(0, 2),
      uint(text.length, 2),
      uint(how, 2),
      Buffer.alloc((how & 6) === 0 ? 0 : 8),
      text,
    ]),
  ] as const
const plain = (text: string, y: number) => {
  const bytes = Buffer.from(text, 'latin1')
  const padded = bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(1)])
  return [0x0521, Buffer.concat([uint(bytes.length, 2), padded, uint(y, 2), uint(0, 2)])] as const
}

/** An enhanced metafile (MS-EMF): its header, these records, and the end. */
function emf(...records: readonly (readonly [type: number, content: Buffer])[]): Buffer {
  const header = Buffer.alloc(100)
  header.write(' EMF', 32, 'latin1')
  const written = [[1, header] as const, ...records, [14, Buffer.alloc(12)] as const].map(([type, content]) =>
    Buffer.concat([uint(type, 4), uint(8 + content.length, 4), content]),
  )
  return Buffer.concat(written)
}
const wideText = (text: string, y: number, how = 0) =>
  [
    84,
    Buffer.concat([
      Buffer.alloc(28),
      uint(0, 4),
      uint(y, 4),
      uint(text.length, 4),
      uint(76, 4),
      uint(how, 4),
      Buffer.alloc(20),
      Buffer.from(text, 'utf16le'),
    ]),
  ] as const

describe('a drawing', () => {
  it('in SVG has its title, its texts line by line, and where its links lead; no script of it', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><title>Plant &amp; pipes</title><style>.a{fill:red}</style><script>alert("no")</script><g><title>Valve 7</title><text x="1" y="1">Main <tspan font-weight="bold">valve</tspan></text></g><text><tspan y="1">first</tspan><tspan y="2">second</tspan></text><desc>As  built</desc><a xlink:href="https://x.example/plan"><rect/></a></svg>'
    const { text, metadata, flaws } = await readAs('plan.svg', Buffer.from(svg))
    expect(text).toBe('Valve 7\nMain valve\nfirst\nsecond\nAs built\n[Links]\nhttps://x.example/plan')
    expect(metadata.Doc_Title).toEqual(['Plant & pipes'])
    expect(flaws).toEqual([])
  })

  it('of Windows has its texts in the charsets of its fonts, one line for what is on one height', async () => {
    const bytes = wmf(
      fontOf(238),
      fontOf(204),
      plain('Total', 10),
      extended(Buffer.from('1,000'), 10, 2),
      select(0),
      extended(Buffer.from('P\xb3atno\x9c\xe6', 'latin1'), 20),
      select(1),
      extended(Buffer.from('\xd6\xe5\xed\xe0', 'latin1'), 30),
      extended(Buffer.from([1, 2]), 40, 0x10),
      [0x01f0, uint(0, 2)],
      [0x02fa, Buffer.alloc(10)],
      select(0),
      extended(Buffer.from('\xd6', 'latin1'), 50),
    )
    expect((await readAs('a.wmf', bytes)).text).toBe('Total 1,000\nPłatność\nЦена\nЦ')
  })

  it('that is an enhanced metafile has its texts; what is written by glyphs alone it has not', async () => {
    const small = [
      108,
      Buffer.concat([
        uint(0, 4),
        uint(9, 4),
        uint(2, 4),
        uint(0x300, 4),
        Buffer.alloc(12),
        Buffer.from('ok'),
      ]),
    ] as const
    const bytes = emf(wideText('Größe', 5), wideText('3 €', 5), wideText('xx', 6, 0x10), small)
    expect((await readAs('a.emf', bytes)).text).toBe('Größe 3 €\nok')
  })

  it('without text says that, and one that is cut gives what it has and says so', async () => {
    for (const [name, bytes] of [
      ['a.wmf', wmf()],
      ['a.emf', emf()],
      ['a.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>')],
    ] as const)
      expect(await readAs(name, bytes)).toMatchObject({ text: null, flaws: [{ code: 'noTextYet' }] })
    const whole = emf(wideText('kept', 5), wideText('lost', 6))
    for (let length = 120; length < whole.length - 20; length++) {
      const { flaws } = await readAs('a.emf', whole.subarray(0, length))
      expect(flaws.map(({ code }) => code)).toContain('corrupt')
    }
    expect((await readAs('a.emf', whole.subarray(0, whole.length - 40))).text).toBe('kept')
    const old = wmf(plain('kept', 5), plain('lost', 6))
    for (let length = 20; length < old.length - 6; length++)
      expect((await readAs('a.wmf', old.subarray(0, length))).flaws.map(({ code }) => code)).toContain(
        'corrupt',
      )
  })

  it.skipIf(!hasCorpus)('of the wild has the words that it shows', async () => {
    const folder = 'loadfiles/relativity/VOL01/NATIVES/NATIVE00001'
    const { text, flaws } = await readCorpus(`${folder}/EDRM-Sample6.emf`)
    expect(text).toContain('Southwest/Rockies 908 2,538 142\nTotal 908 4,305 3,165')
    expect(flaws).toEqual([])
    // A picture of points.
    expect((await readCorpus(`${folder}/EDRM-Sample10.wmf`)).flaws.map(({ code }) => code)).toEqual([
      'noTextYet',
    ])
  })
})
