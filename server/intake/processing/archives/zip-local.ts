/** Entries of a zip by the headers that stand before them, whatever its directory says. */
import { createReadStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { createInflateRaw } from 'node:zlib'
import type { Budget } from '../budget.ts'
import { type ArchiveEntry, DamagedEntry, isUnpackFault } from './archive.ts'
import { checked } from './checked.ts'
import { entryDate } from './entry-date.ts'
import { bytesAt, type HeldPiece } from './held-piece.ts'
import { piped } from './piped.ts'
import { localBytes, localMagic } from './zip-records.ts'

const descriptorMagic = Buffer.from('PK\x07\x08', 'latin1')
const deflated = 8
const pieceBytes = 256 * 1024

/** An entry as the header before it has it. */
export interface Local {
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

/** The next entry at or behind `from`; null where none stands before `end`. */
export async function nextLocal(
  path: string,
  held: HeldPiece,
  from: number,
  end: number,
  budget: Budget,
): Promise<Local | null> {
  for (let sought = from; ; sought++) {
    const at = await held.find(localMagic, sought, end)
    if (at === null) return null
    sought = at
    const header = Buffer.from(await held.bytes(at, localBytes))
    if (header.length < localBytes) return null
    const flags = header.readUInt16LE(6)
    const method = header.readUInt16LE(8)
    const nameLength = header.readUInt16LE(26)
    // Bytes of other files may look like a header: only of what can be one the rest is read.
    if (nameLength === 0 || method > 99 || at + localBytes + nameLength > end) continue
    const rest = Buffer.from(await held.bytes(at + localBytes, nameLength + header.readUInt16LE(28)))
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
      return { ...told, ...(await measured(path, held, start, end, method, budget)) }
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
  held: HeldPiece,
  start: number,
  limit: number,
  method: number,
  budget: Budget,
): Promise<Pick<Local, 'end' | 'size' | 'crc'>> {
  const magic = method === deflated ? localMagic : descriptorMagic
  let end = (await held.find(magic, start, limit)) ?? limit
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
  const descriptor = await held.bytes(end, 8)
  const isMarked = descriptor.subarray(0, 4).equals(descriptorMagic)
  return { end, size, crc: descriptor.length < 8 ? 0 : descriptor.readUInt32LE(isMarked ? 4 : 0) }
}

/** As it is given out. What stands from `limit` on is not its own. */
export const localEntry = (
  path: string,
  local: Local,
  limit: number,
  number: number,
  name: string,
): ArchiveEntry => ({
  number,
  name,
  size: local.size,
  packedSize: local.end - local.start,
  modifiedAt: local.modified,
  refused: refusedFor(local),
  open: () => Promise.resolve(bytesOf(path, local, limit)),
})

/** Whether any byte between the two places is no zero, with which files are filled up. */
export async function saysAnything(file: FileHandle, from: number, end: number): Promise<boolean> {
  for (let at = from; at < end; at += pieceBytes) {
    const piece = await bytesAt(file, at, Math.min(pieceBytes, end - at))
    if (piece.some((byte) => byte !== 0)) return true
    if (piece.length === 0) return false
  }
  return false
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
  if (isCut) throw new DamagedEntry('the archive ends in the middle of it.')
}

/** A date and a time of MS-DOS. */
const modifiedAt = (date: number, time: number): string | null =>
  entryDate(
    new Date(
      Date.UTC(
        1980 + (date >> 9),
        ((date >> 5) & 15) - 1,
        date & 31,
        time >> 11,
        (time >> 5) & 63,
        (time & 31) * 2,
      ),
    ),
  )
