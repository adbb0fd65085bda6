/** Reads a zip byte by byte: what it holds, and whether anything stands in it beside its parts. */
import { crc32, inflateRawSync } from 'node:zlib'

export interface ZipPart {
  readonly name: string
  readonly bytes: Buffer
}

export interface ReadZip {
  readonly parts: readonly ZipPart[]
  /** Sentences: what does not belong into a zip of ours. */
  readonly faults: readonly string[]
}

const local = 0x04034b50
const descriptor = 0x08074b50
const central = 0x02014b50
const end = 0x06054b50
/** The date of all our entries, 1 January 1980. */
const noDate = 0x0021
/** Bytes that all parts together may have. */
const mostBytes = 2 * 1024 * 1024 * 1024
/** Bytes of one part: a longer one is no text any more. */
const mostPart = 500 * 1024 * 1024

/** Each byte must belong to a record that is expected there; throws where it is no zip at all. */
export function readZip(bytes: Buffer): ReadZip {
  const faults = new Set<string>()
  const parts: ZipPart[] = []
  const tail = bytes.length - 22
  if (tail < 0 || bytes.readUInt32LE(tail) !== end || bytes.readUInt16LE(tail + 20) !== 0)
    return { parts, faults: ['It does not end as a workbook does.'] }
  const count = bytes.readUInt16LE(tail + 10)
  let at = bytes.readUInt32LE(tail + 16)
  if (at + bytes.readUInt32LE(tail + 12) !== tail) faults.add('Something stands behind its directory.')
  let next = 0
  let expanded = 0
  for (let number = 0; number < count; number++) {
    if (at + 46 > tail || bytes.readUInt32LE(at) !== central) {
      faults.add('Its directory is damaged.')
      break
    }
    const [method, time, date] = [10, 12, 14].map((place) => bytes.readUInt16LE(at + place))
    const [crc, packed, size] = [16, 20, 24].map((place) => bytes.readUInt32LE(at + place))
    const nameBytes = bytes.readUInt16LE(at + 28)
    const begin = bytes.readUInt32LE(at + 42)
    const rawName = bytes.subarray(at + 46, at + 46 + nameBytes)
    if (bytes.readUInt16LE(at + 30) !== 0 || bytes.readUInt16LE(at + 32) !== 0)
      faults.add('An entry has a comment or a field of its own.')
    if (time !== 0 || date !== noDate) faults.add('An entry has a date.')
    at += 46 + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
    if (begin !== next) faults.add('Something stands between its entries.')
    if (begin + 30 > bytes.length || bytes.readUInt32LE(begin) !== local) {
      faults.add('An entry is not where its directory says.')
      continue
    }
    const [localName = 0, localExtra = 0] = [26, 28].map((place) => bytes.readUInt16LE(begin + place))
    if (!bytes.subarray(begin + 30, begin + 30 + localName).equals(rawName) || localExtra !== 0)
      faults.add('An entry is called otherwise, or has a field of its own.')
    const from = begin + 30 + localName + localExtra
    const to = from + (packed ?? 0)
    // Flag 3: its sizes stand behind it.
    const isUnsized = (bytes.readUInt16LE(begin + 6) & 8) !== 0
    const isSigned = isUnsized && to + 16 <= bytes.length && bytes.readUInt32LE(to) === descriptor
    next = to + (isSigned ? 16 : isUnsized ? 12 : 0)
    expanded += size ?? 0
    if ((size ?? 0) > mostPart || expanded > mostBytes) {
      faults.add('It is too large to be checked.')
      break
    }
    const unpacked = unpack(bytes.subarray(from, to), method ?? -1, size ?? 0)
    if (unpacked === null || crc32(unpacked) !== crc) faults.add('An entry is damaged.')
    parts.push({ name: rawName.toString('utf8'), bytes: unpacked ?? Buffer.alloc(0) })
  }
  if (next !== bytes.readUInt32LE(tail + 16)) faults.add('Something stands between its entries.')
  return { parts, faults: [...faults] }
}

function unpack(packed: Buffer, method: number, size: number): Buffer | null {
  if (method === 0) return packed.length === size ? packed : null
  if (method !== 8) return null
  try {
    const { buffer, engine } = inflateRawSync(packed, {
      maxOutputLength: size + 1,
      info: true,
    }) as unknown as {
      readonly buffer: Buffer
      readonly engine: { readonly bytesWritten: number }
    }
    // What stands behind the end of the stream would be seen by nobody.
    return buffer.length === size && engine.bytesWritten === packed.length ? buffer : null
  } catch {
    return null
  }
}
