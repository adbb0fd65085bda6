/** The record at the end of a zip (APPNOTE.TXT, 4.3.14 to 4.3.16). */

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
}

const endMagic = Buffer.from('PK\x05\x06', 'latin1')
const largeMagic = Buffer.from('PK\x06\x06', 'latin1')
const locatorMagic = Buffer.from('PK\x06\x07', 'latin1')
const endBytes = 22
const locatorBytes = 20
const largeBytes = 56

/** Bytes at the end of a file in which these records stand, with a comment behind them. */
export const mostEndBytes = endBytes + 0xffff + locatorBytes + largeBytes

/** Reads it out of the last bytes of a file, which begin at `from`; null where it does not stand at their end. */
export function endOfZip(tail: Buffer, from: number): ZipEnd | null {
  for (let at = tail.length - endBytes; at >= 0 && at >= tail.length - endBytes - 0xffff; at--) {
    if (!tail.subarray(at, at + 4).equals(endMagic)) continue
    if (at + endBytes + tail.readUInt16LE(at + 20) !== tail.length) continue
    return (
      largeEnd(tail, from, at) ?? {
        at: from + at,
        disk: tail.readUInt16LE(at + 4),
        directoryDisk: tail.readUInt16LE(at + 6),
        length: tail.readUInt32LE(at + 12),
        directory: tail.readUInt32LE(at + 16),
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
    length: number(40),
    directory: number(48),
  }
  return Object.values(found).every(Number.isSafeInteger) ? found : null
}
