/** The parts of a message (MIME): which of them are its body, and the bytes of all others as they were sent. */
import PostalMime, { type Email, type PostalMimeOptions } from 'postal-mime'
import type { Limits } from '../limits.ts'
import type { ProcessingException } from '../member.ts'
import { givenName } from '../names.ts'
import { charsetOf, isBlank, looksLikeText, oldText } from '../text.ts'
import { readBase64 } from './base64-body.ts'
import { externalBody, isExternalBody, missingOf } from './contents-elsewhere.ts'
import type { Message } from './eml.ts'
import { decodedParameter, decodedWords } from './encoded-words.ts'
import { filesTakenOut } from './files-in-text.ts'
import { endInMemory } from './part-in-memory.ts'
import { uuBlocksIn, withoutUuBlocks } from './uuencode.ts'

/** A part that is not of the body. */
export interface Part {
  /** As the message names it, or where it came from as part of a page; empty where neither is said. */
  readonly fileName: string
  readonly mimeType: string
  /** As the message declares it for a text; empty where it does not. */
  readonly charset: string
  /** Without brackets. */
  readonly contentId: string
  readonly bytes: Buffer
  /** Of a message inside the message, where it was read already: then the bytes are only how it is written down. */
  readonly message?: Message
  /** Of a part without content: its number (`1.2` is the second of the first), and what is said of the content as missing. */
  readonly empty?: { readonly number: string; readonly missing: ProcessingException | null }
}

export interface Parsed {
  readonly email: Email
  readonly parts: readonly Part[]
  /** What of it could not be decoded. */
  readonly faults: readonly string[]
  /** What of it is elsewhere, or was left where it is. */
  readonly flaws: readonly ProcessingException[]
  /** Whether it consists of parts, and whether the last of them is followed by the end that was announced. */
  readonly hasParts: boolean
  readonly isWhole: boolean
  /** Lines that are of no part although it consists of parts: each place of them, parts in parts as well. */
  readonly around: readonly Buffer[]
}

/** Encodings in encodings are taken off so many times: no program does it twice on purpose. */
const mostDecodings = 4

/** Headers and body by the parser, and all other parts in their order. Rejects where a limit of the structure is passed. */
export async function parseMime(bytes: Buffer, limits: Limits, decodings = 0): Promise<Parsed> {
  const parser = new PartsParser(limits)
  const email = await parser.parse(bytes)
  const inside = decodings < mostDecodings ? parser.decodedWholes() : null
  if (inside !== null) return await parseMime(inside, limits, decodings + 1)
  const { parts, faults, flaws, isWhole, around } = parser
  return { email, parts, faults, flaws, hasParts: parser.root.childNodes.length > 0, isWhole, around }
}

/** The lines of something that consists of parts, in the message. */
interface Lines {
  /** Where its header begins, and its body. */
  readonly head: number
  readonly body: number
  end: number
}

/** The header of what was encoded as a whole, once it is not any more. */
const asPlain = (header: string): string =>
  header.replace(
    /^content-transfer-encoding[ \t]*:[^\n]*(\n[ \t][^\n]*)*/im,
    'Content-Transfer-Encoding: 8bit',
  )

/** Content in base64 while it is read: its lines stand one behind the other in the message. */
class Base64Lines {
  /** What of it is no base64, in the message. */
  rest: { readonly start: number; readonly end: number } | null = null
  #start = 0
  #end = 0
  readonly #message: ArrayBuffer
  constructor(message: ArrayBuffer) {
    this.#message = message
  }

  update(line: Uint8Array): void {
    if (this.#end === 0) this.#start = line.byteOffset
    this.#end = line.byteOffset + line.length
  }

  finalize(): Promise<ArrayBuffer> {
    const raw = Buffer.from(this.#message, this.#start, this.#end - this.#start)
    const { bytes, restFrom } = readBase64(raw)
    if (restFrom !== null) this.rest = { start: this.#start + restFrom, end: this.#end }
    return Promise.resolve(new Uint8Array(bytes).buffer)
  }
}

/** A node of the parser's tree, as far as it is read here. */
export interface Node {
  readonly parentNode?: Node
  readonly childNodes: readonly Node[]
  readonly state: 'header' | 'body' | 'finished'
  readonly contentType: StructuredHeader & { readonly multipart: string | false }
  readonly contentDisposition: StructuredHeader
  readonly contentTransferEncoding: { readonly encoding: string }
  readonly contentId?: string
  /** What takes its transfer encoding off, while its lines are read. */
  contentDecoder?: unknown
  /** Without its transfer encoding. */
  content?: ArrayBuffer | null
  readonly headers: readonly { readonly key: string; readonly value: string }[]
}

/** A header as it stands, and as it is read. */
interface StructuredHeader {
  readonly value: string
  readonly parsed: Structured
}

/** A header's value in lower case, and its parameters. */
export interface Structured {
  readonly value: string
  readonly params: Record<string, string>
}

/** What the parser does itself and does not declare. */
interface Inside {
  readonly root: Node
  /** Where the next line belongs to, unless it is a boundary. */
  readonly currentNode: Node
  readonly buf: ArrayBuffer
  /** Behind the line that is processed. */
  readonly readPos: number
  processLine(line: Uint8Array, isFinal: boolean): Promise<void>
  finalize(): Promise<void>
}
const OpenParser = PostalMime as unknown as new (options: PostalMimeOptions) => PostalMime & Inside

/**
 * The parser alone takes each text for a piece of the body that is not called an attachment, whatever its name is, rewrites
 * calendar entries, and drops what stands around parts. It asks itself by these methods, which its package does not
 * declare: its version is fixed, and the tests of parts hold the next one to them.
 */
class PartsParser extends OpenParser {
  readonly parts: Part[] = []
  readonly faults: string[] = []
  readonly flaws: ProcessingException[] = []
  isWhole = false
  readonly #places: { start: number; end: number }[] = []
  /** Uuencoded files that are taken out of one text. */
  readonly #maxBlocks: number
  /** What parts are called that nothing but their encoding names. */
  readonly #uuNames = new Map<Node, string>()
  readonly #base64 = new Map<Node, Base64Lines>()
  /** The part whose lines are read. */
  #decoding: Node | null = null
  /** Of the node that was begun last, where its header begins. */
  #begun: { readonly node: Node; readonly head: number } | null = null
  /** What consists of parts and says that it is encoded. */
  readonly #encoded = new Map<Node, Lines>()

  constructor({ mimeDepth, headerBytes, familyDocuments }: Limits) {
    super({ forceRfc822Attachments: true, maxNestingDepth: mimeDepth, maxHeadersSize: headerBytes })
    this.#maxBlocks = familyDocuments
  }

  get around(): readonly Buffer[] {
    return this.#places.map(({ start, end }) => Buffer.from(this.buf, start, end - start))
  }

  override processLine(line: Uint8Array, isFinal: boolean): Promise<void> {
    const { contentType, contentTransferEncoding, state } = this.currentNode
    if (state === 'header' && this.#begun?.node !== this.currentNode)
      this.#begun = { node: this.currentNode, head: line.byteOffset }
    if (state === 'body') this.#decodeHere(this.currentNode, contentTransferEncoding.encoding)
    const isOfPart = contentType.multipart === false || state === 'header'
    return isOfPart ? super.processLine(line, isFinal) : this.#aroundParts(line, isFinal)
  }

  /** The last line was read. */
  override finalize(): Promise<void> {
    this.isWhole = this.root.state === 'finished'
    return super.finalize()
  }

  /** Asked with every line: of each part, once is enough. */
  #decodeHere(node: Node, encoding: string): void {
    if (this.#decoding === node) return
    this.#decoding = node
    if (encoding !== 'base64') endInMemory(node.contentDecoder)
    else if (!this.#base64.has(node)) this.#readBase64(node)
  }

  #readBase64(node: Node): void {
    const lines = new Base64Lines(this.buf)
    this.#base64.set(node, lines)
    node.contentDecoder = lines
  }

  /** What is said to be base64 and is none is kept as it stands: in the part where it is a text or has nothing else. */
  #keepRest(node: Node, isText: boolean): void {
    const rest = this.#base64.get(node)?.rest ?? null
    if (rest === null) return
    const given = bytesOf(node)
    const plain = Buffer.from(this.buf, rest.start, rest.end - rest.start)
    const isAll = given.length === 0
    this.faults.push(isAll ? notBase64 : base64ToAPoint)
    if (isAll) setBytes(node, plain)
    else if (isText) setBytes(node, Buffer.concat([given, Buffer.from('\n'), plain]))
    else this.#places.push(rest)
  }

  /** Whether a line is a boundary, the parser alone tells: by going elsewhere, or ending what it is in. */
  async #aroundParts(line: Uint8Array, isFinal: boolean): Promise<void> {
    const node = this.currentNode
    const { state } = node
    await super.processLine(line, isFinal)
    if (this.currentNode !== node || (!isFinal && node.state !== state)) return
    this.#noteEncoded(node, line.byteOffset)
    const last = this.#places.at(-1)
    if (last?.end === line.byteOffset) last.end = this.readPos
    else this.#places.push({ start: line.byteOffset, end: this.readPos })
  }

  #noteEncoded(node: Node, start: number): void {
    const known = this.#encoded.get(node)
    if (known !== undefined) known.end = this.readPos
    else if (this.#begun?.node === node && isEncoding(node))
      this.#encoded.set(node, { head: this.#begun.head, body: start, end: this.readPos })
  }

  /**
   * Some programs encode what consists of parts as a whole, which nothing that does may be (RFC 2045, 6.4): the message, or
   * some of its parts. Answers the same message with all of these as they were before; null where there are none.
   */
  decodedWholes(): Buffer | null {
    const pieces: Buffer[] = []
    let at = 0
    for (const [node, { head, body, end }] of this.#encoded) {
      const inside = bytesOf(node)
      const boundary = node.contentType.parsed.params.boundary ?? ''
      if (node.childNodes.length > 0 || boundary === '' || !inside.includes(`--${boundary}`)) continue
      const header = Buffer.from(
        asPlain(Buffer.from(this.buf, head, body - head).toString('latin1')),
        'latin1',
      )
      // What is behind the encoding stays behind the parts.
      const rest = this.#base64.get(node)?.rest ?? null
      const behind = rest === null ? [] : [Buffer.from(this.buf, rest.start, rest.end - rest.start)]
      pieces.push(Buffer.from(this.buf, at, head - at), header)
      for (const words of [inside, ...behind]) pieces.push(words, Buffer.from('\n'))
      at = end
    }
    if (pieces.length === 0) return null
    return Buffer.concat([...pieces, Buffer.from(this.buf, at)])
  }

  /** It is asked of each part, before anything else is. */
  isInlineTextNode(node: Node): boolean {
    const isText = isBodyText(node)
    this.#keepRest(node, isText)
    if (isUuencoded(node)) this.#decode(node, isText)
    if (!isText) return false
    inUtf8(node)
    if (node.contentType.parsed.value === 'text/plain') this.#takeOut(node)
    // It decodes the text next, by what is declared: where that is nothing, or not so, what is likeliest stands there.
    const { params } = node.contentType.parsed
    if (node.content != null) params.charset = charsetOf(new Uint8Array(node.content), params.charset)
    return true
  }

  collectAttachment(node: Node, content: ArrayBuffer): void {
    const { value, params } = node.contentType.parsed
    const part = {
      fileName: givenName(decodedWords(nameOf(node)) || placeOf(node) || (this.#uuNames.get(node) ?? '')),
      mimeType: mimeTypeOf(value),
      charset: params.charset ?? '',
      contentId: givenName((node.contentId ?? '').replace(/^\s*<|>\s*$/g, '')),
      bytes: Buffer.from(content),
    }
    const missing = missingOf(node, part)
    if (missing !== null) this.flaws.push(missing)
    if (isExternalBody(value)) this.parts.push({ ...part, ...externalBody(params, part.bytes) })
    else if (isBlank(part.bytes)) this.parts.push({ ...part, empty: { number: numberOf(node), missing } })
    else this.parts.push(part)
  }

  /**
   * A part that is uuencoded as a whole is what was encoded. Of a text that other words stand around, or that holds a file of
   * another kind, the file is taken out like any in a text.
   */
  #decode(node: Node, isText: boolean): void {
    const bytes = bytesOf(node)
    if (isBlank(bytes)) return
    const { blocks, broken } = uuBlocksIn(bytes, 2)
    const [block] = blocks
    const isAlone = block !== undefined && blocks.length === 1 && broken === 0
    const hasWords = isAlone && !isBlank(withoutUuBlocks(bytes, blocks))
    if (isText && node.contentType.parsed.value === 'text/plain') {
      if (isAlone && !hasWords && looksLikeText(block.bytes)) setBytes(node, block.bytes)
      else if (block === undefined && broken === 0) this.faults.push(undecoded)
      return
    }
    if (!isAlone) return void this.faults.push(undecoded)
    setBytes(node, block.bytes)
    this.#uuNames.set(node, block.name)
    if (hasWords) this.faults.push('Words around a uuencoded file are in the message only.')
  }

  /** In the place where they stand. */
  #takeOut(node: Node): void {
    const given = bytesOf(node)
    const { text, parts, faults, flaws } = filesTakenOut(given, this.#maxBlocks)
    this.parts.push(...parts)
    this.faults.push(...faults)
    this.flaws.push(...flaws)
    if (text !== given) setBytes(node, text)
  }
}

/** As mail programs count parts (RFC 3501, 6.4.5): each among those beside it, behind the number of what they are in. */
function numberOf(node: Node): string {
  const { parentNode } = node
  if (parentNode === undefined) return '1'
  const nth = String(parentNode.childNodes.indexOf(node) + 1)
  return parentNode.parentNode === undefined ? nth : `${numberOf(parentNode)}.${nth}`
}

const notBase64 = 'A part is said to be base64 and is not: it is kept as it stands.'
const base64ToAPoint = 'A part is said to be base64 and is not to its end: what follows is kept as it stands.'
const undecoded = 'A part is said to be uuencoded and cannot be decoded: it is kept as it stands.'

const bytesOf = ({ content }: Node): Buffer => Buffer.from(content ?? new ArrayBuffer(0))

function setBytes(node: Node, bytes: Buffer): void {
  node.content = new Uint8Array(bytes).buffer
}

/** What the parser cannot decode is text in UTF-8 before anything else is made of it: no markup in it is passed by. */
function inUtf8(node: Node): void {
  const { params } = node.contentType.parsed
  // Where its last line ends within a character, the end is none of it.
  if (/^utf-?16/i.test(params.charset ?? '') && bytesOf(node).length % 2 === 1)
    setBytes(node, bytesOf(node).subarray(0, -1))
  const text = oldText(bytesOf(node), params.charset)
  if (text === null) return
  setBytes(node, Buffer.from(text))
  params.charset = 'utf-8'
}

const isEncoding = ({ contentTransferEncoding: { encoding } }: Node): boolean =>
  /^(base64|quoted-printable)$/.test(encoding)

const isUuencoded = ({ contentTransferEncoding: { encoding } }: Node): boolean =>
  /^(x-)?uue(ncode)?$/.test(encoding)

function isBodyText(node: Node): boolean {
  if (!/^text\/(plain|html)$/.test(node.contentType.parsed.value)) return false
  if (node.contentDisposition.parsed.value === 'attachment') return false
  return nameOf(node) === '' || isBodyByPlace(node)
}

const nameOf = ({ contentDisposition, contentType }: Node): string =>
  parameterOf(contentDisposition, 'filename') || parameterOf(contentType, 'name')

function parameterOf({ value, parsed: { params } }: StructuredHeader, name: string): string {
  const given = params[name]
  return given === undefined ? '' : decodedParameter(value, name, given)
}

/** The last part of the address that a part of a page was saved from (RFC 2557, 4). */
function placeOf({ headers }: Node): string {
  const place = headers.find(({ key }) => key === 'content-location')?.value ?? ''
  const [path = ''] = place.trim().split(/[?#]/, 1)
  return path.split(/[/\\]/).at(-1) ?? ''
}

/** Multiparts whose first part is what the others only belong to. */
const headed = new Set<string | false>(['related', 'signed', 'report'])

/** A name makes no file of what is the whole message, one of its renderings, or what other parts belong to. */
function isBodyByPlace(node: Node): boolean {
  const { parentNode } = node
  if (parentNode === undefined) return true
  const { multipart } = parentNode.contentType
  return multipart === 'alternative' || (headed.has(multipart) && parentNode.childNodes[0] === node)
}

/** A type and a subtype as RFC 6838 has them; all else says nothing about the part. */
function mimeTypeOf(declared: string): string {
  const type = declared.trim()
  return /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}$/.test(type) ? type : 'application/octet-stream'
}
