/**
 * Pages, Numbers and Keynote of iWork '09 and before, which are XML in a zip. What came later is stored in a format of
 * Apple's own, and is not read.
 */
import { gunzipSync } from 'node:zlib'
import { Draft } from './draft.ts'
import type { Parts } from './parts.ts'
import { type Reader, Unreadable } from './reading.ts'
import { type Attributes, decodeXml, walkXml, type XmlHandler } from './xml.ts'

export const readIwork: Reader = async (bytes, _kind, options) => {
  const draft = new Draft(options)
  const parts = await draft.open(bytes)
  const index = indexOf(parts, options.limits.documentBytes)
  // It is packed in a way of Apple's own, which means that it is encrypted.
  if (index === null && (parts.has('index.xml') || parts.has('index.apxl')))
    throw new Unreadable('encrypted', 'It is protected by a password.')
  if (index === null)
    throw new Unreadable('unsupportedType', 'It was written by a newer iWork, whose format is not read.')
  await draft.attempt('Its text', () => walkXml(decodeXml(index), new IworkText(draft)))
  return draft.reading()
}

function indexOf(parts: Parts, most: number): Buffer | null {
  const plain = parts.read('index.xml') ?? parts.read('index.apxl')
  if (plain !== null) return plain
  const packed = parts.read('index.xml.gz') ?? parts.read('index.apxl.gz')
  return packed === null ? null : gunzipSync(packed, { maxOutputLength: most })
}

/** Elements of a paragraph that end its line. */
const breaks = /^(br|crbr|lnbr|pgbr|sectbr|layoutbr|colbr|intratopicbr|selectionbr)$/
const properties: ReadonlyMap<string, string> = new Map([
  ['title', 'Doc_Title'],
  ['authors', 'Author'],
  ['author', 'Author'],
  ['keywords', 'Keywords'],
  ['comment', 'Comments'],
])

class IworkText implements XmlHandler {
  readonly #draft: Draft
  #paragraphs = 0
  #property: string | null = null
  #inMetadata = false
  constructor(draft: Draft) {
    this.#draft = draft
  }

  open(name: string, attributes: Attributes): void {
    const { text, fields } = this.#draft
    if (name === 'metadata') this.#inMetadata = true
    if (this.#inMetadata) {
      const field = properties.get(name)
      if (field !== undefined) this.#property = field
      if (name === 'string' && this.#property !== null) fields.add(this.#property, attributes.get('string'))
    } else if (name === 'p') this.#paragraphs++
    else if (breaks.test(name)) text.line()
    else if (name === 'tab') text.text('\t')
    else if (name === 'link') this.#draft.link(attributes.get('href'))
    // Text of a cell, a number of one, and a number that a formula has come to.
    else if (name === 'ct' || name === 'so') this.#cell(attributes.get('s'))
    else if (name === 'n' || name === 'rn') this.#cell(attributes.get('v'))
    else if (name === 'tabular-info' || name === 'tabular-model' || name === 'table')
      text.wholeLine(attributes.get('name') ?? '')
    else if (name === 'chart-name') text.wholeLine(attributes.get('string') ?? '')
    else if (name === 'page-start' || name === 'slide') text.line()
  }

  text(text: string): void {
    if (this.#paragraphs > 0) this.#draft.text.text(text)
  }

  close(name: string): void {
    if (name === 'metadata') this.#inMetadata = false
    if (this.#inMetadata && properties.has(name)) this.#property = null
    if (name !== 'p') return
    this.#paragraphs = Math.max(0, this.#paragraphs - 1)
    this.#draft.text.line()
  }

  #cell(words: string | undefined): void {
    if (words !== undefined) this.#draft.text.wholeLine(words)
  }
}
