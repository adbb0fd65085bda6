import { expect, it } from 'vitest'
import { kindOf, zipOf } from '#tests/support/office.ts'
import { identifyWhole } from '../identify/identify.ts'
import { defaultLimits } from '../limits.ts'
import { readDocument } from './read-document.ts'

const flawsOf = async (name: string, bytes: Buffer) => {
  const kind = kindOf(name) ?? identifyWhole(bytes, name)
  const { flaws } = await readDocument(bytes, kind, { limits: defaultLimits, passwords: [], name })
  return flaws.map(({ code, reason }) => `${code}: ${reason}`)
}
const picture = Uint8Array.of(137, 80, 78, 71)
const pictures = (folder: string, count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`${folder}/media/image${n + 1}.png`, picture] as const),
  )

const letter = (words: string, count: number): Buffer =>
  zipOf({
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${words}</w:t></w:r></w:p></w:body></w:document>`,
    ...pictures('word', count),
  })

it('a letter that is nothing but scans says that it has no text', async () => {
  expect(await flawsOf('a.docx', letter('', 2))).toEqual([
    'noTextYet: No text: what it shows are 2 pictures, in which no text is recognised. Its page images show them.',
  ])
  expect(await flawsOf('a.docx', letter('', 1))).toEqual([
    'noTextYet: No text: what it shows is a picture, in which no text is recognised. Its page images show it.',
  ])
})

it('a letter with words beside its pictures, or with nothing at all, misses none', async () => {
  expect(await flawsOf('a.docx', letter('As enclosed', 2))).toEqual([])
  expect(await flawsOf('a.docx', letter('', 0))).toEqual([])
})

it('the numbers of slides are not their words', async () => {
  const main = 'http://schemas.openxmlformats.org'
  const slide = (words: string) =>
    zipOf({
      '_rels/.rels': `<Relationships xmlns="${main}/package/2006/relationships"><Relationship Id="r1" Type="${main}/officeDocument/2006/relationships/officeDocument" Target="ppt/presentation.xml"/></Relationships>`,
      'ppt/presentation.xml': `<p:presentation xmlns:p="${main}/presentationml/2006/main" xmlns:r="${main}/officeDocument/2006/relationships"><p:sldIdLst><p:sldId id="256" r:id="r1"/></p:sldIdLst></p:presentation>`,
      'ppt/_rels/presentation.xml.rels': `<Relationships xmlns="${main}/package/2006/relationships"><Relationship Id="r1" Type="${main}/officeDocument/2006/relationships/slide" Target="slides/slide1.xml"/></Relationships>`,
      'ppt/slides/slide1.xml': `<p:sld xmlns:p="${main}/presentationml/2006/main" xmlns:a="${main}/drawingml/2006/main"><p:sp><a:p><a:r><a:t>${words}</a:t></a:r></a:p></p:sp></p:sld>`,
      ...pictures('ppt', 1),
    })
  expect(await flawsOf('a.pptx', slide(''))).toEqual([expect.stringMatching(/^noTextYet: /)])
  expect(await flawsOf('a.pptx', slide('Well 14-2'))).toEqual([])
})
