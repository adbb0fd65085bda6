/** Entries of a zip, by its central directory. Names are shown, not followed. */
import yauzl from 'yauzl'
import { type ArchiveEntry, isSystemFault, linkRefused } from './archive.ts'
import { checked, entryFault } from './checked.ts'
import { entryDate } from './entry-date.ts'
import { nameDecoder } from './entry-names.ts'
import type { Unpacking } from './unpacker.ts'
import { entriesFrom } from './zip-directory.ts'
import { OddEntries } from './zip-odd.ts'
import { salvageZip } from './zip-salvage.ts'
import { Unlisted } from './zip-unlisted.ts'

/**
 * All files of the zip in the order of its directory; folders are left out. What has bytes is none, whatever its name. Of a
 * zip that is cut, or a part of one that was split, what is there; then it throws at the end. So it does where the zip holds
 * what its directory does not name.
 */
export async function* zipEntries(path: string, unpacking: Unpacking): AsyncGenerator<ArchiveEntry> {
  const names = await rawNames(path)
  if (names !== null) yield* listedEntries(path, names, unpacking)
  else yield* salvageZip(path, unpacking.limits)
}

/** Without decodeStrings one "../" in a name does not refuse the whole archive. */
export async function openZip(path: string): Promise<yauzl.ZipFile> {
  const zip = await yauzl.openPromise(path, { lazyEntries: true, decodeStrings: false, autoClose: false })
  try {
    // Where its directory begins; its types have it wrong.
    const directory = Number(zip.readEntryCursor)
    zip.entryCount = Math.max(zip.entryCount, await entriesFrom(path, directory))
    return zip
  } catch (error) {
    zip.close()
    throw error
  }
}

async function* listedEntries(
  path: string,
  names: readonly Buffer[],
  unpacking: Unpacking,
): AsyncGenerator<ArchiveEntry> {
  const zip = await openZip(path)
  const odd = new OddEntries(path, unpacking)
  const unlisted = new Unlisted()
  const directory = Number(zip.readEntryCursor)
  try {
    const decode = nameDecoder(names)
    let number = -1
    for await (const entry of zip.eachEntry()) {
      number++
      unlisted.add(entry.relativeOffsetOfLocalHeader, entry.fileNameLength, entry.compressedSize)
      const name = nameOf(entry, decode)
      const namesFolder = name.endsWith('/')
      if (namesFolder && entry.uncompressedSize === 0) continue
      const link = isLink(entry)
      const found = isPlain(entry) || link ? null : await odd.find(number, entry)
      yield {
        number,
        name: namesFolder ? name.slice(0, -1) : name,
        size: entry.uncompressedSize,
        packedSize: entry.compressedSize,
        modifiedAt: modifiedAt(entry),
        refused: link ? linkRefused : (found?.refused ?? null),
        open: found?.open ?? (async () => checked(await openEntry(zip, entry), entry.crc32)),
      }
    }
    if (unpacking.isJoined !== true) yield* unlisted.entries(path, directory, number + 1, unpacking.limits)
  } finally {
    zip.close()
    await odd.close()
  }
}

/** The number of entries, without opening any. */
export async function zipCount(path: string): Promise<number> {
  const zip = await openZip(path)
  zip.close()
  return zip.entryCount
}

/** As many names as tell their charset, which is found from all of them. */
const namesLookedAt = 2000

/** The first names in the directory; null where it cannot be read to its end. */
async function rawNames(path: string): Promise<Buffer[] | null> {
  const names: Buffer[] = []
  let zip: yauzl.ZipFile | null = null
  try {
    zip = await openZip(path)
    for await (const { fileNameRaw } of zip.eachEntry())
      if (names.length < namesLookedAt) names.push(fileNameRaw)
    return names
  } catch (error) {
    if (isSystemFault(error)) throw error
    return null
  } finally {
    zip?.close()
  }
}

/** Stored, deflated. */
const plainMethods: ReadonlySet<number> = new Set([0, 8])

/** Whether it can be read without a password and by the methods that all know. */
export const isPlain = (entry: yauzl.Entry): boolean =>
  !entry.isEncrypted() && plainMethods.has(entry.compressionMethod)

export const isLink = (entry: yauzl.Entry): boolean => entry.externalFileAttributes >>> 28 === 0o12

export async function openEntry(zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<AsyncIterable<Buffer>> {
  try {
    return await zip.openReadStreamPromise(entry)
  } catch (error) {
    throw entryFault(error)
  }
}

/** The name that a program wrote beside one that its zip could not hold, else the name in the charset of all. */
function nameOf(entry: yauzl.Entry, decode: (raw: Uint8Array) => string): string {
  const unicode = entry.extraFields.find((field) => field.id === 0x7075)
  return decode(
    unicode !== undefined && unicode.data.length > 5 ? unicode.data.subarray(5) : entry.fileNameRaw,
  )
}

export const modifiedAt = (entry: yauzl.Entry): string | null =>
  entryDate(entry.getLastModDate({ timezone: 'UTC' }))
