/**
 * The parts of a zip: from its central directory where the end of the file is there, else from the headers before each
 * part as far as they can be followed. Nothing is unpacked but small parts that are asked for, and of them no more than
 * a bounded beginning.
 */
import { constants, inflateRawSync } from 'node:zlib'
import { directoryOf, endOfZip, localHeader, localMagic, maxEndBytes } from '../archives/zip-records.ts'

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
  /** Bytes; 0 where the header before the part does not know. */
  readonly packedSize: number
  readonly method: number
  readonly encrypted: boolean
  /** Of the header before the part. */
  readonly at: number
}

const maxParts = 20_000
/** Bytes of a packed part that are unpacked: for a list of parts this is a great deal. */
const maxPacked = 64 * 1024
const maxUnpacked = 2 * 1024 * 1024

/** A zip that begins, one without parts, one that is split, and one that was meant to be split. */
const beginnings = ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08', 'PK00']

/** Whether a zip begins here. Nothing else tells where parts are missing at its beginning. */
export const beginsZip = (bytes: Buffer): boolean => beginnings.includes(bytes.toString('latin1', 0, 4))

export function readZipParts(bytes: Buffer): ZipParts {
  const listed = directoryOf(bytes, maxParts)
  const parts: readonly Part[] =
    listed?.map((header) => ({ ...header, name: nameOf(header.rawName) })) ?? fromHeaders(bytes)
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
export function endsZip(bytes: Buffer): boolean {
  const from = Math.max(0, bytes.length - maxEndBytes)
  return endOfZip(bytes.subarray(from), from) !== null
}

function fromHeaders(bytes: Buffer): Part[] {
  const parts: Part[] = []
  let at = bytes.indexOf(localMagic)
  while (parts.length < maxParts) {
    const header = localHeader(bytes, at)
    if (header === null || header.start > bytes.length) break
    const { start, packedSize, isUnsized } = header
    parts.push({ ...header, name: nameOf(header.rawName), at })
    const isSized = packedSize !== 0xffffffff && !isUnsized
    at = isSized ? start + packedSize : bytes.indexOf(localMagic, start)
  }
  return parts
}

const nameOf = (rawName: Buffer): string => rawName.toString('latin1').replaceAll('\\', '/')

function textOf(bytes: Buffer, { at, method, encrypted, packedSize }: Part): string | null {
  const start = localHeader(bytes, at)?.start
  if (encrypted || start === undefined) return null
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
