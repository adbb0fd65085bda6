/** Parts that are damaged, cut or missing, in every format that is a zip of parts: none is lost without a word. */
import { describe, expect, it } from 'vitest'
import { unlocked } from '#tests/fixtures/family-options.ts'
import { changedPart, readSheetBytes, writeBook } from '#tests/fixtures/sheets.ts'
import { corpusFile, hasCorpus, readAs, relationships, zipOf } from '#tests/support/office.ts'
import { readLooseFile } from '../family.ts'
import { defaultLimits } from '../limits.ts'
import { openParts } from './parts.ts'
import { Unreadable } from './reading.ts'

/** Of a length at which nothing of it is only padding. */
const words = (name: string): string =>
  Array.from({ length: 200 }, (_, i) => `${name} ${(i * 7919) % 1000}`).join(' ')
const xml = (root: string, inner: string): string => `<${root}>${inner}</${root}>`
const toMain = (target: string): string => relationships(['r1', 'officeDocument', target])
const manifest = (...paths: readonly string[]): string =>
  xml('manifest', paths.map((path) => `<file-entry full-path="${path}"/>`).join(''))
const openDocument = (body: string): Record<string, string> => ({
  'META-INF/manifest.xml': manifest('/', 'content.xml', 'styles.xml', 'meta.xml', 'Pictures/a.png'),
  'content.xml': xml('document-content', xml('body', xml(body, `<p>${words('body')}</p>`))),
  'styles.xml': xml('document-styles', `<p>${words('page')}</p>`),
  'meta.xml': xml('document-meta', `<title>${words('title')}</title>`),
  'Pictures/a.png': words('picture'),
})

/** Documents of each format, with a part of every kind that their readers ask for. */
const made = {
  docx: {
    '[Content_Types].xml': xml(
      'Types',
      '<Override ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>',
    ),
    '_rels/.rels': toMain('word/document.xml'),
    'word/document.xml': xml('document', `<t>${words('body')}</t>`),
    'word/_rels/document.xml.rels': relationships(
      ['r1', 'comments', 'comments.xml'],
      ['r2', 'header', 'header1.xml'],
      ['r3', 'image', 'media/a.png'],
      ['r4', 'package', 'embeddings/a.pdf'],
    ),
    'word/comments.xml': xml('comments', xml('comment', `<t>${words('comment')}</t>`)),
    'word/header1.xml': xml('hdr', `<t>${words('head')}</t>`),
    'word/media/a.png': words('picture'),
    'word/embeddings/a.pdf': words('embedded'),
  },
  xlsx: {
    '_rels/.rels': toMain('xl/workbook.xml'),
    'xl/workbook.xml': xml('workbook', '<sheet name="A" r:id="r1"/>'),
    'xl/_rels/workbook.xml.rels': relationships(
      ['r1', 'worksheet', 'worksheets/sheet1.xml'],
      ['r2', 'sharedStrings', 'sharedStrings.xml'],
    ),
    'xl/worksheets/sheet1.xml': xml(
      'worksheet',
      xml(
        'sheetData',
        `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>${words('cell')}</t></is></c></row>`,
      ),
    ),
    'xl/sharedStrings.xml': xml('sst', xml('si', `<t>${words('shared')}</t>`)),
  },
  pptx: {
    '_rels/.rels': toMain('ppt/presentation.xml'),
    'ppt/presentation.xml': xml('presentation', '<sldId r:id="r1"/>'),
    'ppt/_rels/presentation.xml.rels': relationships(['r1', 'slide', 'slides/slide1.xml']),
    'ppt/slides/slide1.xml': xml('sld', `<t>${words('slide')}</t>`),
    'ppt/slides/_rels/slide1.xml.rels': relationships(['r1', 'notesSlide', '../notesSlides/notesSlide1.xml']),
    'ppt/notesSlides/notesSlide1.xml': xml('notes', `<t>${words('notes')}</t>`),
  },
  vsdx: {
    'visio/pages/pages.xml': xml('Pages', '<Page Name="A"><Rel r:id="r1"/></Page>'),
    'visio/pages/_rels/pages.xml.rels': relationships(['r1', 'page', 'page1.xml']),
    'visio/pages/page1.xml': xml('PageContents', `<Text>${words('shape')}</Text>`),
  },
  xps: {
    '_rels/.rels': relationships(['r1', 'fixedrepresentation', 'a.fdseq']),
    'a.fdseq': xml('FixedDocumentSequence', '<DocumentReference Source="a.fdoc"/>'),
    'a.fdoc': xml('FixedDocument', '<PageContent Source="1.fpage"/>'),
    '1.fpage': xml('FixedPage', `<Glyphs UnicodeString="${words('page')}"/>`),
  },
  epub: {
    'META-INF/container.xml': xml('container', '<rootfile full-path="OPS/a.opf"/>'),
    'OPS/a.opf': xml('package', '<item id="p" href="../p.xhtml"/><itemref idref="p"/>'),
    'p.xhtml': xml('html', xml('body', words('page'))),
  },
  odt: openDocument('text'),
  ods: openDocument('spreadsheet'),
  odp: openDocument('presentation'),
} satisfies Readonly<Record<string, Readonly<Record<string, string>>>>
/** Parts by which others are found, and which nothing else names. */
const unnamed =
  /(^|\/)(_rels\/|\[Content_Types\]|META-INF\/(container|manifest)\.xml$|visio\/pages\/pages\.xml$)/

/** What a document says of itself and of the files in it, or why there is none. */
async function flawsOf(name: string, bytes: Buffer): Promise<readonly string[]> {
  try {
    const { flaws, embedded } = await readAs(name, bytes)
    return [...flaws, ...embedded.flatMap((file) => file.flaws ?? [])].map(({ code }) => code)
  } catch (error) {
    if (error instanceof Unreadable) return [error.code]
    throw error
  }
}

/** With some bytes of one part changed where it lies in the zip, and all else as it was. */
async function smashed(bytes: Buffer, name: string): Promise<Buffer> {
  const packed = (await openParts(bytes, defaultLimits)).packed(name)
  if (packed === null) throw new Error(`${name} is not there.`)
  const copy = Buffer.from(bytes)
  const from = packed.byteOffset - bytes.byteOffset + Math.floor(packed.length / 2)
  for (let at = from; at < from + Math.min(4, Math.ceil(packed.length / 2)); at++)
    copy[at] = (copy[at] ?? 0) ^ 0x5a
  return copy
}

const corpusDocuments = [
  'office/testWORD_embedded_pdf.docx',
  'office/testWORD_charts.docx',
  'office/testComment.xlsx',
  'office/testEXCEL_charts.xlsx',
  'office/testEXCEL.xlsb',
  'office/testPPT_oleWorkbook.pptx',
  'office/testPPT_diagramData.pptx',
  'office/testVISIO_text.vsdx',
  'office/testODTEmbedded.odt',
  'office/testFooter.ods',
  'office/testPages.pages',
  'pdf/testPPT.xps',
  'containers/testEPUB_xml_ext.epub',
] as const

describe.each(Object.entries<Readonly<Record<string, string>>>(made))(
  'a part of a made document (%s)',
  (format, parts) => {
    const name = `a.${format}`
    it('is told by no flaw where all is whole', async () => {
      expect(await flawsOf(name, zipOf(parts))).toEqual([])
    })

    it.each(Object.keys(parts))('that is damaged is told: %s', async (part) => {
      expect(await flawsOf(name, await smashed(zipOf(parts), part))).not.toEqual([])
    })

    it.each(Object.keys(parts).filter((part) => !unnamed.test(part)))(
      'that is missing is told: %s',
      async (part) => {
        const others = Object.fromEntries(Object.entries(parts).filter(([own]) => own !== part))
        expect(await flawsOf(name, zipOf(others))).not.toEqual([])
      },
    )

    it.each(
      Object.entries(parts).filter(([part, text]) => text.startsWith('<') && part !== '[Content_Types].xml'),
    )('that is cut is told: %s', async (part, text) => {
      const half = text.slice(0, Math.ceil(text.length / 2))
      expect(await flawsOf(name, zipOf({ ...parts, [part]: half }))).not.toEqual([])
    })
  },
)

describe.skipIf(!hasCorpus)('a part of a real document', () => {
  it.each(corpusDocuments)('that is damaged is told, of each kind: %s', { timeout: 60_000 }, async (path) => {
    const bytes = corpusFile(path)
    expect(await flawsOf(path, bytes)).toEqual([])
    const kinds = new Map<string, string>()
    const opened = await openParts(bytes, defaultLimits)
    for (const name of opened.names)
      if ((opened.packed(name)?.length ?? 0) > 8) kinds.set(name.replace(/\d+/g, '0'), name)
    const silent: string[] = []
    for (const name of kinds.values())
      if ((await flawsOf(path, await smashed(bytes, name))).length === 0) silent.push(name)
    expect(silent).toEqual([])
  })
})

describe('what is told of a part', () => {
  it('is its name; and what could be read of it, up to the damage, is kept', async () => {
    const parts = made.docx
    const { flaws, text } = await readAs('a.docx', await smashed(zipOf(parts), 'word/document.xml'))
    expect(flaws).toEqual([
      {
        code: 'corrupt',
        reason: 'Its part "word/document.xml" is damaged: it could not be read whole.',
        stage: 'parse',
      },
    ])
    expect(text).toContain('body 0 body 919')
    expect(text).toContain('[Comments]')
  })

  it('is told by a file of its own where the part is one, with its bytes as far as they go', async () => {
    const bytes = await smashed(zipOf(made.docx), 'word/embeddings/a.pdf')
    const { members } = await readLooseFile(
      bytes,
      { path: ['a.docx'] },
      { maxTextSize: 1e6, limits: defaultLimits, ...unlocked },
    )
    const [document, embedded] = members
    expect(document?.flaws).toEqual([])
    expect(embedded?.path).toEqual(['a.docx', 'a.pdf'])
    expect(embedded?.flaws[0]).toEqual({
      code: 'corrupt',
      reason: 'As a part of its document it is damaged: it could not be read whole.',
      stage: 'parse',
    })
    expect(String(embedded?.bytes)).toMatch(/^embedded 0 embedded 919/)
  })

  it('has an end, however many parts are damaged', async () => {
    const pictures = Object.fromEntries(
      Array.from({ length: 50 }, (_, i) => [`word/media/${i}.png`, words(`${i}`)]),
    )
    let bytes = zipOf({ ...made.docx, ...pictures })
    for (const name of Object.keys(pictures)) bytes = await smashed(bytes, name)
    const { flaws } = await readAs('a.docx', bytes)
    expect(flaws).toHaveLength(21)
    expect(flaws.at(-1)?.reason).toBe('More of its parts are damaged or missing than are named.')
  })

  it('is nothing where a link leads to a place, or what is not there says nothing', async () => {
    const links = relationships(
      ['r1', 'hyperlink', 'Other!A1'],
      ['r2', 'image', 'NULL'],
      ['r3', 'printerSettings', 'gone.bin'],
    )
    const parts = { ...made.docx, 'word/_rels/header1.xml.rels': links }
    expect(await flawsOf('a.docx', zipOf(parts))).toEqual([])
    const paths = manifest('content.xml', 'Thumbnails/thumbnail.png', 'Pictures/', 'layout-cache')
    const text = { ...made.odt, 'META-INF/manifest.xml': paths }
    expect(await flawsOf('a.odt', zipOf(text))).toEqual([])
  })

  it('is nothing where sections of a show name its slides again, a type has declarations of its own, or case differs', async () => {
    const inSections = zipOf({
      ...made.pptx,
      'ppt/presentation.xml': xml(
        'p:presentation',
        '<p:sldId id="256" r:id="r1"/><p14:sectionLst><p14:sldId id="256"/></p14:sectionLst>',
      ),
    })
    expect((await readAs('a.pptx', inSections)).flaws).toEqual([])
    const slide = made.pptx['ppt/slides/slide1.xml']
    for (const before of [
      '<!DOCTYPE sld [\n<!ENTITY nbsp "&#160;">\n]\n>',
      '<!DOCTYPE sld [<!ENTITY a "b">]>',
    ]) {
      const reading = await readAs(
        'a.pptx',
        zipOf({ ...made.pptx, 'ppt/slides/slide1.xml': `${before}${slide}` }),
      )
      expect(reading.flaws).toEqual([])
      expect(reading.text).toContain(words('slide').slice(0, 40))
    }
    const shouting = slide.replace('</sld>', '</SLD>')
    expect(
      (await readAs('a.pptx', zipOf({ ...made.pptx, 'ppt/slides/slide1.xml': shouting }))).flaws,
    ).toEqual([])
  })

  it('is told of a sheet of a part that no relationship leads to', async () => {
    const parts = { ...made.xlsx, 'xl/_rels/workbook.xml.rels': relationships() }
    const { flaws } = await readAs('a.xlsx', zipOf(parts))
    expect(flaws.map(({ reason }) => reason)).toEqual([
      'Its part "xl/workbook.xml" names other parts that are not there.',
    ])
  })
})

describe('[val-native-spreadsheet-types] sheets that are shown', () => {
  const rows = Array.from({ length: 300 }, (_, i) => [`row ${i}`, (i * 7919) % 1000])
  const sheets: Readonly<Record<'xlsx' | 'xlsb' | 'ods', string>> = {
    xlsx: 'xl/worksheets/sheet1.xml',
    xlsb: 'xl/worksheets/sheet1.bin',
    ods: 'content.xml',
  }

  it.each(Object.entries(sheets))('say that a part of them is damaged: %s', async (format, part) => {
    const book = writeBook([{ name: 'A', rows }], format as keyof typeof sheets)
    expect((await readSheetBytes(book, `a.${format}`)).missing).toEqual([])
    const { missing, failed } = await readSheetBytes(await smashed(book, part), `a.${format}`)
    expect([...missing, failed].join()).toMatch(/damaged/)
  })

  it('say that a part of them is cut', async () => {
    const book = writeBook([{ name: 'A', rows }], 'xlsx')
    const cut = changedPart(book, sheets.xlsx, (part) => part.slice(0, part.length / 2))
    expect((await readSheetBytes(cut, 'a.xlsx')).missing).toEqual([
      `Its part "${sheets.xlsx}" ends too early: it is cut.`,
    ])
  })
})
