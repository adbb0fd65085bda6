/** HTML files: sanitised for the viewer, read as text, with what the head says of the document. */
import type { Kind } from '../identify/identify.ts'
import { decodeText } from '../text.ts'
import { Fields } from './fields.ts'
import { htmlText, shownHtml } from './html.ts'
import { told } from './html-told.ts'
import type { Reader, Reading } from './reading.ts'
import { walkXml } from './xml.ts'

/** Fields by the names under which pages state them. */
const names: ReadonlyMap<string, string> = new Map([
  ['author', 'Author'],
  ['dc.creator', 'Author'],
  ['dc.title', 'Doc_Title'],
  ['dc.subject', 'Doc_Subject'],
  ['description', 'Comments'],
  ['keywords', 'Keywords'],
  ['generator', 'Application'],
])
const dates: ReadonlyMap<string, string> = new Map([
  ['date', 'Created_Date'],
  ['dc.date', 'Created_Date'],
  ['created', 'Created_Date'],
  ['dcterms.created', 'Created_Date'],
  ['article:published_time', 'Created_Date'],
  ['last-modified', 'Modified_Date'],
  ['dcterms.modified', 'Modified_Date'],
  ['article:modified_time', 'Modified_Date'],
])

/** Characters at the beginning of a page in which its head is looked for. */
const headChars = 200_000

export const readHtml: Reader = (bytes, kind, { limits }): Promise<Reading> => {
  const source = htmlSource(bytes, kind)
  const page = shownHtml(source)
  // What it is called is a field of its own (`Doc_Title`).
  const { metadata, flaws } = told({ ...page, title: '' })
  return Promise.resolve({
    text: htmlText(page.html),
    html: page.html.length > limits.htmlChars ? null : page.html,
    hidden: page.hidden,
    metadata: { ...metadata, ...headFields(source.slice(0, headChars)) },
    embedded: [],
    flaws,
  })
}

/** Decoded by what was declared with the file, or by what it states itself. */
const htmlSource = (bytes: Uint8Array, kind: Kind): string =>
  decodeText(bytes, kind.charset ?? declaredCharset(bytes))

/** The charset that a page states of itself, among its first 1024 bytes (HTML, 13.2.3.2). */
function declaredCharset(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1024)).toString(
    'latin1',
  )
  return /<meta[^>]{1,500}charset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(head)?.[1]
}

function headFields(head: string): Readonly<Record<string, readonly string[]>> {
  const fields = new Fields()
  let title: string | null = null
  walkXml(head, {
    open(name, attributes) {
      if (/^title$/i.test(name)) title ??= ''
      if (!/^meta$/i.test(name)) return
      const own = new Map(attributes.all().map(([key, value]) => [key.toLowerCase(), value]))
      const key = (own.get('name') ?? own.get('property') ?? own.get('http-equiv') ?? '').toLowerCase()
      const field = names.get(key)
      const date = dates.get(key)
      if (field !== undefined) fields.add(field, own.get('content'))
      if (date !== undefined) fields.addDate(date, own.get('content'))
    },
    text(text) {
      if (title !== null && !fields.has('Doc_Title')) title += text
    },
    close(name) {
      if (!/^title$/i.test(name) || title === null) return
      fields.add('Doc_Title', title.replace(/\s+/g, ' '))
      title = null
    },
  })
  return fields.toRecord()
}
