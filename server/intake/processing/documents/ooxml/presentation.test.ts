import { describe, expect, it } from 'vitest'
import { hasCorpus, readAs, readCorpus, relationships, zipOf } from '#tests/support/office.ts'

const names =
  'xmlns:p="p" xmlns:a="a" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
const shape = (text: string, type = ''): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"/><p:nvPr>${type === '' ? '' : `<p:ph type="${type}"/>`}</p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`

describe('presentations', () => {
  it('reads slides in the order of the show, hidden ones too, each with its notes and comments', async () => {
    const reading = await readAs(
      'a.pptx',
      zipOf({
        'ppt/presentation.xml': `<p:presentation ${names}><p:sldIdLst><p:sldId id="256" r:id="r2"/><p:sldId id="257" r:id="r1"/></p:sldIdLst></p:presentation>`,
        'ppt/_rels/presentation.xml.rels': relationships(
          ['r1', 'slide', 'slides/slide1.xml'],
          ['r2', 'slide', 'slides/slide2.xml'],
        ),
        'ppt/slides/slide1.xml': `<p:sld ${names} show="0">${shape('second')}</p:sld>`,
        'ppt/slides/slide2.xml': `<p:sld ${names}>${shape('first')}<a:tbl><a:tr><a:tc><a:p><a:r><a:t>x</a:t></a:r></a:p></a:tc><a:tc><a:p><a:r><a:t>y</a:t></a:r></a:p></a:tc></a:tr></a:tbl></p:sld>`,
        'ppt/slides/_rels/slide2.xml.rels': relationships(
          ['r1', 'notesSlide', '../notesSlides/n.xml'],
          ['r2', 'comments', '../comments/c.xml'],
        ),
        'ppt/notesSlides/n.xml': `<p:notes ${names}>${shape('say this')}${shape('1', 'sldNum')}</p:notes>`,
        'ppt/commentAuthors.xml':
          '<p:cmAuthorLst xmlns:p="p"><p:cmAuthor id="0" name="Ann"/></p:cmAuthorLst>',
        'ppt/comments/c.xml':
          '<p:cmLst xmlns:p="p"><p:cm authorId="0"><p:text>too long</p:text></p:cm></p:cmLst>',
        'ppt/slideMasters/m.xml': `<p:sldMaster ${names}>${shape('Click to edit', 'title')}${shape('CONFIDENTIAL')}</p:sldMaster>`,
        'ppt/slideLayouts/l.xml': `<p:sldLayout ${names}>${shape('CONFIDENTIAL')}</p:sldLayout>`,
        'ppt/media/sound.mp3': 'ID3 sound',
        'ppt/media/image.png': 'png',
      }),
    )
    expect(reading.text?.split('\n')).toEqual([
      '[Slide 1]',
      'first',
      'x\ty',
      '[Speaker notes]',
      'say this',
      '[Comment] Ann: too long',
      '[Slide 2]',
      'second',
      'CONFIDENTIAL',
    ])
    expect(reading.metadata).toEqual({
      Embedded_Images: ['1'],
      Hidden_Content: ['Comments', 'Hidden slides', 'Speaker notes'],
    })
    expect(reading.embedded.map(({ name }) => name)).toEqual(['sound.mp3'])
  })
})

describe.skipIf(!hasCorpus)('real presentations', () => {
  it('have the words of their diagrams and their embedded files', async () => {
    expect((await readCorpus('office/testPPT_diagramData.pptx')).text).toMatch(
      /President\n[\s\S]*VP - Marketing/,
    )
    const { embedded } = await readCorpus('office/testPPT_oleWorkbook.pptx')
    expect(embedded.map(({ bytes }) => bytes.toString('latin1', 0, 2))).toEqual(['PK'])
    const inside = await readAs('a.xlsx', embedded[0]?.bytes ?? Buffer.alloc(0))
    expect(inside.flaws).toEqual([])
    expect(inside.text).not.toBe('')
  })

  it('give out packed files with their names', async () => {
    const { embedded } = await readCorpus('office/testWPSAttachment.pptx')
    expect(embedded.map(({ name }) => name)).toEqual([
      'Document1.doc',
      'Document2.docx',
      'TXT.txt',
      'PDF.pdf',
      'XML.xml',
      'Presentation1.ppt',
      'Presentation2.pptx',
      'Workbook1.xls',
      'Workbook2.xlsx',
    ])
  })

  it('open with their password', async () => {
    expect((await readCorpus('encrypted/testPPT_protected_passtika.pptx', ['tika'])).text).toContain(
      'encrypted PowerPoint',
    )
  })
})
