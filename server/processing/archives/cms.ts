/**
 * The content inside of a signature (RFC 5652, SignedData), a compressed message (RFC 3274) or data with a time stamp (RFC
 * 5544): all three are the same few layers around it.
 */
const oids = {
  signed: '2a864886f70d010702',
  compressed: '2a864886f70d0109100109',
  timeStamped: '2a864886f70d010910011f',
} as const

/** A value of BER; what is constructed has parts. */
interface Value {
  readonly tag: number
  readonly bytes: Buffer
  readonly isConstructed: boolean
}

const sequence = 0x10
const octets = 0x04
const context0 = 0x80

export interface CmsContent {
  readonly bytes: Buffer
  /** Whether it is in the format of zlib (RFC 1950). */
  readonly isCompressed: boolean
}

/** The content; null where there is none in it: a signature of another file, certificates alone. */
export function contentOfCms(bytes: Buffer): CmsContent | null {
  const [info] = values(bytes)
  const [type, wrapped] = parts(info, sequence)
  const kind = type?.bytes.toString('hex')
  const [body] = parts(wrapped, context0)
  const fields = parts(body, sequence)
  // Version, an optional address, optional metadata, the content: the first octet string is it.
  if (kind === oids.timeStamped)
    return content(
      fields.find(({ tag }) => tag === octets),
      false,
    )
  if (kind !== oids.signed && kind !== oids.compressed) return null
  // Version, algorithms, and the content with its type.
  const [, holder] = parts(fields[2], sequence)
  return content(parts(holder, context0)[0], kind === oids.compressed)
}

function parts(value: Value | undefined, tag: number): readonly Value[] {
  return value?.tag === tag && value.isConstructed ? values(value.bytes) : []
}

/** An octet string may come in pieces. */
function content(value: Value | undefined, isCompressed: boolean): CmsContent | null {
  if (value?.tag !== octets) return null
  const { bytes, isConstructed } = value
  const whole = isConstructed ? Buffer.concat(values(bytes).map((piece) => piece.bytes)) : bytes
  return { bytes: whole, isCompressed }
}

/** The values that stand one behind the other. What is cut ends where the bytes end. */
function values(bytes: Buffer): Value[] {
  const found: Value[] = []
  for (let at = 0; at < bytes.length; ) {
    const header = headerAt(bytes, at)
    if (header === null || (header.first === 0 && header.end === header.start)) break
    const { first, start, end, next } = header
    found.push({
      // Number and class, without the mark of what is constructed.
      tag: first & ~0x20,
      isConstructed: (first & 0x20) !== 0,
      bytes: bytes.subarray(start, end),
    })
    at = next
  }
  return found
}

interface Header {
  readonly first: number
  readonly start: number
  readonly end: number
  readonly next: number
}

function headerAt(bytes: Buffer, at: number): Header | null {
  const first = bytes[at]
  const length = bytes[at + 1]
  // Tags of several bytes are used by none of these.
  if (first === undefined || length === undefined || (first & 0x1f) === 0x1f) return null
  if (length === 0x80) {
    const start = at + 2
    const end = endOfIndefinite(bytes, start)
    return { first, start, end, next: Math.min(end + 2, bytes.length) }
  }
  const more = length < 0x80 ? 0 : length & 0x7f
  if (more > 6) return null
  const start = at + 2 + more
  const size = more === 0 ? length : start > bytes.length ? 0 : bytes.readUIntBE(at + 2, more)
  const end = Math.min(start + size, bytes.length)
  return { first, start, end, next: end }
}

/** Where a value without a length ends: at the two zeros that are its own, behind those of the values in it. */
function endOfIndefinite(bytes: Buffer, start: number): number {
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
      if (more > 6 || at + 2 + more > bytes.length) return bytes.length
      at += 2 + more + (more === 0 ? length : bytes.readUIntBE(at + 2, more))
    }
  }
  return bytes.length
}
