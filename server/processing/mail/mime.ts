/** The parts of a message (MIME): which of them are its body, and the bytes of all others as they were sent. */
import PostalMime, { decodeWords, type Email } from 'postal-mime'
import type { Limits } from '../limits.ts'
import { givenName } from '../names.ts'
import { charsetOf } from '../text.ts'
import type { Message } from './eml.ts'
import './part-in-memory.ts'

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
}

/** Headers and body by the parser, and all other parts in their order. Rejects where a limit of the structure is passed. */
export async function parseMime(
  bytes: Buffer,
  limits: Limits,
): Promise<{ readonly email: Email; readonly parts: readonly Part[] }> {
  const parser = new PartsParser({
    forceRfc822Attachments: true,
    maxNestingDepth: limits.mimeDepth,
    maxHeadersSize: limits.headerBytes,
  })
  return { email: await parser.parse(bytes), parts: parser.parts }
}

/** A node of the parser's tree, as far as it is read here. */
interface Node {
  readonly parentNode?: Node
  readonly childNodes: readonly Node[]
  readonly contentType: { readonly parsed: Structured; readonly multipart: string | false }
  readonly contentDisposition: { readonly parsed: Structured }
  readonly contentId?: string
  /** Without its transfer encoding. */
  readonly content?: ArrayBuffer | null
  readonly headers: readonly { readonly key: string; readonly value: string }[]
}

/** A header's value in lower case, and its parameters. */
interface Structured {
  readonly value: string
  readonly params: Record<string, string>
}

/**
 * The parser alone takes each text for a piece of the body that is not called an attachment, whatever its name is, and
 * rewrites calendar entries. It asks itself by these two methods, which its package does not declare: its version is
 * fixed, and the tests of parts hold the next one to them.
 */
class PartsParser extends PostalMime {
  readonly parts: Part[] = []

  isInlineTextNode(node: Node): boolean {
    if (!/^text\/(plain|html)$/.test(node.contentType.parsed.value)) return false
    if (node.contentDisposition.parsed.value === 'attachment') return false
    if (nameOf(node) !== '' && !isBodyByPlace(node)) return false
    // It decodes the text next, by what is declared: where that is nothing, or not so, what is likeliest stands there.
    const { params } = node.contentType.parsed
    if (node.content != null) params.charset = charsetOf(new Uint8Array(node.content), params.charset)
    return true
  }

  collectAttachment(node: Node, content: ArrayBuffer): void {
    const { value, params } = node.contentType.parsed
    this.parts.push({
      fileName: givenName(decodeWords(nameOf(node)) || placeOf(node)),
      mimeType: mimeTypeOf(value),
      charset: params.charset ?? '',
      contentId: givenName((node.contentId ?? '').replace(/^\s*<|>\s*$/g, '')),
      bytes: Buffer.from(content),
    })
  }
}

const nameOf = ({ contentDisposition, contentType }: Node): string =>
  contentDisposition.parsed.params.filename || contentType.parsed.params.name || ''

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
