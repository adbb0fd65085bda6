/**
 * Entries of archives that 7-Zip reads (7z, rar, cab, iso, cpio, ar …). Most of them pack their entries as one stream, so
 * that all are unpacked at once: one behind the other into one file of the spool, out of which they are read.
 */
import { type ArchiveEntry, DamagedEntry, Locked, linkRefused, locked, lockedReason } from './archive.ts'
import { BytesBehind } from './behind.ts'
import { entryDate } from './entry-date.ts'
import { nameDecoder } from './entry-names.ts'
import type { Host } from './seven-zip.ts'
import { type Listed, type Listing, listArchive } from './seven-zip-list.ts'
import { noPassword, orNone, type Unpacked, Unpacker, type Unpacking } from './unpacker.ts'

/** Of these the archive keeps the time of a clock on a wall; the others keep instants, which are printed in local time. */
const wallClock: ReadonlySet<string> = new Set(['rar', 'cab', 'lzh'])

/**
 * All files of the archive `path` of 7-Zip's type `type`, in the order of its directory. Throws `Locked` where its directory
 * is encrypted and no password fits, and at the end where the archive is damaged or a part of it is missing.
 */
export async function* sevenZipEntries(
  path: string,
  type: string,
  unpacking: Unpacking,
): AsyncGenerator<ArchiveEntry> {
  const unpacker = new Unpacker(path, type, unpacking)
  try {
    const { listing, password } = await listed(type, unpacker, unpacking)
    const { entries, problem } = listing
    const { passwords } = unpacking
    const encrypted = encryptedFiles(entries)
    // Where the directory itself was encrypted, what opened it opens all.
    const tried = encrypted.length > 0 && password === noPassword ? orNone(passwords) : [password]
    await unpacker.unpack(tried, () => follow(entries), encrypted)
    const decode = nameDecoder(entries.map(({ rawName }) => rawName))
    for (const [number, entry] of entries.entries()) {
      if (entry.kind === 'folder') continue
      const unpacked = unpacker.found(number)
      yield {
        number,
        name: decode(entry.rawName),
        size: entry.size ?? unpacked?.size ?? 0,
        // They are packed together: none has a ratio of its own.
        packedSize: null,
        modifiedAt: instantOf(entry.modified, wallClock.has(type)),
        refused: refusedFor(entry, number, unpacker, passwords),
        open: () => Promise.resolve(entryBytes(unpacker, unpacked, entry.size)),
      }
    }
    if (unpacker.fault !== null) throw unpacker.fault
    if (problem !== null) throw new Error(`${problem}.`)
    if (type === '7z' && isFollowed(unpacker.source())) throw new BytesBehind()
  } finally {
    await unpacker.close()
  }
}

/**
 * One packed file without a directory (bz2, xz, Z), unpacked. Throws at its end where it is damaged or cut, and `BytesBehind`
 * where it is whole.
 */
export async function* sevenZipUnpacked(
  path: string,
  type: string,
  unpacking: Unpacking,
): AsyncGenerator<Buffer> {
  const unpacker = new Unpacker(path, type, unpacking)
  try {
    await unpacker.unpack([noPassword], () => () => 0, [])
    const unpacked = unpacker.found(0)
    if (unpacked !== undefined) yield* unpacker.bytes(unpacked)
    if (unpacker.fault !== null) throw unpacker.fault
    if (unpacked === undefined) throw new Error('it is not what it begins like.')
    if (unpacked.fault !== null) throw new Error('it is cut or damaged.')
    if (unpacked.isFollowed) throw new BytesBehind()
  } finally {
    await unpacker.close()
  }
}

/** The directory, with the password that opens it; most need none. */
async function listed(
  type: string,
  unpacker: Unpacker,
  { limits, passwords }: Unpacking,
): Promise<{ listing: Listing; password: string }> {
  let damage: string | null = null
  for (const password of [noPassword, ...passwords]) {
    const listing = await listArchive(type, password, unpacker.source(), limits.entries)
    if (listing.state === 'open') return { listing, password }
    if (listing.state === 'damaged') damage ??= listing.problem ?? 'its directory cannot be read'
  }
  // A directory that a wrong password makes nonsense of looks damaged.
  if (damage === null || (type === '7z' && hasLockedDirectory(unpacker.source())))
    throw new Locked(lockedReason(passwords))
  throw new Error(`${damage}.`)
}

/**
 * Whether the directory of a 7z is encrypted: then its place is taken by a header that names, among other packings, AES
 * (7zFormat.txt of 7-Zip's sources).
 */
function hasLockedDirectory({ archive: [file] }: Pick<Host, 'archive'>): boolean {
  const start = Buffer.alloc(32)
  if (file === undefined || file.read(start, 0) < start.length) return false
  const at = start.readBigUInt64LE(12) + BigInt(start.length)
  if (at > Number.MAX_SAFE_INTEGER) return false
  const header = Buffer.alloc(1024)
  const length = file.read(header, Number(at))
  return header[0] === 0x17 && header.subarray(0, length).includes('06f10701', 0, 'hex')
}

/** Whether anything but zeros stands behind a 7z in one file, which says at its beginning where its directory ends. */
function isFollowed({ archive }: Pick<Host, 'archive'>): boolean {
  const [file] = archive
  const start = Buffer.alloc(32)
  if (file === undefined || archive.length > 1 || file.read(start, 0) < start.length) return false
  const piece = Buffer.alloc(64 * 1024)
  let at = Number(start.readBigUInt64LE(12) + start.readBigUInt64LE(20)) + start.length
  for (let length = file.read(piece, at); length > 0; length = file.read(piece, at)) {
    if (piece.subarray(0, length).some((byte) => byte !== 0)) return true
    at += length
  }
  return false
}

/**
 * Which entry a path is that 7-Zip says it is on: it says them in the order of its list. Of entries that share a path the
 * first is meant first.
 */
export function follow(entries: readonly Listed[]): (path: string) => number | null {
  const numbers = new Map<string, number[]>()
  for (const [number, { kind, rawName }] of entries.entries()) {
    if (kind === 'folder') continue
    const path = rawName.toString('latin1')
    const same = numbers.get(path)
    if (same === undefined) numbers.set(path, [number])
    else same.push(number)
  }
  return (path) => {
    const number = numbers.get(path)?.shift()
    return number !== undefined && entries[number]?.kind === 'file' ? number : null
  }
}

/** Numbers of the files that need a password. */
export const encryptedFiles = (entries: readonly Listed[]): number[] =>
  [...entries.keys()].filter((i) => entries[i]?.encrypted && entries[i].kind === 'file')

/** Why an entry is not read, so far as trying showed it. */
export function refusedFor(
  { kind, encrypted }: Listed,
  number: number,
  unpacker: Unpacker,
  passwords: readonly string[],
): ArchiveEntry['refused'] {
  if (kind === 'link') return linkRefused
  if (kind === 'device') return { code: 'unsupportedType', reason: 'It is a device, not a file.' }
  // What was not come to because of a limit or a fault is not for want of a password.
  if (encrypted && unpacker.fault === null && unpacker.isLocked(number)) return locked(passwords)
  if (unpacker.found(number)?.fault === 'unsupported')
    return { code: 'unsupportedType', reason: 'It is packed by a method that is not read.' }
  return null
}

/** The bytes of an entry; throws at their end where they are not all. */
export async function* entryBytes(
  unpacker: Unpacker,
  unpacked: Unpacked | undefined,
  promised: number | null,
): AsyncGenerator<Buffer> {
  if (unpacked === undefined) throw unpacker.fault ?? new DamagedEntry('it could not be unpacked.')
  yield* unpacker.bytes(unpacked)
  if (unpacked.fault !== null) throw new DamagedEntry('it is cut, or its checksum does not fit its bytes.')
  if (promised !== null && promised !== unpacked.size)
    throw new DamagedEntry(`it has ${unpacked.size} bytes where ${promised} were promised.`)
}

/** Out of date and time as they are printed. 1980-01-01 is what programs write that do not know. */
function instantOf(printed: string, isWallClock: boolean): string | null {
  const [, date, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d{1,3})?)/.exec(printed) ?? []
  if (date === undefined || time === undefined) return null
  return entryDate(new Date(`${date}T${time}${isWallClock ? 'Z' : ''}`))
}
