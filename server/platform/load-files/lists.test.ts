import { existsSync, readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { JSDOM } from 'jsdom'
import { describe, expect, it } from 'vitest'
import { promised } from '#tests/runs.ts'
import { collected } from '#tests/support/collected.ts'
import { corpus } from '#tests/support/office.ts'
import { DateColumn } from './date-column.ts'
import { readDate } from './dates.ts'
import type { EdrmDocument, EdrmItem } from './edrm.ts'
import { ImageDocuments, type ListedDocument } from './image-documents.ts'
import type { ImageDocument, ListedPage } from './images.ts'
import { lfpLines, readLfp } from './lfp.ts'
import { optLines, readOpt } from './opt.ts'
import { readEdrm } from './read-edrm.ts'
import { VolumeFiles, volumePath } from './volume-paths.ts'
import { EdrmWriter } from './write-edrm.ts'

async function* piecesOf(content: string | Buffer, size = 64 * 1024): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(content)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const tif = (key: string): { key: string; path: string } => ({ key, path: `IMAGES/001/${key}.tif` })
const twoDocuments: ImageDocument[] = [
  { volume: 'VOL001', isAttachment: false, pages: [tif('NW000001'), tif('NW000002')] },
  { volume: 'VOL001', isAttachment: true, pages: [tif('NW000003')] },
]
const documentsOf = (items: readonly { readonly kind: string }[]): ListedDocument[] => {
  const documents = new ImageDocuments()
  const pages = items.filter((item): item is ListedPage => item.kind === 'page')
  return [...pages.map((page) => documents.push(page)), documents.end()].filter((one) => one !== null)
}

describe('image lists', () => {
  it('of Opticon are written byte by byte, and read', async () => {
    const text = twoDocuments.map(optLines).join('')
    expect(text).toBe(
      'NW000001,VOL001,IMAGES\\001\\NW000001.tif,Y,,,2\r\n' +
        'NW000002,VOL001,IMAGES\\001\\NW000002.tif,,,,\r\n' +
        'NW000003,VOL001,IMAGES\\001\\NW000003.tif,Y,,,1\r\n',
    )
    const documents = documentsOf(await collected(readOpt(piecesOf(text, 5))))
    expect(documents.map(({ begin, end, faults }) => [begin, end, faults])).toEqual([
      ['NW000001', 'NW000002', []],
      ['NW000003', 'NW000003', []],
    ])
  })

  it('of IPRO are written byte by byte, and say the same', async () => {
    const text = twoDocuments.map(lfpLines).join('')
    expect(text).toBe(
      'IM,NW000001,D,0,@VOL001;IMAGES\\001;NW000001.tif;2\r\n' +
        'IM,NW000002,,0,@VOL001;IMAGES\\001;NW000002.tif;2\r\n' +
        'IM,NW000003,C,0,@VOL001;IMAGES\\001;NW000003.tif;2\r\n',
    )
    const [one, two] = documentsOf(await collected(readLfp(piecesOf(text))))
    expect([one?.pages[1]?.path, two?.begin, two?.isAttachment]).toEqual([
      'IMAGES\\001\\NW000002.tif',
      'NW000003',
      true,
    ])
  })

  it('name a file of several pages once (OPT), or by page (LFP)', () => {
    const path = 'IMAGES/001/NW000001.pdf'
    const pdf = {
      volume: 'V',
      isAttachment: false,
      pages: [1, 2].map((at) => ({ key: `NW00000${at}`, path })),
    }
    expect(optLines(pdf)).toBe('NW000001,V,IMAGES\\001\\NW000001.pdf,Y,,,2\r\n')
    expect(lfpLines(pdf)).toBe(
      'IM,NW000001,D,1,@V;IMAGES\\001;NW000001.pdf;6\r\nIM,NW000002,,2,@V;IMAGES\\001;NW000001.pdf;6\r\n',
    )
    expect(() => optLines({ volume: 'V', isAttachment: false, pages: [{ key: 'A,B', path }] })).toThrow(
      RangeError,
    )
  })

  it('refuse lines that are none, and say what does not fit', async () => {
    const text =
      'NW1,V,a.tif,,,,\r\nNW2,V,a.tif,Y,,,3\r\nNW2,V,a.tif,,,,\r\nNW3,V,a,b.tif,Y,,,1,\r\nNW4,V,c.tif,Y,,,x\r\nNW5,,d.tif,y\r\n'
    const items = await collected(readOpt(piecesOf(text)))
    expect(items.filter(({ kind }) => kind === 'refused').map(({ line }) => line)).toEqual([1, 4, 5])
    expect(documentsOf(items).map(({ faults }) => faults.length)).toEqual([2, 0])
  })

  it('warn of redactions in an LFP, which are not burned into its images', async () => {
    const text =
      '## made by hand\r\nIM,NW1,D,0,@V;I;1.tif;2,1\r\nRX,NW1,100,100,200,200\r\nnonsense\r\nIM,NW2, ,2,x.pdf;6\r\n'
    const items = await collected(readLfp(piecesOf(text)))
    expect(items.map(({ kind, line }) => [kind, line])).toEqual([
      ['page', 2],
      ['warning', 3],
      ['refused', 4],
      ['page', 5],
    ])
    expect(items[0]).toMatchObject({ rotation: 1 })
    expect(items[1]).toMatchObject({ reason: expect.stringContaining('not burned') })
    expect(items[3]).toMatchObject({ path: 'x.pdf', begins: null, pageOfFile: 2, volume: '' })
  })
})

const samples = `${corpus}loadfiles/relativity/`
it.skipIf(!existsSync(samples))(
  'the OPT beside the project names five pages of one document, and its files are there',
  async () => {
    const documents = documentsOf(
      await collected(readOpt(piecesOf(readFileSync(`${samples}Opticon_01.opt`)))),
    )
    expect(documents.map(({ pages, faults }) => [pages.length, faults])).toEqual([[5, []]])
    const files = readdirSync(samples, { recursive: true, encoding: 'utf8' }).filter((path) =>
      /\.\w{3,4}$/.test(path),
    )
    const volume = new VolumeFiles(files)
    for (const { path } of documents[0]?.pages ?? [])
      expect(volume.find(path)).toMatchObject({ otherCase: false })
    // No image list names this one: it is nine bytes of text.
    expect(volume.unused()).toContain('VOL01/IMAGES/IMG001/TextAsTiffFile.tif')
  },
)

describe('paths', () => {
  it('stay within the volume', () => {
    const faults: [string, string][] = [
      ['..\\x.tif', 'climbs'],
      ['a/../../x', 'climbs'],
      ['a\\.. \\x', 'climbs'],
      ['C:\\x.tif', 'drive'],
      ['file:///x', 'drive'],
      ['\\\\server\\share\\x', 'network'],
      ['a\u0000b', 'characters'],
      ['.\\', 'empty'],
      ['', 'empty'],
      ['x'.repeat(2000), 'tooLong'],
    ]
    for (const [path, code] of faults) expect(volumePath(path)).toMatchObject({ code })
    expect(volumePath('.\\VOL01\\\\a/b..c.tif')).toEqual({ path: 'VOL01/a/b..c.tif' })
    expect(volumePath('\\VOL01\\x')).toEqual({ path: 'VOL01/x' })
  })

  it('are found in another case where only one file is meant, and from several roots', () => {
    const files = new VolumeFiles(
      ['VOL/IMAGES/A.TIF', 'VOL/b.txt', 'VOL/B.txt', 'VOL/e\u0301.pdf'],
      ['', 'VOL'],
    )
    expect(files.find('images\\a.tif')).toEqual({ path: 'VOL/IMAGES/A.TIF', otherCase: true })
    expect(files.find('VOL\\b.txt')).toEqual({ path: 'VOL/b.txt', otherCase: false })
    expect(files.find('\u00e9.pdf')).toMatchObject({ path: 'VOL/e\u0301.pdf' })
    expect(files.find('vol/b.TXT')).toMatchObject({ code: 'several' })
    expect(files.find('nowhere.txt')).toMatchObject({ code: 'missing' })
    expect(files.unused()).toEqual(['VOL/B.txt'])
  })
})

describe('dates', () => {
  it('are read by the forms that are stated, with their time and zone', () => {
    expect(readDate('5/21/2001 3:48 PM', ['MM/DD/YYYY'])).toEqual({
      day: '2001-05-21',
      time: '15:48:00',
      offset: null,
    })
    expect(readDate('21/05/2001 12:01 am', ['DD/MM/YYYY'])).toMatchObject({ time: '00:01:00' })
    expect(readDate('2002-01-09T22:52:36Z', ['YYYY-MM-DD'])).toEqual({
      day: '2002-01-09',
      time: '22:52:36',
      offset: 0,
    })
    expect(readDate('20020109', ['YYYYMMDD'])).toMatchObject({ day: '2002-01-09', time: null })
    expect(readDate('9-Jan-2002 22:52:36 -05:00', ['DD-MMM-YYYY'])).toMatchObject({ offset: 300 })
    expect(readDate('05/05/2001', ['MM/DD/YYYY', 'DD/MM/YYYY'])).toMatchObject({ day: '2001-05-05' })
  })

  it('that do not exist, or that two forms read as two days, are refused', () => {
    const codes: [string, Parameters<typeof readDate>[1], string][] = [
      ['13/21/2001 3:48 PM', ['MM/DD/YYYY', 'DD/MM/YYYY'], 'impossible'],
      ['02/29/2001', ['MM/DD/YYYY'], 'impossible'],
      ['02/28/2001 13:01 PM', ['MM/DD/YYYY'], 'impossible'],
      ['03/04/2001', ['MM/DD/YYYY', 'DD/MM/YYYY'], 'ambiguous'],
      ['tomorrow', ['MM/DD/YYYY'], 'form'],
      ['03/04/2001', [], 'form'],
    ]
    for (const [value, formats, code] of codes) expect(readDate(value, formats)).toMatchObject({ code })
  })

  it('settle their column by one value that only one form reads', () => {
    const column = new DateColumn()
    column.add('03/04/2001', 2)
    expect(column.verdict().ambiguous?.readings).toHaveLength(2)
    column.add('', 3)
    column.add('03/14/2001', 4)
    expect(column.verdict()).toMatchObject({ filled: 2, formats: ['MM/DD/YYYY'], ambiguous: null })
  })
})

const edrmText = (documents: readonly EdrmDocument[]): { text: string; writer: EdrmWriter } => {
  const writer = new EdrmWriter()
  const relationship = { type: 'Attachment', parent: 'NW000001', child: 'NW000003' }
  const text = [
    writer.begin('B1'),
    ...documents.map((one) => writer.document(one)),
    ...writer.end([relationship]),
  ]
  return { text: text.join(''), writer }
}
const message: EdrmDocument = {
  id: 'NW000001',
  type: 'Message',
  tags: [{ name: '#Subject', type: 'Text', value: 'Merger budget' }],
  files: [{ type: 'Native', folder: 'NATIVES\\001', name: 'NW000001.msg', bytes: 20480, hash: 'ab' }],
  custodians: ['Rivera'],
}

describe('XML of the EDRM', () => {
  it('is written by element, and read', async () => {
    const { text } = edrmText([message])
    expect(text).toContain(
      '<Document DocID="NW000001" DocType="Message"><Tags><Tag TagName="#Subject" TagDataType="Text" TagValue="Merger budget"/></Tags><Files><File FileType="Native"><ExternalFile FilePath="NATIVES\\001" FileName="NW000001.msg" FileSize="20480" Hash="ab"/></File></Files><Locations><Location><Custodian>Rivera</Custodian></Location></Locations></Document>',
    )
    expect(text).toContain('<Relationship Type="Attachment" ParentDocId="NW000001" ChildDocId="NW000003"/>')
    expect(await collected(readEdrm(piecesOf(text, 3)))).toEqual([
      { kind: 'document', line: 5, document: message },
      {
        kind: 'relationship',
        line: 8,
        relationship: { type: 'Attachment', parent: 'NW000001', child: 'NW000003' },
      },
    ])
  })

  it('of others says what is not read and what is refused, and reads the rest', async () => {
    const text =
      '<Root><Fields><Field Name="a"/></Fields><Batch><Documents><Document DocId="A"><Tags><Tag TagName="#To"><![CDATA[x<y]]></Tag></Tags><Reviews><Review/></Reviews></Document><Document/></Documents><Relationships><Relationship ParentDocID="A"/></Relationships></Batch></Root>'
    const items = await collected(readEdrm(piecesOf(text)))
    expect(items.map((item) => (item.kind === 'notRead' ? item.element : item.kind))).toEqual([
      'Fields',
      'Reviews',
      'document',
      'refused',
      'refused',
    ])
    expect(items[2]).toMatchObject({ document: { id: 'A', tags: [{ name: '#To', value: 'x<y' }] } })
  })

  it('is refused with document types, foreign entities, and where it is cut or ill-formed', async () => {
    const bomb = '<!DOCTYPE Root [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><Root>&b;</Root>'
    const ends = [
      '<Root>',
      '<Root></root>',
      '<Root>&nbsp;</Root>',
      '<Root a="1" a="2"/>',
      '<Root/><Root/>',
      'x',
      '',
    ]
    const others = [
      '<html/>',
      '<Root b=1/>',
      '<Root>&#0;</Root>',
      '<?xml version="1.0" encoding="ebcdic"?><Root/>',
    ]
    for (const text of [bomb, ...ends, ...others])
      await expect(collected(readEdrm(piecesOf(text)))).rejects.toThrow(/XML/)
    const windows = Buffer.from('<?xml version="1.0"?><Root>\xe9</Root>', 'latin1')
    await expect(collected(readEdrm(piecesOf(windows)))).rejects.toMatchObject({ code: 'encoding' })
  })
})

const hostile = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...'<>&"\'\t\n\r\0\u0014\ufffe;]漢é þ®', ']]>', '&amp;', '\ud83d\ude00', '\ud83d'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 16,
})
const kept = (text: string): string =>
  [...text.toWellFormed()]
    .filter((char) => /[\t\n\r]/.test(char) || !/[\p{Cc}\ufffe\uffff]/u.test(char))
    .join('')

promised('XML is read as it was written, and as another parser reads it', [100, 10_000], async (cases) => {
  const { window } = new JSDOM('')
  await fc.assert(
    fc.asyncProperty(hostile, hostile, fc.integer({ min: 1, max: 30 }), async (value, custodian, size) => {
      const { text } = edrmText([
        { ...message, tags: [{ name: '#Subject', type: 'Text', value }], custodians: [custodian] },
      ])
      const items: EdrmItem[] = await collected(readEdrm(piecesOf(text, size)))
      const read = items[0]?.kind === 'document' ? items[0].document : null
      expect(read?.tags[0]?.value).toBe(kept(value))
      expect(read?.custodians[0]).toBe(kept(custodian).trim())
      const other = new window.DOMParser().parseFromString(text, 'application/xml')
      expect(other.querySelector('Tag')?.getAttribute('TagValue')).toBe(kept(value))
      expect(other.querySelector('Custodian')?.textContent).toBe(kept(custodian))
    }),
    { numRuns: cases },
  )
})
