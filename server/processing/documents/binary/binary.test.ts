import { describe, expect, it } from 'vitest'
import { hasCorpus, readAs, readCorpus } from '#tests/support/office.ts'

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
