/** XPS documents (ECMA-388): pages in order, whose text stands in attributes, one for each run of glyphs. */
import { Draft } from './draft.ts'
import { type OfficeFile, openOfficeFile } from './ooxml/office-file.ts'
import { readProperties } from './ooxml/properties.ts'
import type { Reader } from './reading.ts'

export const readXps: Reader = async (bytes, _kind, options) => {
  const draft = new Draft(options)
  const file = await openOfficeFile(bytes, draft)
  await draft.attempt('Its properties', () => readProperties(file))
  const pages = pagesOf(file)
  if (pages.length === 0) draft.flaw('textFailed', 'It has no page that could be read.', 'text')
  else draft.fields.add('Page_Count', pages.length)
  for (const page of pages) if (!(await draft.attempt('A page', () => readPage(file, page)))) break
  return draft.reading()
}

/** By the list of documents and the list of pages of each; where they are broken, by the numbers in the names. */
function pagesOf(file: OfficeFile): string[] {
  const sources = (part: string, element: string): string[] => {
    const found: string[] = []
    file.walk(part, {
      open(name, attributes) {
        if (name !== element) return
        const source = resolve(part, attributes.get('Source') ?? '')
        file.parts.expect(source)
        found.push(source)
      },
    })
    return found
  }
  const start = file.related('', 'fixedrepresentation').at(0) ?? 'FixedDocumentSequence.fdseq'
  const listed = sources(start, 'DocumentReference').flatMap((document) => sources(document, 'PageContent'))
  if (listed.length > 0) return listed
  const number = (name: string): number => Number(/(\d+)\.fpage/i.exec(name)?.[1] ?? 0)
  return file.parts.names.filter((name) => /\.fpage$/i.test(name)).toSorted((a, b) => number(a) - number(b))
}

const resolve = (from: string, target: string): string =>
  target.startsWith('/') ? target.slice(1) : from.slice(0, from.lastIndexOf('/') + 1) + target

/** Runs on one height are one line; runs that touch each other are one word. */
function readPage(file: OfficeFile, page: string): void {
  const { text } = file.draft
  let height: number | null = null
  file.walk(page, {
    open(name, attributes) {
      const link = attributes.get('FixedPage.NavigateUri')
      if (link !== undefined && /^[a-z]+:/i.test(link)) file.draft.link(link)
      if (name !== 'Glyphs') return
      const words = (attributes.get('UnicodeString') ?? '').replace(/^\{\}/, '')
      const own = Number(attributes.get('OriginY') ?? 0)
      if (height !== null && Math.abs(own - height) > 1) text.line()
      else if (height !== null) text.text(' ')
      height = own
      text.text(words)
    },
  })
  text.line()
}
