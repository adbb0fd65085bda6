import { describe, expect, it } from 'vitest'
import { hasCorpus, readAs, readCorpus, zipOf } from '#tests/support/office.ts'

const content = (body: string, styles = ''): string =>
  `<office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body>${body}</office:body></office:document-content>`

describe('OpenDocument', () => {
  it('reads texts with notes, comments, deletions, text boxes and tables, and breaks no sentence by them', async () => {
    const { text, metadata } = await readAs(
      'a.odt',
      zipOf({
        'content.xml': content(
          `<office:text><text:tracked-changes><text:changed-region><text:deletion><office:change-info><dc:creator>Ann</dc:creator></office:change-info><text:p>old words</text:p></text:deletion></text:changed-region></text:tracked-changes>
          <text:p>A <text:span>sentence</text:span><text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>noted</text:p></text:note-body></text:note> in<text:s text:c="2"/>one<office:annotation><dc:creator>Bob</dc:creator><dc:date>2020-01-01</dc:date><text:p>doubtful</text:p></office:annotation> piece<draw:frame><svg:title>Map</svg:title><draw:text-box><text:p>boxed</text:p></draw:text-box></draw:frame>.</text:p>
          <table:table><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row></table:table>
          <text:p><text:a xlink:href="https://x.example/">there</text:a></text:p></office:text>`,
        ),
        'styles.xml':
          '<office:document-styles><office:styles><style:style><text:p>no</text:p></style:style></office:styles><office:master-styles><style:master-page><style:footer><text:p>below</text:p></style:footer></style:master-page></office:master-styles></office:document-styles>',
        'meta.xml':
          '<office:document-meta><office:meta><dc:title>T</dc:title><meta:initial-creator>Ann</meta:initial-creator><meta:creation-date>2011-10-26T10:59:49.12</meta:creation-date><meta:user-defined meta:name="Client">ACME</meta:user-defined><meta:document-statistic meta:page-count="2" meta:word-count="15"/></office:meta></office:document-meta>',
      }),
    )
    expect(text?.split('\n').map((line) => line.trim())).toEqual([
      '[Deleted by Ann: old words ]',
      'A sentence in  one piece.',
      '1 noted',
      '[Comment] Bob: doubtful',
      'Map',
      'boxed',
      'a\tb',
      'there',
      'below',
      '[Links]',
      'https://x.example/',
    ])
    expect(metadata).toMatchObject({
      Doc_Title: ['T'],
      Author: ['Ann'],
      Created_Date: ['2011-10-26T10:59:49.000Z'],
      'Custom: Client': ['ACME'],
      Page_Count: ['2'],
      Hidden_Content: ['Comments', 'Tracked changes'],
    })
  })

  it('shows formulas whose values were not stored, and says so; stored values that no words stand for', async () => {
    const cell = (attributes: string, words = '') =>
      `<table:table-cell ${attributes}>${words}</table:table-cell>`
    const cells = [
      cell('table:formula="of:=SUM([.B2:.B9])*1.19"'),
      cell('table:formula="of:=1+1" office:value-type="float" office:value="2"', '<text:p>2.00</text:p>'),
      cell('table:formula="of:=&quot;&quot;" office:value-type="string" office:string-value=""'),
      cell('office:value-type="date" office:date-value="2024-03-05"'),
      cell('table:formula="msoxl:=B1" table:number-columns-repeated="2"'),
    ]
    const reading = await readAs(
      'a.ods',
      zipOf({
        'content.xml': content(
          `<office:spreadsheet><table:table table:name="Open"><table:table-row>${cells.join('')}</table:table-row></table:table></office:spreadsheet>`,
        ),
      }),
    )
    expect(reading.text).toContain('=SUM([.B2:.B9])*1.19\t2.00\t\t2024-03-05\t=B1\t=B1')
    expect(reading.metadata.Hidden_Content).toEqual(['Formulas without values'])
  })

  it('reads sheets by name with their repetitions, and finds hidden ones and comments at cells', async () => {
    const { text, metadata } = await readAs(
      'a.ods',
      zipOf({
        'content.xml': content(
          `<office:spreadsheet><table:table table:name="Open"><table:table-row><table:table-cell table:number-columns-repeated="2"><text:p>5</text:p></table:table-cell><table:table-cell table:number-columns-repeated="3"/><table:table-cell><office:annotation><dc:creator>Ann</dc:creator><text:p>doubtful</text:p></office:annotation><text:p>two</text:p><text:p>lines</text:p></table:table-cell><table:table-cell table:number-columns-repeated="16000"/></table:table-row><table:table-row table:number-rows-repeated="1000000" table:visibility="collapse"><table:table-cell table:number-columns-repeated="16000"/></table:table-row></table:table><table:table table:name="Back room" table:style-name="ta2"><table:table-row table:number-rows-repeated="2"><table:table-cell><text:p>secret</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet>`,
          '<style:style style:name="ta2"><style:table-properties table:display="false"/></style:style>',
        ),
      }),
    )
    expect(text).toBe('Open\n5\t5\t\t\t\ttwo lines\n[Comment] Ann: doubtful\nBack room\nsecret\nsecret')
    expect(metadata).toEqual({
      Sheet_Names: ['Open', 'Back room'],
      Hidden_Content: ['Comments', 'Hidden rows or columns', 'Hidden sheets'],
    })
  })

  it('reads slides with their notes', async () => {
    const { text, metadata } = await readAs(
      'a.odp',
      zipOf({
        'content.xml': content(
          '<office:presentation><draw:page><draw:frame><draw:text-box><text:p>first</text:p></draw:text-box></draw:frame><presentation:notes><draw:frame><draw:text-box><text:p>say this</text:p></draw:text-box></draw:frame></presentation:notes></draw:page></office:presentation>',
        ),
      }),
    )
    expect(text).toBe('[Slide 1]\nfirst\n[Speaker notes]\nsay this')
    expect(metadata.Hidden_Content).toEqual(['Speaker notes'])
  })
})

describe.skipIf(!hasCorpus)('real OpenDocument', () => {
  it('has its footers and fields, and says where it is locked', async () => {
    expect((await readCorpus('office/testFooter.odt')).text).toBe(
      'Here is some text...\nHere is some text on page 2\nHere is footer text',
    )
    const sheet = await readCorpus('office/testFooter.ods')
    expect(sheet.text).toContain('Sheet1\nData 1\tData 2\nData 3\tData 4\nSheet2')
    expect(sheet.text).toContain('Here is a footer in the center area')
    await expect(readCorpus('encrypted/testODTEncrypted.odt')).rejects.toMatchObject({ code: 'encrypted' })
    await expect(readCorpus('bad-input/testODTnotaZipFile.odt')).rejects.toMatchObject({ code: 'corrupt' })
  })
})
