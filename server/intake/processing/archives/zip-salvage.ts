/**
 * What is there of a zip that has lost its directory (it was cut), whose directory counts from elsewhere (it stands behind
 * other bytes), or of which this is one part of several: entries by the headers that stand before them. What the directory
 * names and is not there is told as missing.
 */
import { type FileHandle, open } from 'node:fs/promises'
import { Budget } from '../budget.ts'
import type { Limits } from '../limits.ts'
import { type ArchiveEntry, DamagedEntry } from './archive.ts'
import { BytesBehind } from './behind.ts'
import { nameDecoder } from './entry-names.ts'
import { bytesAt, HeldPiece } from './held-piece.ts'
import { localEntry, nextLocal, saysAnything } from './zip-local.ts'
import { directoryHeader, type ZipHeader } from './zip-records.ts'

const endMagic = Buffer.from('PK\x05\x06', 'latin1')
const endBytes = 22
const longestComment = 0xffff
/** A directory is held in memory; what one of more bytes names beyond them is not told as missing. */
const maxDirectory = 64 * 1024 * 1024

/** All files that are there, then those that are missing. Throws at the end where it is not whole. */
export async function* salvageZip(path: string, limits: Limits): AsyncGenerator<ArchiveEntry> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const directory = await readDirectory(file, size)
    const known = directory?.entries.map(({ rawName }) => rawName)
    const found = new Set<number>()
    const budget = new Budget(limits, size, null)
    const held = new HeldPiece(file, budget)
    const end = directory?.start ?? size
    let number = 0
    for (let at = 0; ; ) {
      const local = await nextLocal(path, held, at, end, budget)
      if (local === null) break
      found.add(local.at)
      at = Math.min(local.end, end)
      const name = nameDecoder(known ?? [local.rawName])(local.rawName)
      if (name.endsWith('/') && local.size === 0) continue
      yield localEntry(path, local, end, number++, name)
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
        open: () => Promise.reject(new DamagedEntry(reason)),
      }
    }
    if (directory.disk > 0)
      throw new Error(
        `it is part ${directory.disk + 1} of a split archive; what is in the other parts only is missing.`,
      )
    if (!directory.isWhole) throw new Error('its directory is damaged; something may be missing.')
    if (await saysAnything(file, directory.end, size)) throw new BytesBehind()
  } finally {
    await file.close()
  }
}

/** The directory at the end, which names entries in all parts; null where it is not there. */
interface Directory {
  /** The number of this part, from 0. */
  readonly disk: number
  readonly start: number
  /** Where the record behind it ends, and its comment. */
  readonly end: number
  /** What is to be added to where it says that an entry of this part is. */
  readonly shift: number
  /** Whether it has as many entries as it should. */
  readonly isWhole: boolean
  readonly entries: readonly ZipHeader[]
}

async function readDirectory(file: FileHandle, size: number): Promise<Directory | null> {
  const from = Math.max(0, size - endBytes - longestComment)
  const tail = await bytesAt(file, from, size - from)
  const endAt = tail.lastIndexOf(endMagic)
  if (endAt < 0 || endAt + endBytes > tail.length) return null
  const length = tail.readUInt32LE(endAt + 12)
  const start = from + endAt - length
  if (start < 0 || length > maxDirectory) return null
  const bytes = await bytesAt(file, start, length)
  const entries: ZipHeader[] = []
  let next = directoryHeader(bytes, 0)
  for (let at = 0; next !== null; next = directoryHeader(bytes, at)) {
    entries.push(next)
    at += next.length
  }
  if (entries.length === 0) return null
  const disk = tail.readUInt16LE(endAt + 4)
  // Of one in a single part the place is known at which it should begin.
  const shift = disk === 0 ? start - tail.readUInt32LE(endAt + 16) : 0
  const end = from + endAt + endBytes + tail.readUInt16LE(endAt + 20)
  return { disk, start, end, shift, isWhole: entries.length === tail.readUInt16LE(endAt + 10), entries }
}
