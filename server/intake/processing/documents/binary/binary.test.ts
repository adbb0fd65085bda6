import { deflateRawSync } from 'node:zlib'
import { CFB } from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import { hasCorpus, readAs, readCorpus } from '#tests/support/office.ts'
import { readingsOf } from './phonetics.ts'

describe.skipIf(!hasCorpus)('real binary documents', () => {
  it('Word: body, comments with who wrote them, deletions, hidden text, links', async () => {
    const { text, metadata } = await readCorpus('office/testWORD_features.doc')
    expect(text).toContain('This is hidden text.')
    expect(text).toContain('Kyle Reese: This is another comment')
    expect(text).toMatch(/^\[Deleted: .*bibendum/m)
    expect(metadata.Hidden_Content).toEqual(['Comments', 'Hidden text', 'Tracked changes'])
    expect((await readCorpus('office/testWORD_italicsSurroundingHyperlink.doc')).text).toBe(
      'Italic Test before link hyperlink italics Italic text after hyperlink\n[Links]\nhttp://www.google.com',
    )
  })

  it('Word: fields out of property sets, custom ones too', async () => {
    expect((await readCorpus('office/testWORD_multi_authors.doc')).metadata).toMatchObject({
      Author: ['Allison, Timothy B.;author2;author3'],
      Keywords: ['tag'],
      Manager: ['manager1;manager2'],
      Company: ['metadata_company'],
      Created_Date: ['2015-10-07T18:18:00.000Z'],
    })
  })

  it('Word: embedded documents are files again', async () => {
    const { embedded } = await readCorpus('office/testWPSAttachment.doc')
    const named = new Map(embedded.map(({ name, bytes }) => [name.split('.').at(-1) ?? '', bytes]))
    expect(named.get('pdf')?.toString('latin1', 0, 5)).toBe('%PDF-')
    const inner = named.get('doc')
    expect(inner?.toString('hex', 0, 4)).toBe('d0cf11e0')
    expect((await readAs('inner.doc', inner ?? Buffer.alloc(0))).flaws).toEqual([])
  })

  it('PowerPoint: slides, comments, groups, masters, links', async () => {
    const comment = await readCorpus('office/testPPT_comment.ppt')
    expect(comment.text).toMatch(/title\nsubtitle\n\[Comment\] Allison, Timothy B\.: I'm afraid/)
    expect(comment.metadata.Hidden_Content).toEqual(['Comments'])
    const groups = (await readCorpus('office/testPPT_groups.ppt')).text
    for (const words of ['Text box3', 'WordArt1', 'Ungrouped text box', 'http://tika.apache.org/'])
      expect(groups).toContain(words)
    expect((await readCorpus('office/testPPT_masterText.ppt')).text).toContain(
      'Text that I added to the master slide',
    )
  })

  it('Excel: cells as they are shown, text boxes, links, embedded charts', async () => {
    expect((await readCorpus('office/testEXCEL.xls')).text).toContain('Number\tSquare\n\t1\t1\n\t2\t4')
    expect((await readCorpus('office/testEXCEL_4.xls')).text).toContain('168,184,400')
    const links = (await readCorpus('office/testEXCEL_hyperlinks.xls')).text
    expect(links).toContain('Text box')
    expect(links).toContain('mailto:user@tika.apache.org?subject=help')
    const { embedded } = await readCorpus('office/testMSChart-govdocs-428996.xls')
    expect(embedded.map(({ bytes }) => bytes.toString('hex', 0, 4))).toEqual(['d0cf11e0'])
    const japanese = (await readCorpus('office/testEXCEL_phonetic.xls')).text
    for (const reading of ['トヨタ', 'カブシキカイシャ', 'ウテツカンオン'])
      expect(japanese).toContain(reading)
    // What charts show is not in the cells of this one.
    expect((await readCorpus('office/testEXCEL_labels-govdocs-515858.xls')).text).toMatch(
      /^Algeria\tGreece\t.*\tItaly$[\s\S]*^14\.952\t20\.576\t/m,
    )
  })

  it.each([
    ['testWORD_protected_passtika.doc', 'This is an encrypted Word 2007 File.'],
    ['testPPT_protected_passtika.ppt', 'This is an encrypted PowerPoint 2007 slide.'],
    ['testEXCEL_protected_passtika.xls', 'ncrypted'],
  ])('%s opens with its password only', async (name, words) => {
    expect((await readCorpus(`encrypted/${name}`, ['wrong', 'tika'])).text).toContain(words)
    await expect(readCorpus(`encrypted/${name}`, ['wrong'])).rejects.toMatchObject({ code: 'encrypted' })
  })

  it('say what they are where their text is not read, or not theirs', async () => {
    const project = await readCorpus('office/testPROJECT2003.mpp')
    expect(project.text).toBeNull()
    expect(project.metadata).toMatchObject({ Author: ['Nevin Nollop'], Keywords: ['Pangram, fox, dog'] })
    expect(project.flaws.map(({ code }) => code)).toEqual(['unsupportedType'])
    expect((await readCorpus('encrypted/testWORD_protected_drm.doc')).flaws.map(({ code }) => code)).toEqual([
      'encrypted',
    ])
    await expect(readCorpus('office/testWordPerfect_42.doc')).rejects.toMatchObject({
      code: 'unsupportedType',
    })
  })
})

function compound(streams: Readonly<Record<string, Buffer>>): Buffer {
  const made = CFB.utils.cfb_new()
  for (const [path, bytes] of Object.entries(streams)) CFB.utils.cfb_add(made, `/${path}`, bytes)
  return Buffer.from(CFB.write(made, { type: 'array' }) as Uint8Array)
}

describe('the table of shared strings of an old workbook', () => {
  const u16 = (value: number): Buffer => Buffer.from([value & 0xff, value >>> 8])
  const u32 = (value: number): Buffer => Buffer.concat([u16(value & 0xffff), u16(value >>> 16)])
  const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le')
  const behind = (reading: string): Buffer =>
    Buffer.concat([
      ...[u16(1), u16(10 + reading.length * 2), u32(0), u16(1), u16(reading.length)],
      ...[u16(reading.length), utf16(reading)],
    ])
  /** Behind its flags: two changes of its looks, and a reading. */
  const head = (length: number, flags: number, extra: Buffer): Buffer =>
    Buffer.concat([u16(length), Buffer.from([flags]), u16(2), u32(extra.length)])

  it('has the readings of its words, wherever a record ends', () => {
    const [one, two] = [behind('トヨタ'), behind('ホンダ')]
    const first = [u32(2), u32(2), head(4, 0b1101, one), utf16('豊田')]
    const rest = [
      utf16('自動'),
      Buffer.alloc(8),
      one,
      head(3, 0b1100, two),
      Buffer.from('abc'),
      Buffer.alloc(8),
      two,
    ]
    // Characters that go on in a record say anew how wide they are; all else goes on as it is.
    const continued = Buffer.concat([Buffer.from([1]), ...rest])
    const abc = continued.indexOf('abc')
    for (let cut = 6; cut < continued.length; cut++) {
      const flag = Buffer.alloc(cut >= abc && cut < abc + 3 ? 1 : 0)
      const next = Buffer.concat([flag, continued.subarray(cut)])
      const readings = [...readingsOf([Buffer.concat(first), continued.subarray(0, cut), next])]
      expect([cut, readings]).toEqual([cut, ['トヨタ', 'ホンダ']])
    }
    expect([...readingsOf([Buffer.concat(first), continued.subarray(0, 40)])]).toEqual(['トヨタ'])
    expect([...readingsOf([])]).toEqual([])
  })
})

/** Of Hangul: a deflated section in a compound file, with marks of one character and of eight in its text. */
function hangul(paragraphs: readonly string[], flags = 1): Buffer {
  const record = (text: string): Buffer => {
    const body = Buffer.from(text, 'utf16le')
    const isLong = body.length >= 0xfff
    const header = Buffer.alloc(isLong ? 8 : 4)
    header.writeUInt32LE(0x43 + (isLong ? 0xfff : body.length) * 2 ** 20, 0)
    if (isLong) header.writeUInt32LE(body.length, 4)
    return Buffer.concat([header, body])
  }
  const head = Buffer.alloc(256)
  head.write('HWP Document File', 'latin1')
  head.writeUInt32LE(flags, 36)
  const section = Buffer.concat([Buffer.from([0x42, 0, 0x20, 0, 1, 2]), ...paragraphs.map(record)])
  return compound({ FileHeader: head, 'BodyText/Section0': deflateRawSync(section) })
}

describe('documents of Hangul', () => {
  it('are read by their paragraphs', async () => {
    const table = `\u000b${'\u0101'.repeat(6)}\u000b`
    const tab = `\u0009${'\u0101'.repeat(6)}\u0009`
    const long = '계약 '.repeat(3000).trim()
    const { text, flaws } = await readAs(
      'a.hwp',
      hangul([`계약서${tab}2024${table}\r`, 'co\u0018op\u001ehere\r', long]),
    )
    expect(text).toBe(`계약서\t2024\nco-op here\n${long}`)
    expect(flaws).toEqual([])
  })

  it('that are locked, or damaged, say so', async () => {
    for (const flags of [3, 5])
      await expect(readAs('a.hwp', hangul(['secret'], flags))).rejects.toMatchObject({ code: 'encrypted' })
    const head = Buffer.alloc(256)
    head.writeUInt32LE(1, 36)
    const odd = compound({ FileHeader: head, 'BodyText/Section0': Buffer.from('no deflate') })
    expect((await readAs('a.hwp', odd)).flaws.map(({ code }) => code)).toEqual(['corrupt'])
  })
})

describe.skipIf(!hasCorpus)('real documents of programs that fewer people have', () => {
  it('Hangul and Publisher: their text', async () => {
    expect((await readCorpus('office/testHWP_5.0.hwp')).text).toBe('테스트\ntest')
    const publication = await readCorpus('office/testPUBLISHER.pub')
    expect(publication.text).toMatch(/^0123456789\n0123456789abcdef\n/)
    expect(publication.metadata.Author).toEqual(['Nick Burch'])
    expect(publication.flaws).toEqual([])
  })
})
