import { describe, expect, it } from 'vitest'
import { inDeepRun } from '#tests/runs.ts'
import { corpusFile, hasCorpus, readAs, readCorpus, relationships, zipOf } from '#tests/support/office.ts'

const document = (body: string): string =>
  `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:wp="d" xmlns:mc="c" xmlns:v="v"><w:body>${body}</w:body></w:document>`
const paragraph = (text: string): string => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`

async function textOf(body: string): Promise<string | null> {
  return (await readAs('a.docx', zipOf({ 'word/document.xml': document(body) }))).text
}

describe('Word documents', () => {
  it('reads runs of one paragraph as one line, and marks as what they are', async () => {
    expect(
      await textOf(
        '<w:p><w:pPr><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr><w:r><w:t>un</w:t></w:r><w:r><w:t>believable &amp; more</w:t><w:tab/><w:t>a</w:t><w:noBreakHyphen/><w:t>b</w:t><w:softHyphen/><w:t>c</w:t><w:br/><w:t>d</w:t></w:r></w:p>',
      ),
    ).toBe('unbelievable & more\ta-bc\nd')
  })

  it('reads a table as a line for each row, with a tab between cells', async () => {
    const cell = (text: string): string => `<w:tc><w:tcPr/>${paragraph(text)}</w:tc>`
    expect(
      await textOf(
        `${paragraph('before')}<w:tbl><w:tr>${cell('a')}${cell('b')}</w:tr><w:tr>${cell('')}${cell('d')}</w:tr></w:tbl>${paragraph('after')}`,
      ),
    ).toBe('before\na\tb\n\td\nafter')
  })

  it('reads as if all changes were accepted, and tells after the paragraph what was deleted and by whom', async () => {
    const reading = await readAs(
      'a.docx',
      zipOf({
        'word/document.xml': document(
          `<w:p><w:r><w:t xml:space="preserve">The price is </w:t></w:r><w:del w:author="Ann"><w:r><w:delText>100</w:delText></w:r></w:del><w:ins w:author="Bob"><w:r><w:t>200</w:t></w:r></w:ins><w:r><w:t>.</w:t></w:r></w:p><w:moveFrom w:author="Cy"><w:p><w:r><w:t>wandering</w:t></w:r></w:p></w:moveFrom>${paragraph('next')}`,
        ),
      }),
    )
    expect(reading.text).toBe('The price is 200.\n[Deleted by Ann: 100]\n[Deleted by Cy: wandering]\nnext')
    expect(reading.metadata.Hidden_Content).toEqual(['Tracked changes'])
  })

  it('breaks no sentence by a text box, and reads a box that is there in two forms once', async () => {
    const box = '<w:txbxContent><w:p><w:r><w:t>boxed</w:t></w:r></w:p></w:txbxContent>'
    expect(
      await textOf(
        `<w:p><w:r><w:t xml:space="preserve">a sentence </w:t></w:r><mc:AlternateContent><mc:Choice>${box}</mc:Choice><mc:Fallback><w:pict><v:textbox>${box}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent><w:r><w:t>in one piece</w:t></w:r></w:p>`,
      ),
    ).toBe('a sentence in one piece\nboxed')
  })

  it('tells where links lead, what pictures show, and that text is hidden', async () => {
    const reading = await readAs(
      'a.docx',
      zipOf({
        'word/document.xml': document(
          '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>HYPERLINK "https://field.example/x"</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>shown</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p><w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>unseen</w:t></w:r><w:drawing><wp:docPr id="1" name="Picture 1" descr="A map of the site"/></w:drawing></w:p>',
        ),
        'word/_rels/document.xml.rels': relationships(['r1', 'hyperlink', 'https://relation.example/y']),
      }),
    )
    expect(reading.text).toBe(
      'shown\nunseen\n[Image: A map of the site]\n[Links]\nhttps://field.example/x\nhttps://relation.example/y',
    )
    expect(reading.metadata.Hidden_Content).toEqual(['Hidden text'])
  })

  it('finds headers, footers, notes, comments, charts and document variables beside the body', async () => {
    const part = (root: string, body: string): string => `<w:${root} xmlns:w="w">${body}</w:${root}>`
    const reading = await readAs(
      'a.docx',
      zipOf({
        '_rels/.rels': relationships(['r1', 'officeDocument', 'word/doc2.xml']),
        'word/doc2.xml': document(paragraph('body')),
        'word/_rels/doc2.xml.rels': relationships(
          ['r1', 'header', 'top.xml'],
          ['r2', 'footer', '/word/bottom.xml'],
          ['r3', 'footnotes', 'notes.xml'],
          ['r4', 'endnotes', 'ends.xml'],
          ['r5', 'comments', 'said.xml'],
          ['r6', 'settings', 'settings.xml'],
        ),
        'word/top.xml': part('hdr', paragraph('above')),
        'word/bottom.xml': part('ftr', paragraph('below')),
        'word/notes.xml': part('footnotes', `<w:footnote>${paragraph('noted')}</w:footnote>`),
        'word/ends.xml': part('endnotes', `<w:endnote>${paragraph('ended')}</w:endnote>`),
        'word/said.xml': part(
          'comments',
          `<w:comment w:author="Ann" w:date="2020-02-03T04:05:06Z">${paragraph('doubtful')}</w:comment>`,
        ),
        'word/settings.xml': part(
          'settings',
          '<w:docVars><w:docVar w:name="Client" w:val="ACME"/></w:docVars>',
        ),
        'word/charts/chart1.xml':
          '<c:chart xmlns:c="c" xmlns:a="a"><c:title><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:title><c:cat><c:strRef><c:f>Sheet1!A1</c:f><c:strCache><c:pt><c:v>North</c:v></c:pt><c:pt><c:v>South</c:v></c:pt></c:strCache></c:strRef></c:cat></c:chart>',
        'word/vbaProject.bin': 'x',
      }),
    )
    expect(reading.text?.split('\n')).toEqual([
      'body',
      '[Headers and footers]',
      'above',
      'below',
      '[Footnotes]',
      'noted',
      '[Endnotes]',
      'ended',
      '[Comments]',
      'Ann (2020-02-03): doubtful',
      'Sales',
      'North\tSouth',
    ])
    expect(reading.metadata['Custom: Client']).toEqual(['ACME'])
    expect(reading.metadata.Hidden_Content).toEqual(['Comments', 'Macros'])
  })

  it('never expands entities that a document declares', async () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "boom"><!ENTITY b "&a;&a;&a;&a;">]>${document(paragraph('x &b; y')).replace(/^.*?\?>/, '')}`
    const { text } = await readAs('a.docx', zipOf({ 'word/document.xml': bomb }))
    expect(text).toBe('x &b; y')
  })

  it('reads what is left of a document that was cut', async () => {
    const whole = zipOf({
      'word/document.xml': document(paragraph('kept')),
      'word/media/image1.png': Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919) % 251),
    })
    const { text, flaws } = await readAs('a.docx', whole.subarray(0, whole.length - 200))
    expect(text).toBe('kept')
    expect(flaws.map(({ code }) => code)).toEqual(['corrupt'])
  })
})

describe.skipIf(!hasCorpus)('real Word documents', () => {
  it('have their comments, text boxes in headers, charts and chunks of other formats', async () => {
    expect((await readCorpus('office/testComment.docx')).text).toBe(
      'Here is some text.\n[Comments]\nMichael McCandless (2011-09-17): Here is a comment',
    )
    expect((await readCorpus('office/testWORD_text_box.docx')).text).toContain(
      'inside of a text box in the header of the document',
    )
    expect((await readCorpus('office/testWORD_charts.docx')).text).toMatch(
      /wants a peach[\s\S]*January\tFebruary/,
    )
    expect((await readCorpus('office/testAltChunkMHT.docx')).text).toContain('Red PNG dot; ROW 2')
    expect((await readCorpus('office/testAttachedTemplate.docx')).text).toContain(
      'http://example.com/templates/malicious.dotx',
    )
  })

  it('have their fields', async () => {
    const { metadata } = await readCorpus('office/testWORD_3imgs.docx')
    expect(metadata).toMatchObject({
      Doc_Title: ['The quick brown fox jumps over the lazy dog'],
      Author: ['Nevin Nollop'],
      Last_Author: ['Derek Hulley'],
      Modified_Date: ['2005-09-20T18:25:00.000Z'],
      Embedded_Images: ['3'],
    })
  })

  it('give out the PDFs that are wrapped inside', async () => {
    const { embedded } = await readCorpus('office/testWORD_embedded_pdf.docx')
    expect(embedded.map(({ bytes }) => bytes.toString('latin1', 0, 5))).toEqual(['%PDF-', '%PDF-'])
  })

  it('opens with their password only', async () => {
    const path = 'encrypted/testWORD_protected_passtika.docx'
    expect((await readCorpus(path, ['wrong', 'tika'])).text).toBe('This is an encrypted Word 2007 File.')
    await expect(readCorpus(path, ['wrong'])).rejects.toMatchObject({ code: 'encrypted' })
    expect(corpusFile(path).includes('word/document.xml')).toBe(false)
  })

  it.each(['normal', 'upper'])(
    'opens with its password whatever the case of the names in its compound file: %s',
    inDeepRun,
    async (letters) => {
      const path = `encrypted/protected_${letters}_case.docx`
      // 100,000 rounds of SHA-512 and AES-256; the text was decrypted by another program too.
      expect((await readCorpus(path, ['wrong', 'password'])).text).toBe('This is a sample Word document')
      await expect(readCorpus(path, ['Password'])).rejects.toMatchObject({ code: 'encrypted' })
    },
  )
})
