/**
 * Walks XML once from front to back, and never refuses any: documents out of the wild are cut and ill-formed. Entities
 * are resolved only where XML itself defines them, so none that a document declares can expand, and nothing is loaded.
 */
import { decodeText } from '../text.ts'

/** Names come without their prefix (`w:p` is `p`): which one a namespace has is up to the program that wrote it. */
export interface XmlHandler {
  open?(name: string, attributes: Attributes): void
  /** Also after `open` of an empty element. What was never closed is not told. */
  close?(name: string): void
  /** Text as it stands, white space included; a run may come in pieces. */
  text?(text: string): void
}

/** The attributes of one element, read when they are asked for. */
export class Attributes {
  readonly #raw: string
  #pairs: [name: string, value: string][] | null = null
  constructor(raw: string) {
    this.#raw = raw
  }

  /** By local name, or with its prefix where two have the same one (`r:id` beside `id`). */
  get(name: string): string | undefined {
    let found: string | undefined
    for (const [own, value] of this.all()) {
      if (own === name) return value
      if (found === undefined && localName(own) === name) found = value
    }
    return found
  }

  /** The id of a relationship: an attribute of that name in a namespace, whatever its prefix. */
  relation(name = 'id'): string | undefined {
    return this.all().find(([own]) => own.endsWith(`:${name}`))?.[1]
  }

  all(): readonly (readonly [name: string, value: string])[] {
    this.#pairs ??= pairsOf(this.#raw)
    return this.#pairs
  }
}

function pairsOf(raw: string): [name: string, value: string][] {
  const pairs: [name: string, value: string][] = []
  let at = 0
  for (let equals = raw.indexOf('='); equals >= 0; equals = raw.indexOf('=', at)) {
    const quoted = afterSpace(raw, equals + 1)
    const quote = raw.charAt(quoted)
    const end = quote === '"' || quote === "'" ? raw.indexOf(quote, quoted + 1) : -1
    if (end < 0) {
      at = equals + 1
      // A quote that never ends: there is no further value.
      if (quote === '"' || quote === "'") break
      continue
    }
    const name = raw.slice(at, equals).trim()
    if (name !== '') pairs.push([name.slice(name.search(/\S+$/)), resolved(raw.slice(quoted + 1, end))])
    at = end + 1
  }
  return pairs
}

function afterSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && ' \t\r\n'.includes(text.charAt(at))) at++
  return at
}

/** Decodes by byte order mark or by the XML declaration, else as UTF-8. */
export function decodeXml(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 200)).toString('latin1')
  return decodeText(bytes, /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)/.exec(head)?.[1] ?? 'utf-8')
}

export function walkXml(xml: string, handler: XmlHandler): void {
  let at = 0
  while (at < xml.length) {
    const open = xml.indexOf('<', at)
    if (open !== at) handler.text?.(resolved(xml.slice(at, open < 0 ? xml.length : open)))
    if (open < 0) return
    const second = xml.charCodeAt(open + 1)
    if (second === 0x21) at = declaration(xml, open, handler)
    else if (second === 0x3f) at = after(xml, '?>', open)
    else at = tag(xml, open, handler)
  }
}

/** Whether the element around all others is closed: what was cut has lost its end. */
export function endsXml(xml: string): boolean {
  let open = xml.indexOf('<')
  for (; open >= 0; open = xml.indexOf('<', open)) {
    const second = xml.charAt(open + 1)
    if (second !== '!' && second !== '?') break
    open = second === '!' ? declaration(xml, open, {}) : after(xml, '?>', open)
  }
  const end = open < 0 ? -1 : tagEnd(xml, open + 1)
  if (end < 0) return false
  const name = /^[^\s/>]*/.exec(xml.slice(open + 1, end))?.[0] ?? ''
  const isClosedAt = (close: number): boolean => close > end && xml.includes('>', close)
  if (xml.charAt(end - 1) === '/' || isClosedAt(xml.lastIndexOf(`</${name}`))) return true
  // Pages of books are closed in any case.
  const last = xml.lastIndexOf('</')
  const closes = xml.slice(last + 2, last + 2 + name.length)
  return closes.toLowerCase() === name.toLowerCase() && isClosedAt(last)
}

function tag(xml: string, open: number, handler: XmlHandler): number {
  const end = tagEnd(xml, open + 1)
  if (end < 0) return xml.length
  if (xml.charCodeAt(open + 1) === 0x2f) {
    handler.close?.(localName(xml.slice(open + 2, end).trimEnd()))
    return end + 1
  }
  const empty = xml.charCodeAt(end - 1) === 0x2f
  const inside = xml.slice(open + 1, empty ? end - 1 : end)
  const space = inside.search(/\s/)
  const name = localName(space < 0 ? inside : inside.slice(0, space))
  handler.open?.(name, space < 0 ? noAttributes : new Attributes(inside.slice(space)))
  if (empty) handler.close?.(name)
  return end + 1
}

const noAttributes = new Attributes('')

/** Where a tag ends: `>` may also stand in the value of an attribute. */
function tagEnd(xml: string, from: number): number {
  let at = from
  let end = xml.indexOf('>', at)
  while (end >= 0) {
    const quote = quoteBetween(xml, at, end)
    if (quote < 0) return end
    const closed = xml.indexOf(xml.charAt(quote), quote + 1)
    if (closed < 0) return end
    at = closed + 1
    if (at > end) end = xml.indexOf('>', at)
  }
  return -1
}

function quoteBetween(xml: string, from: number, to: number): number {
  for (let i = from; i < to; i++) {
    const code = xml.charCodeAt(i)
    if (code === 0x22 || code === 0x27) return i
  }
  return -1
}

const subsetEnd = /\][ \t\r\n]*>/g

/** A comment, a marked section, or a document type, of which nothing is used. */
function declaration(xml: string, open: number, handler: XmlHandler): number {
  if (xml.startsWith('<!--', open)) return after(xml, '-->', open)
  if (xml.startsWith('<![CDATA[', open)) {
    const end = xml.indexOf(']]>', open)
    handler.text?.(xml.slice(open + 9, end < 0 ? xml.length : end))
    return end < 0 ? xml.length : end + 3
  }
  const subset = xml.indexOf('[', open)
  const end = xml.indexOf('>', open)
  if (subset < 0 || subset > end) return after(xml, '>', open)
  // Blanks may stand between its two last characters.
  subsetEnd.lastIndex = subset
  return subsetEnd.test(xml) ? subsetEnd.lastIndex : xml.length
}

function after(xml: string, mark: string, from: number): number {
  const end = xml.indexOf(mark, from)
  return end < 0 ? xml.length : end + mark.length
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

const named: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

/** References that XML defines as characters; any other stays as it is written. */
function resolved(raw: string): string {
  if (!raw.includes('&')) return raw
  return raw.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{1,10}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return named.get(name) ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}
