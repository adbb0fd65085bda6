/**
 * The content inside of a signature (RFC 5652, SignedData), a compressed message (RFC 3274) or data with a time stamp (RFC
 * 5544): all three are the same few layers around it.
 */
import { createInflate } from 'node:zlib'
import type { Kind } from '../../../platform/file-kinds.ts'
import { derOf } from '../identify/der.ts'
import { DamagedEntry } from './archive.ts'
import { piped } from './piped.ts'

const oids = {
  signed: '2a864886f70d010702',
  compressed: '2a864886f70d0109100109',
  timeStamped: '2a864886f70d010910011f',
} as const

/** What its content is found in: the kinds of `identify` that are of these types and hold something. */
const types: ReadonlySet<string> = new Set([
  'application/pkcs7-mime',
  'application/pkcs7-compressed',
  'application/timestamped-data',
])

export const isCms = ({ shape, mimeType }: Kind): boolean => shape === 'packed' && types.has(mimeType)

/** A value of BER; what is constructed has parts. */
interface Value {
  readonly tag: number
  readonly bytes: Buffer
  readonly isConstructed: boolean
  /** Whether it ends where the bytes do, and not where it says. */
  readonly isCut: boolean
}

const sequence = 0x10
const octets = 0x04
const context0 = 0x80

export interface CmsContent {
  readonly bytes: Buffer
  /** Whether it is in the format of zlib (RFC 1950). */
  readonly isCompressed: boolean
  /** Whether something of it is missing. */
  readonly isCut: boolean
}

/**
 * The content, of bytes as they are or in Base64 (PEM); null where there is none in it: a signature of another file,
 * certificates alone. Throws DamagedEntry where the bytes end before it begins.
 */
export function contentOfCms(bytes: Buffer): CmsContent | null {
  const [info] = values(derOf(bytes))
  const found = contentIn(info)
  if (found === null && info?.isCut !== false) throw new DamagedEntry(cut)
  return found
}

/** The same of what has to be whole: throws where something of it is missing. */
export function wholeContentOfCms(bytes: Buffer): CmsContent | null {
  const found = contentOfCms(bytes)
  if (found?.isCut === true) throw new DamagedEntry(cut)
  return found
}

/** What the content says, as far as it is there. */
export async function* streamOfCms({ bytes, isCompressed }: CmsContent): AsyncGenerator<Buffer> {
  if (isCompressed) yield* piped([bytes], createInflate())
  else yield bytes
}

const cut = 'it ends before its content does.'

function contentIn(info: Value | undefined): CmsContent | null {
  const [type, wrapped] = parts(info, sequence)
  const kind = type?.bytes.toString('hex')
  const [body] = parts(wrapped, context0)
  const fields = parts(body, sequence)
  // Version, an optional address, optional metadata, the content: the first octet string is it.
  if (kind === oids.timeStamped) {
    for (const field of fields) if (field.tag === octets) return content(field, false)
    return null
  }
  if (kind !== oids.signed && kind !== oids.compressed) return null
  // Version, algorithms, and the content with its type.
  const [, , inner] = fields
  const [, holder] = parts(inner, sequence)
  const [octetString] = parts(holder, context0)
  return content(octetString, kind === oids.compressed)
}

const parts = (value: Value | undefined, tag: number): Iterable<Value> =>
  value?.tag === tag && value.isConstructed ? values(value.bytes) : []

/** An octet string may come in pieces: as many as there are bytes, where somebody wants to fill memory. */
function content(value: Value | undefined, isCompressed: boolean): CmsContent | null {
  if (value?.tag !== octets) return null
  let { bytes, isCut } = value
  if (value.isConstructed) {
    const whole = Buffer.alloc(bytes.length)
    let size = 0
    for (const piece of values(bytes)) {
      size += piece.bytes.copy(whole, size)
      isCut ||= piece.isCut
    }
    bytes = whole.subarray(0, size)
  }
  return { bytes, isCompressed, isCut }
}

/** The values that stand one behind the other, each as it is asked for. What is cut ends where the bytes end. */
function* values(bytes: Buffer): Generator<Value, undefined> {
  for (let at = 0; at < bytes.length; ) {
    const header = headerAt(bytes, at)
    if (header === null || (header.first === 0 && header.end === header.start)) break
    const { first, start, end, next, isCut } = header
    yield {
      // Number and class, without the mark of what is constructed.
      tag: first & ~0x20,
      isConstructed: (first & 0x20) !== 0,
      isCut,
      bytes: bytes.subarray(start, end),
    }
    at = next
  }
}

interface Header {
  readonly first: number
  readonly start: number
  readonly end: number
  readonly next: number
  readonly isCut: boolean
}

function headerAt(bytes: Buffer, at: number): Header | null {
  const first = bytes[at]
  const length = bytes[at + 1]
  // Tags of several bytes are used by none of these.
  if (first === undefined || length === undefined || (first & 0x1f) === 0x1f) return null
  if (length === 0x80) {
    const start = at + 2
    const mark = endOfIndefinite(bytes, start)
    const end = mark ?? bytes.length
    return { first, start, end, next: Math.min(end + 2, bytes.length), isCut: mark === null }
  }
  const more = length < 0x80 ? 0 : length & 0x7f
  if (more > 6) return null
  const start = at + 2 + more
  if (start > bytes.length) return null
  const size = more === 0 ? length : bytes.readUIntBE(at + 2, more)
  const end = Math.min(start + size, bytes.length)
  return { first, start, end, next: end, isCut: start + size > bytes.length }
}

/** Where a value without a length ends: at the two zeros that are its own, behind those of the values in it; null where none are. */
function endOfIndefinite(bytes: Buffer, start: number): number | null {
  let open = 1
  let at = start
  while (at < bytes.length) {
    const first = bytes[at] ?? 0
    const length = bytes[at + 1] ?? 0
    if (first === 0 && length === 0) {
      if (--open === 0) return at
      at += 2
    } else if (length === 0x80) {
      open++
      at += 2
    } else {
      const more = length < 0x80 ? 0 : length & 0x7f
      if (more > 6 || at + 2 + more > bytes.length) return null
      at += 2 + more + (more === 0 ? length : bytes.readUIntBE(at + 2, more))
    }
  }
  return null
}
