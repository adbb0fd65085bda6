/** Kinds of documents that people have fewer of. */
import { describe, expect, it } from 'vitest'
import { hasCorpus, readAs, readCorpus, zipOf } from '#tests/support/office.ts'
import { identify } from '../identify/identify.ts'
import { defaultLimits } from '../limits.ts'
import { readText } from './text-document.ts'

describe('HTML files', () => {
  it('have the fields of their head, and are decoded by what they state', async () => {
    const page =
      '<!doctype html><html><head><meta charset="iso-8859-5"><title>\xbf\xe0\xd8\xd2\xd5\xe2 &amp; more</title><META NAME="Author" content="Ann"><meta property="article:published_time" content="2020-02-03T04:05:06+01:00"></head><body><p>\xbf\xe0\xd8</p><script>no()</script></body></html>'
    const { text, html, metadata } = await readAs('a.html', Buffer.from(page, 'latin1'))
    expect(text).toBe('При')
    expect(html).toBe('<p>При</p>')
    expect(metadata).toEqual({
      Doc_Title: ['Привет & more'],
      Author: ['Ann'],
      Created_Date: ['2020-02-03T03:05:06.000Z'],
    })
  })

  it('are read in an old charset that they state, and no markup is hidden by it', async () => {
    const dos = Buffer.from('<meta charset=cp850><p>Gr\x94\xe1e</p>', 'latin1')
    expect((await readAs('a.html', dos)).text).toBe('Größe')
    const hidden = Buffer.from('<script>alert(1)</script>', 'utf16le').swap16().toString('base64')
    const written = `<meta charset=utf-7><p>+AGEAYg- +${hidden.replaceAll('=', '')}-</p>`
    const page = await readAs('a.html', Buffer.from(written))
    expect(page.text).toBe('ab')
    expect(page.html).toBe('<p>ab </p>')
  })
})

describe('text files', () => {
  it('are read in whatever charset they are', async () => {
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('a;é\r\nb', 'utf16le')])
    expect((await readAs('a.csv', utf16)).text).toBe('a;é\nb')
    expect((await readAs('a.csv', Buffer.from('caf\xe9', 'latin1'))).text).toBe('café')
  })
  it('have words on both sides of a zero byte', async () => {
    const kind = identify(Buffer.from('Net price: 100\0units\n\0\0'), 'a.log')
    const reading = await readText(Buffer.from('Net price: 100\0units\n\0\0'), kind, {
      limits: defaultLimits,
      passwords: [],
      name: 'a.log',
    })
    expect(reading.text).toBe('Net price: 100 units\n')
    const wide = Buffer.from('\ufeffNet price', 'utf16le')
    expect((await readAs('a.csv', wide)).text).toBe('Net price')
  })
})

describe.skipIf(!hasCorpus)('real documents', () => {
  it('Word 2003 XML: tables, comments, notes, changes, text boxes, headers', async () => {
    const { text, metadata } = await readCorpus('text/testWORD2003.xml')
    for (const words of [
      'R1 c1\tR1 c2',
      '[Comment] Allison, Timothy B.: Mycomment',
      'footnote',
      'myEndNote',
      'We have always been at war with Eurasia',
      '[Deleted by Allison, Timothy B.: Oceania]',
      'Text box',
      'MyHeader',
      'https://tika.apache.org/',
    ])
      expect(text).toContain(words)
    expect(metadata.Hidden_Content).toEqual(['Comments', 'Tracked changes'])
    expect(metadata.Created_Date).toEqual(['2016-04-27T17:49:00.000Z'])
  })

  it('Excel 2003 XML: cells, and what is printed above and below', async () => {
    const { text } = await readCorpus('text/testEXCEL2003.xml')
    expect(text).toContain('Sheet1\nCol1\tCol2\tCol3\tCol4\nstring\t1\t1.1\t2016-04-27')
    expect(text).toContain('MyHeader')
  })

  it('XPS: the pages in their order', async () => {
    const { text, metadata } = await readCorpus('pdf/testPPT.xps')
    expect(text).toMatch(/^Attachment Test\nRajiv\nThis is a test file/)
    expect(metadata).toMatchObject({ Doc_Title: ['Attachment Test'], Author: ['Rajiv'], Page_Count: ['3'] })
  })

  it('EPUB: the chapters and who wrote them', async () => {
    const { text, metadata } = await readCorpus('containers/testEPUB_xml_ext.epub')
    expect(text).toContain('It was a bright cold day in April')
    expect(metadata).toMatchObject({ Doc_Title: ['1984'], Author: ['George Orwell'] })
  })

  it('EPUB under rights management says so, and gives no noise as text; masked fonts are no such thing', async () => {
    const book = (page: string, algorithm: string, uri: string): Buffer =>
      zipOf({
        'META-INF/container.xml': '<container><rootfile full-path="a.opf"/></container>',
        'META-INF/encryption.xml': `<encryption><EncryptedData><EncryptionMethod Algorithm="${algorithm}"/><CipherReference URI="${uri}"/></EncryptedData></encryption>`,
        'a.opf':
          '<package><title>Kept</title><item id="p" href="one%20page.xhtml"/><itemref idref="p"/></package>',
        'one page.xhtml': page,
        'a.ttf': 'font',
      })
    const aes = 'http://www.w3.org/2001/04/xmlenc#aes128-cbc'
    const locked = await readAs('a.epub', book('\u0007noise', aes, 'one%20page.xhtml'))
    expect(locked.text).toBe(null)
    expect(locked.metadata).toMatchObject({ Doc_Title: ['Kept'] })
    expect(locked.flaws).toEqual([
      {
        code: 'encrypted',
        reason: 'It is protected by rights management: no password opens it.',
        stage: 'text',
      },
    ])
    for (const algorithm of ['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC']) {
      const open = await readAs('a.epub', book('<html>words</html>', algorithm, 'a.ttf'))
      expect(open.text).toContain('words')
      expect(open.flaws).toEqual([])
    }
  })

  it('Visio: the text of the shapes', async () => {
    expect((await readCorpus('office/testVISIO_text.vsdx')).text).toContain('Text, text, everywhere!')
  })

  it("iWork '09 is read, and newer or locked ones say why they are not", async () => {
    expect((await readCorpus('office/testPages.pages')).text).toContain('A text box with text.')
    expect((await readCorpus('office/testBulletPoints.key')).text).toBe(
      'bullet point 1\nbullet point 2\nbullet point 3',
    )
    const sheets = (await readCorpus('office/testNumbersCharts.numbers')).text
    for (const words of ['Account Categories', 'Expenditure by Category', 'Transactions', '3875', '-2575.9'])
      expect(sheets).toContain(words)
    await expect(readCorpus('office/testKeynote2018.key')).rejects.toMatchObject({ code: 'unsupportedType' })
    await expect(readCorpus('encrypted/testPagesPwdProtected.pages')).rejects.toMatchObject({
      code: 'encrypted',
    })
  })
})
