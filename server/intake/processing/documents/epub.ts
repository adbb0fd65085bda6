/** Electronic books (EPUB 3, OCF): the pages in the order of the spine, and what the package says of the book. */
import { Draft } from './draft.ts'
import { decodeName, encryptedParts } from './epub-rights.ts'
import { shownHtml } from './html.ts'
import { type Parts, partKey } from './parts.ts'
import type { Reader } from './reading.ts'
import { walkXml } from './xml.ts'

export const readEpub: Reader = async (bytes, _kind, options) => {
  const draft = new Draft(options)
  const parts = await draft.open(bytes)
  const locked = encryptedParts(parts)
  if (locked.size > 0)
    draft.flaw('encrypted', 'It is protected by rights management: no password opens it.', 'text')
  let isRead = false
  await draft.attempt('Its pages', () => {
    for (const page of pagesOf(parts, draft)) {
      if (locked.has(partKey(page))) continue
      const xml = parts.xml(page)
      if (xml === null) continue
      isRead = true
      draft.text.line()
      draft.page(shownHtml(xml))
    }
    draft.text.line()
  })
  const images = parts.names.filter((name) => /\.(gif|jpe?g|png|svg|webp)$/i.test(name)).length
  if (images > 0) draft.fields.add('Embedded_Images', images)
  const reading = draft.reading()
  return locked.size > 0 && !isRead ? { ...reading, text: null } : reading
}

/** In reading order; pages that the spine does not name come after those that it names. */
function pagesOf(parts: Parts, draft: Draft): string[] {
  const book = packageOf(parts)
  const folder = book.slice(0, book.lastIndexOf('/') + 1)
  const files = new Map<string, string>()
  const pages: string[] = []
  const fields = new Map([
    ['title', 'Doc_Title'],
    ['creator', 'Author'],
    ['subject', 'Doc_Subject'],
    ['description', 'Comments'],
    ['publisher', 'Company'],
    ['language', 'Doc_Language'],
  ])
  let value = ''
  const xml = parts.xml(book)
  if (xml !== null)
    walkXml(xml, {
      open(name, attributes) {
        value = ''
        const id = attributes.get('id') ?? ''
        if (name === 'item')
          files.set(id, decodeName(folder + (attributes.get('href') ?? '').replace(/#.*$/, '')))
        if (name !== 'itemref') return
        const page = files.get(attributes.get('idref') ?? '')
        if (page === undefined) parts.leadsNowhere(book)
        else {
          parts.expect(page)
          pages.push(page)
        }
      },
      text(text) {
        value += text
      },
      close(name) {
        const field = fields.get(name)
        if (field !== undefined) draft.fields.add(field, value)
        if (name === 'date') draft.fields.addDate('Created_Date', value)
      },
    })
  const named = new Set(pages.map(partKey))
  const others = parts.names.filter((name) => /\.x?html?$/i.test(name) && !named.has(partKey(name)))
  return [...new Set([...pages, ...others])]
}

function packageOf(parts: Parts): string {
  let path = ''
  const container = parts.xml('META-INF/container.xml')
  if (container !== null)
    walkXml(container, {
      open(name, attributes) {
        if (name === 'rootfile' && path === '') path = attributes.get('full-path') ?? ''
      },
    })
  if (path !== '') parts.expect(path)
  return path === '' ? (parts.names.find((name) => /\.opf$/i.test(name)) ?? '') : path
}
