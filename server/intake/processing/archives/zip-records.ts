/** The records of a zip (APPNOTE.TXT, 4.3): its end, its directory, and the headers that stand before its entries. */

export interface ZipEnd {
  /** Where the record stands in the file, or what of the records stands first. */
  readonly at: number
  /** The number of the part that it stands in, from 0. */
  readonly disk: number
  /** The part in which the directory begins, and where in that. */
  readonly directoryDisk: number
  readonly directory: number
  /** Bytes of the directory. */
  readonly length: number
  /** Entries that it says are in the directory. */
  readonly count: number
}

/** What the directory says of an entry. */
export interface ZipHeader {
  readonly rawName: Buffer
  readonly encrypted: boolean
  readonly method: number
  readonly crc: number
  readonly packedSize: number
  readonly size: number
  /** The part of a split zip in which it begins, and where in that. */
  readonly disk: number
  readonly at: number
  /** Bytes of the header, with all that stands behind it. */
  readonly length: number
}

/** What stands before an entry. */
export interface LocalHeader {
  readonly rawName: Buffer
  readonly encrypted: boolean
  /** Whether the sizes stand behind the entry instead. */
  readonly isUnsized: boolean
  readonly method: number
  readonly packedSize: number
  /** Where its bytes begin. */
  readonly start: number
}

export const localMagic = Buffer.from('PK\x03\x04', 'latin1')
export const localBytes = 30
const headerMagic = Buffer.from('PK\x01\x02', 'latin1')
export const headerBytes = 46
const endMagic = Buffer.from('PK\x05\x06', 'latin1')
const largeMagic = Buffer.from('PK\x06\x06', 'latin1')
const locatorMagic = Buffer.from('PK\x06\x07', 'latin1')
const endBytes = 22
const locatorBytes = 20
const largeBytes = 56

/** Bytes at the end of a file in which these records stand, with a comment behind them. */
export const maxEndBytes = endBytes + 0xffff + locatorBytes + largeBytes

/** Reads it out of the last bytes of a file, which begin at `from`; null where it does not stand at their end. */
export function endOfZip(tail: Buffer, from: number): ZipEnd | null {
  const first = Math.max(0, tail.length - endBytes - 0xffff)
  for (
    let at = tail.lastIndexOf(endMagic);
    at >= first;
    at = at === 0 ? -1 : tail.lastIndexOf(endMagic, at - 1)
  ) {
    if (at + endBytes > tail.length || at + endBytes + tail.readUInt16LE(at + 20) !== tail.length) continue
    return (
      largeEnd(tail, from, at) ?? {
        at: from + at,
        disk: tail.readUInt16LE(at + 4),
        directoryDisk: tail.readUInt16LE(at + 6),
        length: tail.readUInt32LE(at + 12),
        directory: tail.readUInt32LE(at + 16),
        count: tail.readUInt16LE(at + 10),
      }
    )
  }
  return null
}

/** Of numbers that need 64 bits, a record of its own stands before it, and a locator between the two. */
function largeEnd(tail: Buffer, from: number, end: number): ZipEnd | null {
  const locator = end - locatorBytes
  const at = locator - largeBytes
  if (at < 0 || !tail.subarray(locator, locator + 4).equals(locatorMagic)) return null
  if (!tail.subarray(at, at + 4).equals(largeMagic)) return null
  const number = (place: number): number => Number(tail.readBigUInt64LE(at + place))
  const found = {
    at: from + at,
    disk: tail.readUInt32LE(at + 16),
    directoryDisk: tail.readUInt32LE(at + 20),
    count: number(32),
    length: number(40),
    directory: number(48),
  }
  return Object.values(found).every(Number.isSafeInteger) ? found : null
}

/** The header at a place in the directory; null where none stands there. What stands behind it may be missing. */
export function directoryHeader(bytes: Buffer, at: number): ZipHeader | null {
  if (at + headerBytes > bytes.length || !bytes.subarray(at, at + 4).equals(headerMagic)) return null
  const name = at + headerBytes
  const extra = name + bytes.readUInt16LE(at + 28)
  const end = extra + bytes.readUInt16LE(at + 30)
  const next = largeNumbers(bytes.subarray(extra, end))
  // In this order, and only those that have no room in the header.
  const size = next(bytes.readUInt32LE(at + 24))
  const packedSize = next(bytes.readUInt32LE(at + 20))
  return {
    rawName: bytes.subarray(name, extra),
    encrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
    method: bytes.readUInt16LE(at + 10),
    crc: bytes.readUInt32LE(at + 16),
    packedSize,
    size,
    disk: bytes.readUInt16LE(at + 34),
    at: next(bytes.readUInt32LE(at + 42)),
    length: end + bytes.readUInt16LE(at + 32) - at,
  }
}

/** Numbers of 64 bits stand in an extra field of their own (4.5.3): what a number of the header stands for. */
function largeNumbers(extra: Buffer): (told: number) => number {
  let field: Buffer = Buffer.alloc(0)
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2))
    if (extra.readUInt16LE(at) === 1) field = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2))
  return (told) => {
    if (told !== 0xffffffff || field.length < 8) return told
    const value = Number(field.readBigUInt64LE(0))
    field = field.subarray(8)
    return value
  }
}

/** The header at a place; null where none stands there. */
export function localHeader(bytes: Buffer, at: number): LocalHeader | null {
  if (at < 0 || at + localBytes > bytes.length || !bytes.subarray(at, at + 4).equals(localMagic)) return null
  const name = at + localBytes
  const extra = name + bytes.readUInt16LE(at + 26)
  const flags = bytes.readUInt16LE(at + 6)
  return {
    rawName: bytes.subarray(name, extra),
    encrypted: (flags & 1) === 1,
    isUnsized: (flags & 8) !== 0,
    method: bytes.readUInt16LE(at + 8),
    packedSize: bytes.readUInt32LE(at + 18),
    start: extra + bytes.readUInt16LE(at + 28),
  }
}

/**
 * What the directory of a zip that is held whole names, at most so many; each `at` is a place in these bytes, also where others
 * stand before the zip. Null where the directory is not there, or damaged.
 */
export function directoryOf(bytes: Buffer, most: number): ZipHeader[] | null {
  const from = Math.max(0, bytes.length - maxEndBytes)
  const end = endOfZip(bytes.subarray(from), from)
  if (end === null || end.disk !== 0) return null
  const shift = end.at - end.length - end.directory
  if (shift < 0) return null
  const directory = bytes.subarray(end.directory + shift, end.at)
  const headers: ZipHeader[] = []
  for (let at = 0; headers.length < Math.min(end.count, most); ) {
    const header = directoryHeader(directory, at)
    if (header === null) return null
    headers.push({ ...header, at: header.at + shift })
    at += header.length
  }
  return headers
}
