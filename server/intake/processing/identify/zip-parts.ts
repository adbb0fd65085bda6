/**
 * The parts of a zip: from its central directory where the end of the file is there, else from the headers before each
 * part as far as they can be followed. Nothing is unpacked but small parts that are asked for, and of them no more than
 * a bounded beginning.
 */
import { constants, inflateRawSync } from 'node:zlib'

export interface ZipParts {
  /** In their order, the first `maxParts` of them; backslashes as slashes. */
  readonly names: readonly string[]
  /** Whether these are all. */
  readonly complete: boolean
  /** Whether a part is packed by a method that only iWork's encryption has. */
  readonly iWorkLocked: boolean
  /** The beginning of a part as text; null where it is not there or cannot be unpacked. */
  textOf(name: string): string | null
}

interface Part {
  readonly name: string
  readonly method: number
  readonly encrypted: boolean
  /** Bytes; 0 where the header before the part does not know. */
  readonly packedSize: number
  /** Of the header before the part. */
  readonly offset: number
}

const localHeader = 0x04034b50
const directoryHeader = 0x02014b50
const directoryEnd = 0x06054b50
const maxParts = 20_000
/** Bytes of a packed part that are unpacked: for a list of parts this is a great deal. */
const maxPacked = 64 * 1024
const maxUnpacked = 2 * 1024 * 1024

/** Whether a zip begins here. Nothing else tells where parts are missing at its beginning. */
export function beginsZip(bytes: Buffer): boolean {
  if (bytes.length < 4) return false
  const mark = bytes.readUInt32LE(0)
  // A zip without parts, one that is split, and one that was meant to be split.
  return mark === localHeader || mark === directoryEnd || mark === 0x08074b50 || mark === 0x30304b50
}

export function readZipParts(bytes: Buffer): ZipParts {
  const listed = fromDirectory(bytes)
  const parts = listed ?? fromHeaders(bytes)
  const byName = new Map(parts.map((part) => [part.name, part]))
  return {
    names: parts.map(({ name }) => name),
    complete: listed !== null,
    // 'kc' and 'lc': deflated or stored as the others, and encrypted behind that.
    iWorkLocked: parts.some(({ method }) => method === 0x636b || method === 0x636c),
    textOf(name) {
      const part = byName.get(name)
      return part === undefined ? null : textOf(bytes, part)
    },
  }
}

/** Whether a zip ends here, with a directory: the last segment of a split one, or one behind other bytes. */
export const endsZip = (bytes: Buffer): boolean => endOf(bytes) !== null

/** Where the record is that ends the directory; a comment of up to 64 KB may follow it. */
function endOf(bytes: Buffer): number | null {
  const from = Math.max(0, bytes.length - 22 - 0xffff)
  const tail = bytes.subarray(from)
  for (let at = tail.lastIndexOf('PK\x05\x06', tail.length, 'latin1'); at >= 0; ) {
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length) return from + at
    at = at === 0 ? -1 : tail.lastIndexOf('PK\x05\x06', at - 1, 'latin1')
  }
  return null
}

function fromDirectory(bytes: Buffer): Part[] | null {
  const end = endOf(bytes)
  if (end === null) return null
  const count = bytes.readUInt16LE(end + 10)
  const size = bytes.readUInt32LE(end + 12)
  const offset = bytes.readUInt32LE(end + 16)
  // Where something stands before the zip, all offsets are too small by its length.
  const shift = end - size - offset
  if (shift < 0) return null
  const parts: Part[] = []
  let at = offset + shift
  while (parts.length < Math.min(count, maxParts)) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== directoryHeader) return null
    const nameLength = bytes.readUInt16LE(at + 28)
    const skipped = bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
    parts.push({
      name: nameOf(bytes, at + 46, nameLength),
      encrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
      method: bytes.readUInt16LE(at + 10),
      packedSize: bytes.readUInt32LE(at + 20),
      offset: bytes.readUInt32LE(at + 42) + shift,
    })
    at += 46 + nameLength + skipped
  }
  return parts
}

function fromHeaders(bytes: Buffer): Part[] {
  const parts: Part[] = []
  let at = bytes.indexOf('PK\x03\x04', 0, 'latin1')
  while (at >= 0 && at + 30 <= bytes.length && parts.length < maxParts) {
    if (bytes.readUInt32LE(at) !== localHeader) break
    const nameLength = bytes.readUInt16LE(at + 26)
    const flags = bytes.readUInt16LE(at + 6)
    const packedSize = bytes.readUInt32LE(at + 18)
    const start = at + 30 + nameLength + bytes.readUInt16LE(at + 28)
    if (start > bytes.length) break
    parts.push({
      name: nameOf(bytes, at + 30, nameLength),
      encrypted: (flags & 1) === 1,
      method: bytes.readUInt16LE(at + 8),
      packedSize,
      offset: at,
    })
    const isSized = packedSize !== 0xffffffff && (flags & 8) === 0
    at = isSized ? start + packedSize : bytes.indexOf('PK\x03\x04', start, 'latin1')
  }
  return parts
}

const nameOf = (bytes: Buffer, start: number, length: number): string =>
  bytes.toString('latin1', start, start + length).replaceAll('\\', '/')

function textOf(bytes: Buffer, { offset, method, encrypted, packedSize }: Part): string | null {
  if (encrypted || offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== localHeader) return null
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  const known = packedSize > 0 && packedSize < maxPacked ? packedSize : maxPacked
  const packed = bytes.subarray(start, start + known)
  if (method === 0) return packed.toString('latin1')
  if (method !== 8) return null
  try {
    // A part that is cut gives what there is of it.
    const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: maxUnpacked }
    return inflateRawSync(packed, options).toString('latin1')
  } catch {
    return null
  }
}
