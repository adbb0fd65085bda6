/**
 * What is there of a zip that has lost its directory (it was cut), whose directory counts from elsewhere (it stands behind
 * other bytes), or of which this is one part of several: entries by the headers that stand before them. What the directory
 * names and is not there is told as missing.
 */
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { createInflateRaw } from 'node:zlib'
import { Budget } from '../budget.ts'
import type { Limits } from '../limits.ts'
import { type ArchiveEntry, EntryFault, isUnpackFault } from './archive.ts'
import { checked } from './checked.ts'
import { entryDate } from './entry-date.ts'
import { nameDecoder } from './entry-names.ts'
import { piped } from './piped.ts'

const localMagic = Buffer.from('PK\x03\x04', 'latin1')
const directoryMagic = Buffer.from('PK\x01\x02', 'latin1')
const endMagic = Buffer.from('PK\x05\x06', 'latin1')
const descriptorMagic = Buffer.from('PK\x07\x08', 'latin1')
const deflated = 8
const localBytes = 30
const directoryBytes = 46
const endBytes = 22
const longestComment = 0xffff
/** A directory is held in memory; what one of more bytes names beyond them is not told as missing. */
const mostDirectory = 64 * 1024 * 1024
const pieceBytes = 256 * 1024

/** An entry as the header before it has it. */
interface Local {
  readonly at: number
  readonly rawName: Buffer
  readonly method: number
  readonly isEncrypted: boolean
  readonly modified: string | null
  readonly start: number
  readonly end: number
  readonly size: number
  readonly crc: number
}

/** All files that are there, then those that are missing. Throws at the end where it is not whole. */
export async function* salvageZip(path: string, limits: Limits): AsyncGenerator<ArchiveEntry> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const directory = await readDirectory(file, size)
    const known = directory?.entries.map(({ rawName }) => rawName)
    const found = new Set<number>()
    const budget = new Budget(limits, size, null)
    const end = directory?.start ?? size
    let number = 0
    for (let at = 0; ; ) {
      const local = await nextLocal(path, file, at, end, budget)
      if (local === null) break
      found.add(local.at)
      at = Math.min(local.end, end)
      const name = nameDecoder(known ?? [local.rawName])(local.rawName)
      if (name.endsWith('/') && local.size === 0) continue
      yield {
        number: number++,
        name,
        size: local.size,
        packedSize: local.end - local.start,
        modifiedAt: local.modified,
        refused: refusedFor(local),
        open: () => Promise.resolve(bytesOf(path, local, end)),
      }
    }
    if (directory === null) throw new Error('it ends before its directory; what came behind is missing.')
    for (const { rawName, disk, at } of directory.entries) {
      const isHere = disk === directory.disk
      if (isHere && found.has(at + directory.shift)) continue
      const reason = isHere
        ? 'It is not where the directory of the archive says.'
        : `It is in part ${disk + 1} of the split archive, which is not here: parts are put together where they lie in one folder of one source.`
      yield {
        number: number++,
        name: nameDecoder(known ?? [])(rawName),
        size: 0,
        packedSize: 0,
        modifiedAt: null,
        refused: { code: 'missing', reason },
        open: () => Promise.reject(new EntryFault(reason)),
      }
    }
    if (directory.disk > 0)
      throw new Error(
        `it is part ${directory.disk + 1} of a split archive; what is in the other parts only is missing.`,
      )
    if (!directory.isWhole) throw new Error('its directory is damaged; something may be missing.')
  } finally {
    await file.close()
  }
}

async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, at)
  return bytes.subarray(0, bytesRead)
}

/** Where a magic stands next, at or behind `from`; null where it does not stand before `end`. */
async function seek(file: FileHandle, magic: Buffer, from: number, end: number): Promise<number | null> {
  for (let at = from; at + magic.length <= end; at += pieceBytes) {
    const piece = await bytesAt(file, at, Math.min(pieceBytes + magic.length - 1, end - at))
    const found = piece.indexOf(magic)
    if (found >= 0) return at + found
  }
  return null
}

async function nextLocal(
  path: string,
  file: FileHandle,
  from: number,
  end: number,
  budget: Budget,
): Promise<Local | null> {
  for (let sought = from; ; sought++) {
    const at = await seek(file, localMagic, sought, end)
    if (at === null) return null
    sought = at
    const header = await bytesAt(file, at, localBytes)
    if (header.length < localBytes) return null
    const flags = header.readUInt16LE(6)
    const method = header.readUInt16LE(8)
    const nameLength = header.readUInt16LE(26)
    const rest = await bytesAt(file, at + localBytes, nameLength + header.readUInt16LE(28))
    // Bytes of other files may look like a header.
    if (nameLength === 0 || method > 99 || rest.length < nameLength) continue
    const start = at + localBytes + nameLength + header.readUInt16LE(28)
    const sizes = sizesOf(header, rest.subarray(nameLength))
    const told = {
      at,
      rawName: rest.subarray(0, nameLength),
      method,
      isEncrypted: (flags & 1) !== 0,
      modified: modifiedAt(header.readUInt16LE(12), header.readUInt16LE(10)),
      start,
    }
    // Written before they were known, size and checksum stand behind the bytes.
    if ((flags & 8) !== 0 && sizes.packed === 0)
      return { ...told, ...(await measured(path, file, start, end, method, budget)) }
    return { ...told, end: start + sizes.packed, size: sizes.size, crc: header.readUInt32LE(14) }
  }
}

/** Sizes of 64 bits stand in an extra field of their own (APPNOTE.TXT, 4.5.3). */
function sizesOf(header: Buffer, extra: Buffer): { size: number; packed: number } {
  const packed = header.readUInt32LE(18)
  const size = header.readUInt32LE(22)
  if (packed !== 0xffffffff && size !== 0xffffffff) return { size, packed }
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2))
    if (extra.readUInt16LE(at) === 1 && at + 20 <= extra.length)
      return { size: Number(extra.readBigUInt64LE(at + 4)), packed: Number(extra.readBigUInt64LE(at + 12)) }
  return { size, packed }
}

/** Where an entry ends whose header does not say: with its packed stream, else where the next header begins. */
async function measured(
  path: string,
  file: FileHandle,
  start: number,
  limit: number,
  method: number,
  budget: Budget,
): Promise<Pick<Local, 'end' | 'size' | 'crc'>> {
  const magic = method === deflated ? localMagic : descriptorMagic
  let end = (await seek(file, magic, start, limit)) ?? limit
  let size = end - start
  if (method === deflated) {
    const inflate = createInflateRaw()
    size = 0
    try {
      for await (const chunk of piped(createReadStream(path, { start, end: limit }), inflate)) {
        budget.spend(chunk.length)
        size += chunk.length
      }
      end = start + inflate.bytesWritten
    } catch (error) {
      if (!isUnpackFault(error)) throw error
    }
  }
  const descriptor = await bytesAt(file, end, 8)
  const isMarked = descriptor.subarray(0, 4).equals(descriptorMagic)
  return { end, size, crc: descriptor.length < 8 ? 0 : descriptor.readUInt32LE(isMarked ? 4 : 0) }
}

function refusedFor({ isEncrypted, method }: Local): ArchiveEntry['refused'] {
  // What decrypts goes by the directory: passwords are not tried, known or not.
  if (isEncrypted)
    return {
      code: 'encrypted',
      reason: 'It is encrypted, and in an archive that is not whole no password is tried.',
    }
  if (method === 0 || method === deflated) return null
  return { code: 'unsupportedType', reason: `It is packed with method ${method}, which is not read here.` }
}

async function* bytesOf(
  path: string,
  { start, end, method, crc }: Local,
  limit: number,
): AsyncGenerator<Buffer> {
  const isCut = end > limit
  const last = Math.min(end, limit) - 1
  if (last >= start) {
    const packed = createReadStream(path, { start, end: last })
    // Of what is cut all that comes is given, and then the reason.
    yield* isCut && method === 0
      ? packed
      : checked(method === 0 ? packed : piped(packed, createInflateRaw()), crc)
  }
  if (isCut) throw new EntryFault('the archive ends in the middle of it.')
}

/** The directory at the end, which names entries in all parts; null where it is not there. */
interface Directory {
  /** The number of this part, from 0. */
  readonly disk: number
  readonly start: number
  /** What is to be added to where it says that an entry of this part is. */
  readonly shift: number
  /** Whether it has as many entries as it should. */
  readonly isWhole: boolean
  readonly entries: readonly { readonly rawName: Buffer; readonly disk: number; readonly at: number }[]
}

async function readDirectory(file: FileHandle, size: number): Promise<Directory | null> {
  const from = Math.max(0, size - endBytes - longestComment)
  const tail = await bytesAt(file, from, size - from)
  const endAt = tail.lastIndexOf(endMagic)
  if (endAt < 0 || endAt + endBytes > tail.length) return null
  const length = tail.readUInt32LE(endAt + 12)
  const start = from + endAt - length
  if (start < 0 || length > mostDirectory) return null
  const bytes = await bytesAt(file, start, length)
  const entries: { rawName: Buffer; disk: number; at: number }[] = []
  for (let at = 0; at + directoryBytes <= bytes.length; ) {
    if (!bytes.subarray(at, at + 4).equals(directoryMagic)) break
    const name = at + directoryBytes
    const nameLength = bytes.readUInt16LE(at + 28)
    entries.push({
      rawName: bytes.subarray(name, name + nameLength),
      disk: bytes.readUInt16LE(at + 34),
      at: bytes.readUInt32LE(at + 42),
    })
    at = name + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  if (entries.length === 0) return null
  const disk = tail.readUInt16LE(endAt + 4)
  // Of one in a single part the place is known at which it should begin.
  const shift = disk === 0 ? start - tail.readUInt32LE(endAt + 16) : 0
  return { disk, start, shift, isWhole: entries.length === tail.readUInt16LE(endAt + 10), entries }
}

/** A date and a time of MS-DOS. */
function modifiedAt(date: number, time: number): string | null {
  const at = new Date(
    Date.UTC(
      1980 + (date >> 9),
      ((date >> 5) & 15) - 1,
      date & 31,
      time >> 11,
      (time >> 5) & 63,
      (time & 31) * 2,
    ),
  )
  return entryDate(at)
}
