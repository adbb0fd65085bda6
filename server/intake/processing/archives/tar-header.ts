/**
 * Headers of a tar: blocks of 512 bytes (POSIX.1, "ustar Interchange Format"), and the records that say more of an entry than
 * fits into one ("pax Extended Header"). Names are bytes: nothing says in which charset they are.
 */

export const blockBytes = 512

export interface TarHeader {
  readonly name: Buffer
  /** One character; NUL, of the oldest programs, as "0". */
  readonly type: string
  readonly size: number
  /** Milliseconds since 1970. */
  readonly modifiedAt: number | null
}

/** Null where its checksum or its size is wrong. */
export function readHeader(block: Buffer): TarHeader | null {
  const size = numberIn(block.subarray(124, 136))
  if (!sumFits(block) || size === null) return null
  const seconds = timeIn(block.subarray(136, 148))
  return {
    name: nameIn(block),
    type: block[156] === 0 ? '0' : block.toString('latin1', 156, 157),
    size,
    modifiedAt: seconds === null ? null : seconds * 1000,
  }
}

/** Old programs took the bytes for signed, which is the same where all are ASCII. */
function sumFits(block: Buffer): boolean {
  // Its own place counts as spaces.
  let sum = 8 * 0x20
  let high = 0
  for (let at = 0; at < blockBytes; at++) {
    const byte = at >= 148 && at < 156 ? 0 : (block[at] ?? 0)
    sum += byte
    if (byte >= 0x80) high++
  }
  const stored = numberIn(block.subarray(148, 156))
  return stored === sum || stored === sum - high * 0x100
}

/** In octal digits, or where they do not suffice in binary; null for what is neither. Nothing at all is zero. */
function numberIn(field: Buffer): number | null {
  const first = field[0] ?? 0
  if (first < 0x80) {
    const [, digits = '', other] = /^[ \0]*([0-7]*)([^ \0])?/.exec(field.toString('latin1')) ?? []
    return digits === '' && other !== undefined ? null : Number.parseInt(`0${digits}`, 8)
  }
  // The first bit says that it is binary, the second that it is negative: no size is.
  if ((first & 0x40) !== 0) return null
  const value = field.subarray(1).reduce((sum, byte) => sum * 0x100 + byte, first & 0x3f)
  return Number.isSafeInteger(value) ? value : null
}

/** Seconds since 1970, or before: then in binary. */
function timeIn(field: Buffer): number | null {
  if (((field[0] ?? 0) & 0xc0) !== 0xc0) return numberIn(field)
  const value = field.reduce((sum, byte) => sum * 0x100 + (0xff - byte), 0)
  return Number.isSafeInteger(value) ? -1 - value : null
}

/** A long name has its folders in a place of their own, which other formats than ustar use for other things. */
function nameIn(block: Buffer): Buffer {
  const name = upToNul(block.subarray(0, 100))
  if (block.toString('latin1', 257, 265) !== 'ustar\x0000') return name
  // Where the last byte of that place is empty, some write times into its end.
  const prefix = upToNul(block.subarray(345, block[475] === 0 ? 475 : 500))
  return prefix.length === 0 ? name : Buffer.concat([prefix, Buffer.from('/'), name])
}

function upToNul(bytes: Buffer): Buffer {
  const end = bytes.indexOf(0)
  return end < 0 ? bytes : bytes.subarray(0, end)
}

/** Keywords of the records that are read. */
const keywords = { name: 'path', size: 'size', modifiedAt: 'mtime' } as const
const isRead: ReadonlySet<string> = new Set(Object.values(keywords))

/** What is said of an entry beside its header. */
export type Records = ReadonlyMap<string, Buffer>

/** Each as its length in digits, a space, a keyword, "=", the value and a line feed. Null where they are damaged. */
export function paxRecords(bytes: Buffer): Records | null {
  const records = new Map<string, Buffer>()
  for (let at = 0; at < bytes.length; ) {
    const [length = ''] = /^\d{1,7} /.exec(bytes.toString('latin1', at, at + 8)) ?? []
    const end = at + Number.parseInt(length, 10)
    const equals = bytes.indexOf('=', at)
    if (!(end <= bytes.length) || bytes[end - 1] !== 0x0a || equals < 0 || equals >= end) return null
    const keyword = bytes.toString('latin1', at + length.length, equals)
    if (isRead.has(keyword)) records.set(keyword, bytes.subarray(equals + 1, end - 1))
    at = end
  }
  return records
}

/** A name that is too long for a header, in an entry of its own before it as GNU writes it. */
export const longName = (bytes: Buffer): Records => new Map([[keywords.name, upToNul(bytes)]])

/** Without the name: one for all entries would be one for none. */
export const forAll = (records: Records): Records =>
  new Map([...records].filter(([keyword]) => keyword !== keywords.name))

/** The same header as its records have it; each that is there says more than the header. */
export function withRecords(header: TarHeader, records: Records): TarHeader {
  const size = records.get(keywords.size)?.toString('latin1') ?? ''
  const seconds = Number.parseFloat(records.get(keywords.modifiedAt)?.toString('latin1') ?? '')
  return {
    ...header,
    name: upToNul(records.get(keywords.name) ?? header.name),
    size: /^\d{1,15}$/.test(size) ? Number(size) : header.size,
    modifiedAt: Number.isNaN(seconds) ? header.modifiedAt : seconds * 1000,
  }
}
