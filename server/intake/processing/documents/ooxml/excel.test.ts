import { describe, expect, it } from 'vitest'
import { hasCorpus, readAs, readCorpus, relationships, zipOf } from '#tests/support/office.ts'
import { defaultLimits } from '../../limits.ts'

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const relation = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'

interface Made {
  readonly sheet: string
  readonly strings?: string
  readonly styles?: string
  readonly more?: Readonly<Record<string, string>>
}

const workbook = ({ sheet, strings = '', styles = '', more = {} }: Made): Buffer =>
  zipOf({
    'xl/workbook.xml': `<workbook ${main} ${relation}><sheets><sheet name="Open" sheetId="1" r:id="r1"/><sheet name="Back room" sheetId="2" state="hidden" r:id="r2"/><sheet name="Cellar" sheetId="3" state="veryHidden" r:id="r3"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(
      ['r1', 'worksheet', 'worksheets/a.xml'],
      ['r2', 'worksheet', 'worksheets/b.xml'],
      ['r3', 'worksheet', 'worksheets/c.xml'],
      ['r4', 'sharedStrings', 'sharedStrings.xml'],
      ['r5', 'styles', 'styles.xml'],
    ),
    'xl/worksheets/a.xml': `<worksheet ${main} ${relation}>${sheet}</worksheet>`,
    'xl/worksheets/b.xml': `<worksheet ${main}><sheetData><row><c t="inlineStr"><is><t>secret</t></is></c></row></sheetData></worksheet>`,
    'xl/worksheets/c.xml': `<worksheet ${main}><cols><col hidden="1"/></cols><sheetData/></worksheet>`,
    'xl/sharedStrings.xml': `<sst ${main}>${strings}</sst>`,
    'xl/styles.xml': `<styleSheet ${main}>${styles}</styleSheet>`,
    ...more,
  })

describe('Excel workbooks', () => {
  it('shows cells as the sheet does, a line a row, each sheet under its name', async () => {
    const reading = await readAs(
      'a.xlsx',
      workbook({
        strings: '<si><r><t>rich </t></r><r><t>text</t></r></si><si><t>two\nlines</t></si>',
        styles:
          '<numFmts><numFmt numFmtId="164" formatCode="&quot;No. &quot;000"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="10"/><xf numFmtId="164"/></cellXfs>',
        sheet:
          '<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row><row r="2"><c r="A2" s="1"><v>39448</v></c><c r="B2" s="2"><v>0.256</v></c><c r="C2" s="3"><v>7</v></c><c r="D2" t="b"><v>1</v></c><c r="E2"><f>1/0</f><v>0.1</v></c><c r="F2" t="e"><v>#REF!</v></c></row></sheetData>',
      }),
    )
    // 39448 is the first of January 2008 (ECMA-376 part 1, 18.17.4.1), and 14 the date of the country.
    expect(reading.text).toBe(
      'Open\nrich text\t\ttwo lines\n1/1/08\t25.60%\tNo. 007\tTRUE\t0.1\t#REF!\nBack room\nsecret\nCellar',
    )
    expect(reading.metadata.Sheet_Names).toEqual(['Open', 'Back room', 'Cellar'])
    expect(reading.metadata.Hidden_Content).toEqual([
      'Hidden rows or columns',
      'Hidden sheets',
      'Very hidden sheets',
    ])
  })

  it('shows a formula whose value was not stored, and says so', async () => {
    const sheet =
      '<sheetData><row r="1"><c r="A1"><f>SUM(Offer!B2:B9)*1.19</f></c><c r="B1"><f>1+1</f><v>2</v></c><c r="C1" t="str"><f>""</f><v></v></c></row></sheetData>'
    const reading = await readAs('a.xlsx', workbook({ sheet }))
    expect(reading.text).toContain('Open\n=SUM(Offer!B2:B9)*1.19\t2\nBack room')
    expect(reading.metadata.Hidden_Content).toContain('Formulas without values')
  })

  it('finds comments of both kinds, headers, prompts, links, and data cached of elsewhere', async () => {
    const reading = await readAs(
      'a.xlsx',
      workbook({
        sheet:
          '<sheetData><row><c><v>1</v></c></row></sheetData><dataValidations><dataValidation promptTitle="Careful" prompt="Whole numbers"/></dataValidations><headerFooter><oddHeader>&amp;L&amp;"Arial,Bold"&amp;14Privileged&amp;RPage &amp;P</oddHeader></headerFooter>',
        more: {
          'xl/worksheets/_rels/a.xml.rels': relationships(
            ['r1', 'comments', '../comments1.xml'],
            ['r2', 'threadedComment', '../threadedComments/t1.xml'],
            ['r3', 'hyperlink', 'https://cell.example/'],
          ),
          'xl/comments1.xml': `<comments ${main}><authors><author>Ann</author><author>tc={1}</author></authors><commentList><comment ref="A1" authorId="0"><text><r><t>an old note</t></r></text></comment><comment ref="A2" authorId="1"><text><t>only a stand-in</t></text></comment></commentList></comments>`,
          'xl/threadedComments/t1.xml':
            '<ThreadedComments><threadedComment ref="A2" personId="{P}"><text>a new thread</text></threadedComment></ThreadedComments>',
          'xl/persons/person.xml': '<personList><person displayName="Bob" id="{P}"/></personList>',
          'xl/pivotCache/pivotCacheDefinition1.xml':
            '<pivotCacheDefinition><cacheFields><cacheField name="Region"><sharedItems><s v="Atlantis"/></sharedItems></cacheField></cacheFields></pivotCacheDefinition>',
        },
      }),
    )
    const lines = reading.text?.split('\n') ?? []
    expect(lines).toEqual(
      expect.arrayContaining([
        '[Comment A1] Ann: an old note',
        '[Comment A2] Bob: a new thread',
        'Careful',
        'Whole numbers',
        'Privileged Page',
        'https://cell.example/',
        'Region',
        'Atlantis',
      ]),
    )
    expect(reading.text).not.toContain('stand-in')
    expect(reading.metadata.Hidden_Content).toContain('Comments')
  })

  it('costs what is in a sheet and not what it says of its size', { timeout: 5000 }, async () => {
    const { text } = await readAs(
      'a.xlsx',
      workbook({
        sheet:
          '<dimension ref="A1:XFD1048576"/><sheetData><row r="1048576"><c r="XFD1048576"><v>5</v></c></row></sheetData>',
      }),
    )
    expect(text).toContain('5\nBack room')
    expect(text?.length).toBeLessThan(200)
  })

  it('stops at its limits, and says so: cells, characters, and what parts expand to', async () => {
    const strings = `<si><t>${'x'.repeat(1000)}</t></si>`
    const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(100)}</row>`
    const bytes = workbook({ strings, sheet: `<sheetData>${row.repeat(100)}</sheetData>` })
    const cells = await readAs('a.xlsx', bytes, { limits: { ...defaultLimits, cells: 50 } })
    expect(cells.flaws.map(({ code }) => code)).toEqual(['textTruncated'])
    const chars = await readAs('a.xlsx', bytes, { limits: { ...defaultLimits, documentChars: 5000 } })
    expect(chars.flaws.map(({ code }) => code)).toEqual(['textTruncated'])
    expect(chars.text?.length).toBeGreaterThan(3000)
    expect(chars.text?.length).toBeLessThan(6000)
    const bomb = workbook({
      sheet: '',
      more: { 'xl/pivotCache/pivotCacheRecords1.xml': `<x>${' '.repeat(40_000_000)}</x>` },
    })
    expect(bomb.length).toBeLessThan(100_000)
    const stopped = await readAs('a.xlsx', bomb)
    expect(stopped.flaws.map(({ code }) => code)).toEqual(['tooLarge'])
    expect(stopped.text).toContain('secret')
  })
})

describe.skipIf(!hasCorpus)('real workbooks', () => {
  it('show numbers as Excel does', async () => {
    const lines = (await readCorpus('office/testEXCEL-formats.xlsx')).text?.split('\n') ?? []
    expect(lines.map((line) => line.trim())).toEqual(
      expect.arrayContaining([
        expect.stringContaining('1,599.99\t-1,599.99'),
        expect.stringContaining('1.98E+08'),
        expect.stringContaining('6:15 AM\t6:15 PM'),
        expect.stringContaining('17-May-07'),
        expect.stringContaining('19 dollars and .99 cents'),
      ]),
    )
  })

  it('have their headers, charts, text boxes, connections and readings', async () => {
    expect((await readCorpus('office/testEXCEL_headers_footers.xlsx')).text).toContain(
      'For Internal Use Only',
    )
    expect((await readCorpus('office/testEXCEL_charts.xlsx')).text).toContain('wants a peach')
    expect((await readCorpus('office/testEXCEL_hyperlinks.xlsx')).text).toMatch(
      /Text box[\s\S]*http:\/\/tika\.apache/,
    )
    expect((await readCorpus('office/testDataConnections.xlsx')).text).toContain('Password=secret123')
    expect((await readCorpus('office/testEXCEL_phonetic.xlsx')).text).toMatch(/豊田車会社[\s\S]*カブシキ/)
    expect((await readCorpus('office/testEXCEL_charts.xlsb')).text).toMatch(/March\t4[\s\S]*wants a peach/)
  })

  it.each([
    ['encrypted/testEXCEL_protected_passtika.xlsx', ['tika']],
    ['encrypted/testEXCEL_protected_passtika_2.xlsx', ['tika']],
    // Excel's own password, and protection of sheets, which is no encryption.
    ['encrypted/protectedFile.xlsx', []],
    ['encrypted/protectedSheets.xlsx', []],
  ])('%s opens', async (path, passwords) => {
    expect((await readCorpus(path, passwords)).text).not.toBe('')
  })
})
