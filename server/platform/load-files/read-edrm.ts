/** Reads load files in the XML of the EDRM, document by document. */

import { encodingNames } from '#contracts/load-file-forms.ts'
import { NotInEncoding, StrictDecoder } from '../delimited/encoding.ts'
import type { EdrmDocument, EdrmFile, EdrmItem, EdrmTag } from './edrm.ts'
import type { Encoding } from './encodings.ts'
import { LoadFileFault } from './faults.ts'
import { headFirst } from './head-first.ts'
import { markOf } from './told-encoding.ts'
import { XmlReader } from './xml-reader.ts'

/** Of one document; what has more is refused, and the next one is read. */
const maxTags = 10_000
const maxChars = 64 * 1024 * 1024

/**
 * Documents and relationships in the order of the file. Throws a LoadFileFault where it is no well-formed XML, declares a
 * document type, or is no load file; what came before was whole.
 */
export async function* readEdrm(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<EdrmItem> {
  const items: EdrmItem[] = []
  const reader = new XmlReader(new EdrmReading(items))
  let decoder: StrictDecoder | null = null
  let encoding: Encoding = 'utf-8'
  for await (const piece of headFirst(pieces)) {
    if (decoder === null) {
      encoding = markOf(piece) ?? declaredEncoding(piece)
      decoder = new StrictDecoder(encoding)
    }
    const open = decoder
    reader.push(strictly(() => open.push(piece), encoding, reader))
    yield* items.splice(0)
  }
  const last = decoder
  if (last !== null) reader.push(strictly(() => last.end(), encoding, reader))
  reader.end()
  yield* items.splice(0)
}

function strictly(decode: () => string, encoding: Encoding, { line }: XmlReader): string {
  try {
    return decode()
  } catch (error) {
    if (!(error instanceof NotInEncoding)) throw error
    throw new LoadFileFault(
      'encoding',
      line,
      `This XML says that it is ${encodingNames[encoding]}, and holds bytes that are not (behind line ${line}). Ask for a file whose encoding is right.`,
    )
  }
}

const declared: ReadonlyMap<string, Encoding> = new Map([
  ['utf-8', 'utf-8'],
  ['us-ascii', 'utf-8'],
  ['windows-1252', 'windows-1252'],
  ['iso-8859-1', 'windows-1252'],
])

function declaredEncoding(head: Buffer): Encoding {
  const name = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)/.exec(head.toString('latin1', 0, 200))?.[1]
  const encoding = declared.get(name?.toLowerCase() ?? 'utf-8')
  if (encoding !== undefined) return encoding
  throw new LoadFileFault('encoding', 1, 'This XML is in an encoding that is not read. Save it as UTF-8.')
}

interface Part {
  id: string
  type: string
  line: number
  tags: EdrmTag[]
  files: EdrmFile[]
  custodians: string[]
  chars: number
  fileType: string
}

const known = new Set([
  'Root',
  'Batch',
  'Documents',
  'Document',
  'Tags',
  'Tag',
  'Files',
  'File',
  'ExternalFile',
  'Locations',
  'Location',
  'Custodian',
  'Relationships',
  'Relationship',
])

class EdrmReading {
  readonly #items: EdrmItem[]
  readonly #told = new Set<string>()
  #document: Part | null = null
  /** An element whose text is a value: of a tag without an attribute for it, or of a custodian. */
  #text: { readonly of: string; readonly attributes: ReadonlyMap<string, string>; value: string } | null =
    null
  #depth = 0
  /** How deep the element is of which nothing is read. */
  #skipped = 0

  constructor(items: EdrmItem[]) {
    this.#items = items
  }

  open(name: string, attributes: ReadonlyMap<string, string>, line: number): void {
    this.#depth++
    if (this.#skipped > 0) return
    if (this.#depth === 1 && name !== 'Root')
      throw new LoadFileFault(
        'markup',
        line,
        'This XML is no load file of the EDRM: its first element is not Root.',
      )
    if (!known.has(name)) {
      this.#skipped = this.#depth
      if (this.#told.has(name)) return
      this.#told.add(name)
      this.#items.push({ kind: 'notRead', line, element: name })
      return
    }
    const said = (attribute: string): string => attributes.get(attribute) ?? ''
    if (name === 'Document')
      this.#document = {
        id: said('docid').trim(),
        type: said('doctype'),
        line,
        tags: [],
        files: [],
        custodians: [],
        chars: 0,
        fileType: '',
      }
    else if (name === 'Relationship') this.#relationship(said, line)
    else if (name === 'Tag' || name === 'Custodian') this.#text = { of: name, attributes, value: '' }
    else if (name === 'File' && this.#document !== null) this.#document.fileType = said('filetype')
    else if (name === 'ExternalFile') this.#file(said)
  }

  text(text: string): void {
    if (this.#text === null || this.#skipped > 0) return
    // Beyond the limit, its document is refused whatever it holds.
    if (this.#text.value.length <= maxChars) this.#text.value += text
  }

  close(name: string): void {
    const depth = this.#depth--
    if (this.#skipped > 0) {
      if (depth === this.#skipped) this.#skipped = 0
      return
    }
    if (this.#text !== null && this.#text.of === name) this.#value()
    if (name === 'Document') this.#endDocument()
  }

  #relationship(said: (attribute: string) => string, line: number): void {
    const [parent, child] = [said('parentdocid').trim(), said('childdocid').trim()]
    if (parent === '' || child === '')
      this.#items.push({ kind: 'refused', line, reason: 'A relationship names no parent or no child.' })
    else this.#items.push({ kind: 'relationship', line, relationship: { type: said('type'), parent, child } })
  }

  #value(): void {
    const text = this.#text
    const part = this.#document
    this.#text = null
    if (text === null || part === null) return
    const value = text.attributes.get('tagvalue') ?? text.value.trim()
    part.chars += value.length
    if (part.chars > maxChars || part.tags.length > maxTags) return
    if (text.of === 'Custodian') part.custodians.push(value)
    else
      part.tags.push({
        name: text.attributes.get('tagname') ?? '',
        type: text.attributes.get('tagdatatype') ?? '',
        value,
      })
  }

  #file(said: (attribute: string) => string): void {
    const size = said('filesize')
    if (this.#document === null || this.#document.files.length > maxTags) return
    this.#document.files.push({
      type: this.#document.fileType,
      folder: said('filepath'),
      name: said('filename'),
      bytes: /^\d{1,15}$/.test(size) ? Number(size) : null,
      hash: said('hash'),
    })
  }

  #endDocument(): void {
    const part = this.#document
    this.#document = null
    if (part === null) return
    const { id, type, line, tags, files, custodians } = part
    const document: EdrmDocument = { id, type, tags, files, custodians }
    if (id === '') this.#items.push({ kind: 'refused', line, reason: 'A document has no DocID.' })
    else if (part.chars > maxChars || tags.length > maxTags || files.length > maxTags)
      this.#items.push({
        kind: 'refused',
        line,
        reason: 'A document has too many tags or files, or too much text.',
      })
    else this.#items.push({ kind: 'document', line, document })
  }
}
