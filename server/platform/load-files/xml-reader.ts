/**
 * Reads XML strictly and in one pass, from text that comes in pieces. There are no document types and no entities but the
 * five of XML itself, so nothing can expand and nothing is loaded. What is not well-formed ends the reading.
 */
import { LoadFileFault } from './faults.ts'

export interface XmlEvents {
  /** Names come without a prefix; names of attributes in lower case, too. */
  open(name: string, attributes: ReadonlyMap<string, string>, line: number): void
  close(name: string): void
  /** A run may come in pieces. */
  text(text: string): void
}

/** Characters of one tag, comment or reference; what has more is no markup. */
const longestToken = 16 * 1024 * 1024
const deepest = 64
const maxAttributes = 256

const attribute = /\s+([^\s=<>"'/&]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y
const tagName = /^[^\s<>"'/&=!?]+/
const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

export class XmlReader {
  readonly #events: XmlEvents
  /** Text behind the last token that was whole. */
  #rest = ''
  #line = 1
  readonly #open: string[] = []
  #hasRoot = false

  constructor(events: XmlEvents) {
    this.#events = events
  }

  get line(): number {
    return this.#line
  }

  /** Throws a LoadFileFault. */
  push(piece: string): void {
    const text = this.#rest + piece
    let at = 0
    while (at < text.length) {
      const end = text.charCodeAt(at) === 0x3c ? this.#markup(text, at) : this.#characters(text, at)
      if (end < 0) break
      this.#line += linesIn(text, at, end)
      at = end
    }
    this.#rest = text.slice(at)
    if (this.#rest.length > longestToken) throw this.#fault('a tag or comment has no end')
  }

  /** Throws a LoadFileFault where the document is not whole. */
  end(): void {
    if (this.#rest.trim() !== '' || this.#open.length > 0) throw this.#fault('it ends before its last tag')
    if (!this.#hasRoot) throw this.#fault('it has no content')
  }

  #characters(text: string, at: number): number {
    const next = text.indexOf('<', at)
    let end = next < 0 ? text.length : next
    if (next < 0) {
      // A reference, or a line end of two characters, may be cut.
      const reference = text.lastIndexOf('&')
      if (reference >= at && text.indexOf(';', reference) < 0) end = reference
      else if (text.endsWith('\r')) end--
      if (end === at) return -1
    }
    const run = text.slice(at, end)
    if (this.#open.length > 0) this.#events.text(this.#resolved(run.replace(/\r\n?/g, '\n')))
    else if (run.trim() !== '' && run !== '\ufeff') throw this.#fault('text stands outside of its elements')
    return end
  }

  /** Returns where it ends; a negative number where it is not whole. */
  #markup(text: string, at: number): number {
    if (text.startsWith('<!--', at)) return after(text, '-->', at + 4)
    if (text.startsWith('<?', at)) return after(text, '?>', at + 2)
    if (text.startsWith('<![CDATA[', at)) {
      const end = after(text, ']]>', at + 9)
      if (end >= 0 && this.#open.length === 0) throw this.#fault('text stands outside of its elements')
      if (end >= 0) this.#events.text(text.slice(at + 9, end - 3).replace(/\r\n?/g, '\n'))
      return end
    }
    if (text.startsWith('<!', at)) {
      if (
        text.length - at < 9 &&
        ('<![CDATA['.startsWith(text.slice(at)) || '<!--'.startsWith(text.slice(at)))
      )
        return -1
      throw this.#fault('it declares a document type, which load files need not and must not')
    }
    if (text.length - at < 2) return -1
    const end = tagEnd(text, at + 1)
    if (end < 0) return -1
    this.#tag(text.slice(at + 1, end))
    return end + 1
  }

  #tag(inside: string): void {
    if (inside.startsWith('/')) {
      const name = inside.slice(1).trimEnd()
      if (this.#open.pop() !== name) throw this.#fault('a tag closes another element than the open one')
      this.#events.close(local(name))
      return
    }
    const isEmpty = inside.endsWith('/')
    const body = isEmpty ? inside.slice(0, -1) : inside
    const name = tagName.exec(body)?.[0]
    if (name === undefined) throw this.#fault('a tag has no name')
    if (this.#open.length === 0 && this.#hasRoot) throw this.#fault('it has more than one document')
    if (this.#open.length >= deepest) throw this.#fault('its elements are nested too deeply')
    this.#hasRoot = true
    this.#events.open(local(name), this.#attributes(body.slice(name.length)), this.#line)
    if (isEmpty) this.#events.close(local(name))
    else this.#open.push(name)
  }

  #attributes(text: string): ReadonlyMap<string, string> {
    const found = new Map<string, string>()
    attribute.lastIndex = 0
    let at = 0
    for (let one = attribute.exec(text); one !== null; one = attribute.exec(text)) {
      at = attribute.lastIndex
      const name = local(one[1] ?? '').toLowerCase()
      if (found.has(name)) throw this.#fault('an attribute stands twice in a tag')
      if (found.size >= maxAttributes) throw this.#fault('a tag has too many attributes')
      found.set(name, this.#resolved((one[2] ?? one[3] ?? '').replace(/\r\n|[\t\r\n]/g, ' ')))
    }
    if (text.slice(at).trim() !== '') throw this.#fault('a tag is not well-formed')
    return found
  }

  #resolved(text: string): string {
    if (!text.includes('&')) return text
    return text.replace(/&(?:([a-z]+)|#(\d{1,7})|#x([0-9a-f]{1,6}));|&/gi, (_, name, decimal, hex) => {
      if (name !== undefined && Object.hasOwn(named, name)) return named[name] ?? ''
      const code = decimal !== undefined ? Number(decimal) : Number.parseInt(hex ?? '', 16)
      if (!isCharacter(code)) throw this.#fault('it holds an entity that XML does not define')
      return String.fromCodePoint(code)
    })
  }

  #fault(what: string): LoadFileFault {
    return new LoadFileFault('markup', this.#line, `This XML cannot be read: ${what} (line ${this.#line}).`)
  }
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1)

const isCharacter = (code: number): boolean =>
  code === 9 ||
  code === 10 ||
  code === 13 ||
  (code >= 0x20 && code < 0xd800) ||
  (code >= 0xe000 && code <= 0x10ffff)

function after(text: string, sign: string, from: number): number {
  const found = text.indexOf(sign, from)
  return found < 0 ? -1 : found + sign.length
}

/** `>` may also stand in the value of an attribute. */
function tagEnd(text: string, from: number): number {
  let quote = 0
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (quote !== 0) {
      if (code === quote) quote = 0
    } else if (code === 0x22 || code === 0x27) quote = code
    else if (code === 0x3e) return at
  }
  return -1
}

function linesIn(text: string, from: number, to: number): number {
  let lines = 0
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) lines++
  return lines
}
