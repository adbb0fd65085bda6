/** One message (RFC 5322, MIME) read into fields, text, HTML and parts. */

import { isUtf8 } from 'node:buffer'
import type { Email } from 'postal-mime'
import { markedEncoding } from '../../../platform/delimited/encoding.ts'
import type { Address } from '../../../review/documents/mail-address.ts'
import { guessedCharset } from '../charset-guess.ts'
import type { Limits } from '../limits.ts'
import { withLineFeeds } from '../line-ends.ts'
import type { ProcessingException } from '../member.ts'
import { decodeText, storable, storableUpTo } from '../text.ts'
import { readAddresses } from './addresses.ts'
import { aroundParts } from './around-parts.ts'
import { readDate } from './dates.ts'
import { decodedWords } from './encoded-words.ts'
import { metadataOf } from './header-fields.ts'
import { type Parsed, type Part, parseMime } from './mime.ts'
import { isOutlookSource, outlookHead } from './outlook-source.ts'
import { withReports } from './report-parts.ts'
import { unwrapped, wrappedIn } from './smime.ts'

export interface Message {
  readonly from: readonly Address[]
  readonly to: readonly Address[]
  readonly cc: readonly Address[]
  readonly bcc: readonly Address[]
  readonly subject: string
  readonly sentAt: string | null
  readonly sentOriginal: string
  /** When the last server took it; stands in for a missing date. */
  readonly receivedAt: string | null
  readonly messageId: string
  readonly inReplyTo: string
  readonly references: readonly string[]
  readonly text: string
  readonly html: string | null
  readonly parts: readonly Part[]
  /** Other headers as fields: name → values. */
  readonly metadata: Readonly<Record<string, readonly string[]>>
  /** What was wrong with it although it could be read. */
  readonly faults: readonly string[]
  /** What of it is elsewhere, or was left where it is, without any fault of it. */
  readonly flaws: readonly ProcessingException[]
  /** What tells it from others where these fields do not: of items that are no mail, and of what was never sent. */
  readonly identity?: string
}

/** The bytes are no message, or a hostile one. */
export class BrokenMessage extends Error {}

/**
 * Reads a message; rejects with BrokenMessage where there is no header or a limit of its structure is passed. What is signed
 * or compressed in it as a whole is its body, in `depth` such wrappings at most.
 */
export async function readMessage(
  raw: Uint8Array,
  limits: Limits,
  depth: number = limits.depth,
): Promise<Message> {
  const bytes = ready(raw)
  const header = headerOf(bytes)
  if (!/^[!-9;-~]+[ \t]*:/m.test(header))
    throw new BrokenMessage('It has no header: not one field before the text.')
  const parsed = await parseMime(bytes, limits).catch((error: unknown) => {
    throw new BrokenMessage(
      storableUpTo(`It could not be read: ${error instanceof Error ? error.message : 'unknown fault'}`, 1000),
    )
  })
  const { email, parts } = parsed
  const all = (name: string): string[] => email.headers.filter((h) => h.key === name).map((h) => h.value)
  const first = (name: string): string => all(name)[0] ?? ''
  const list = (name: string): Address[] => all(name).flatMap(readAddresses).map(storableAddress)
  const words = (name: string): string =>
    storable(decodedWords(first(name)))
      .replace(/\s+/g, ' ')
      .trim()
  const structure = structureOf(bytes.subarray(header.length), first('content-type'), parsed)
  const body = await bodyOf(email, parts, first('content-type'), limits, depth)
  const sentOriginal = first('date') === '' ? first('sent') : first('date')
  return {
    from: list('from'),
    to: list('to'),
    cc: list('cc'),
    bcc: list('bcc'),
    subject: words('subject'),
    sentAt: readDate(sentOriginal),
    sentOriginal: storableUpTo(sentOriginal.trim(), 500),
    receivedAt: receivedAt(all('received')),
    messageId: ids(first('message-id'))[0] ?? '',
    // Old programs wrote "Message from NAME <ADDRESS> of DATE" before the id.
    inReplyTo: ids(first('in-reply-to')).at(-1) ?? '',
    references: all('references').flatMap(ids).slice(0, 1000),
    text: structure.bodyAsText === null ? body.text : storable(structure.bodyAsText),
    html: structure.bodyAsText === null ? body.html : null,
    parts: body.parts,
    metadata: { ...metadataOf(email), ...structure.metadata, ...body.metadata },
    faults: [...structure.faults, ...parsed.faults, ...body.faults],
    flaws: [...structure.flaws, ...parsed.flaws, ...body.flaws],
  }
}

/** What the message says, in itself or in what is signed or compressed as a whole. */
async function bodyOf(
  { text = '', html }: Email,
  parts: readonly Part[],
  contentType: string,
  limits: Limits,
  depth: number,
): Promise<Pick<Message, 'text' | 'html' | 'parts' | 'metadata' | 'faults' | 'flaws'>> {
  const said = { text: storable(text), html: html === undefined ? null : storable(html), parts }
  const own = {
    ...said,
    text: withReports(said),
    metadata: {},
    faults: [],
    flaws: [],
  }
  const [only] = parts
  const mayWrap = parts.length === 1 && text === '' && html === undefined && !isMultipart(contentType)
  const wrapped = mayWrap && only !== undefined && depth > 0 ? await wrappedIn(only, limits) : null
  if (wrapped === null) return own
  try {
    return unwrapped(wrapped, await readMessage(wrapped.bytes, limits, depth - 1))
  } catch (error) {
    if (!(error instanceof BrokenMessage)) throw error
    return own
  }
}

const isMultipart = (contentType: string): boolean => /^\s*multipart\//i.test(contentType)

/** Without a byte order mark, empty lines or a separator before the header; header text that is not UTF-8 made so. */
function ready(raw: Uint8Array): Buffer {
  let bytes = inBytes(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength))
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) bytes = bytes.subarray(3)
  let start = 0
  while (bytes[start] === 0x0a || bytes[start] === 0x0d) start++
  bytes = withLineFeeds(bytes.subarray(start))
  if (/^>?From [^\n:]*\d/.test(bytes.toString('latin1', 0, 300))) {
    const end = bytes.indexOf(0x0a)
    bytes = bytes.subarray(end < 0 ? bytes.length : end + 1)
  }
  const length = headerLength(bytes)
  const header = bytes.subarray(0, length)
  if (isUtf8(header)) return bytes
  const text = new TextDecoder(guessedCharset(header)).decode(header)
  return Buffer.concat([Buffer.from(text), bytes.subarray(length)])
}

/** Outlook for Mac keeps 40 bytes of its own before a message; and a message that was saved as text may be of UTF-16. */
function inBytes(bytes: Buffer): Buffer {
  if (isOutlookSource(bytes)) return bytes.subarray(outlookHead)
  const marked = markedEncoding(bytes)
  return marked?.startsWith('utf-16') ? Buffer.from(new TextDecoder(marked).decode(bytes)) : bytes
}

function headerLength(bytes: Buffer): number {
  const lf = bytes.indexOf('\n\n')
  const crlf = bytes.indexOf('\n\r\n')
  const ends = [lf, crlf].filter((at) => at >= 0)
  return ends.length === 0 ? bytes.length : Math.min(...ends) + 1
}

const headerOf = (bytes: Buffer): string =>
  bytes.toString('latin1', 0, Math.min(headerLength(bytes), 256 * 1024))

interface Structure {
  readonly faults: readonly string[]
  readonly flaws: readonly ProcessingException[]
  /** Set where the declared parts are not there: the body as it stands, so that its words are found. */
  readonly bodyAsText: string | null
  /** What stands around the parts. */
  readonly metadata: Message['metadata']
}

/** Compares what the header promises with what was found: the parser is silent about what is missing, or around it. */
function structureOf(
  body: Buffer,
  contentType: string,
  { hasParts, isWhole, around }: Pick<Parsed, 'hasParts' | 'isWhole' | 'around'>,
): Structure {
  const none = { faults: [], flaws: [], bodyAsText: null, metadata: {} }
  if (!isMultipart(contentType)) return none
  if (hasParts)
    return {
      ...none,
      ...aroundParts(around),
      faults: isWhole ? [] : ['It ends before its last part does; something may be missing.'],
    }
  const text = decodeText(body).trim()
  if (text === '') return { ...none, faults: ['It announces parts and has none.'] }
  return {
    ...none,
    faults: ['It announces parts and has none; its body is taken as plain text.'],
    bodyAsText: text,
  }
}

const storableAddress = (a: Address): Address => ({
  name: storableUpTo(a.name, 500),
  address: storableUpTo(a.address, 500),
})

/** Message ids between brackets; a bare one where there are no brackets. */
function ids(header: string): string[] {
  const bracketed = [...header.matchAll(/<([^<>]{1,500})>/g)].map((m) => storable(m[1] ?? '').trim())
  if (bracketed.length > 0) return bracketed.filter((id) => id !== '')
  const bare = header.trim()
  return /^\S{3,500}$/.test(bare) ? [storable(bare)] : []
}

/** The topmost Received header is the last station's. */
export function receivedAt(received: readonly string[]): string | null {
  for (const line of received) {
    const at = readDate(line.slice(line.lastIndexOf(';') + 1))
    if (at !== null) return at
  }
  return null
}
