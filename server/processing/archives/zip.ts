/** Entries of a zip, by its central directory. Names are kept as they are: they are shown, not followed. */
import { crc32 } from 'node:zlib'
import yauzl from 'yauzl'
import { type ArchiveEntry, EntryFault, isSystemFault } from './archive.ts'

/** All files of the zip in the order of its directory; folders are left out. What has bytes is none, whatever its name. */
export async function* zipEntries(path: string): AsyncGenerator<ArchiveEntry> {
  // Without decodeStrings one "../" in a name does not refuse the whole archive.
  const zip = await yauzl.openPromise(path, { lazyEntries: true, decodeStrings: false, autoClose: false })
  try {
    let number = -1
    for await (const entry of zip.eachEntry()) {
      number++
      const name = nameOf(entry)
      const namesFolder = name.endsWith('/')
      if (namesFolder && entry.uncompressedSize === 0) continue
      yield {
        number,
        name: namesFolder ? name.slice(0, -1) : name,
        size: entry.uncompressedSize,
        packedSize: entry.compressedSize,
        modifiedAt: modifiedAt(entry),
        refused: refusedFor(entry),
        open: async () => checked(await openEntry(zip, entry), entry.crc32),
      }
    }
  } finally {
    zip.close()
  }
}

/** The number of entries, without opening any. */
export async function zipCount(path: string): Promise<number> {
  const zip = await yauzl.openPromise(path, { lazyEntries: true, decodeStrings: false, autoClose: false })
  zip.close()
  return zip.entryCount
}

async function openEntry(zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<AsyncIterable<Buffer>> {
  try {
    return await zip.openReadStreamPromise(entry)
  } catch (error) {
    throw entryFault(error)
  }
}

/** The format carries a checksum that the library does not compare. */
async function* checked(chunks: AsyncIterable<Buffer>, expected: number): AsyncGenerator<Buffer> {
  let sum = 0
  try {
    for await (const chunk of chunks) {
      sum = crc32(chunk, sum)
      yield chunk
    }
  } catch (error) {
    throw entryFault(error)
  }
  if (sum !== expected) throw new EntryFault('Its checksum does not fit its bytes.')
}

const entryFault = (error: unknown): unknown =>
  isSystemFault(error) ? error : new EntryFault(error instanceof Error ? error.message : String(error))

function refusedFor(entry: yauzl.Entry): ArchiveEntry['refused'] {
  if (entry.isEncrypted()) return { code: 'encrypted', reason: 'It is encrypted.' }
  if (entry.externalFileAttributes >>> 28 === 0o12)
    return { code: 'unsupportedType', reason: 'It is a link to another file, not a file.' }
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
    return {
      code: 'unsupportedType',
      reason: `It is packed with method ${entry.compressionMethod}, which is not read.`,
    }
  return null
}

/** UTF-8 where it fits, whatever is flagged; else the names of old DOS programs. */
function nameOf(entry: yauzl.Entry): string {
  const unicode = entry.extraFields.find((field) => field.id === 0x7075)
  const raw = unicode !== undefined && unicode.data.length > 5 ? unicode.data.subarray(5) : entry.fileNameRaw
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(raw)
  } catch {
    return new TextDecoder(looksShiftJis(raw) ? 'shift_jis' : 'windows-1252').decode(raw)
  }
}

function looksShiftJis(raw: Buffer): boolean {
  try {
    const text = new TextDecoder('shift_jis', { fatal: true }).decode(raw)
    return /[\u3040-\u30ff\u4e00-\u9fff]/.test(text)
  } catch {
    return false
  }
}

/** 1980-01-01 is what programs write that do not know. */
function modifiedAt(entry: yauzl.Entry): string | null {
  const at = entry.getLastModDate({ timezone: 'UTC' })
  return Number.isNaN(at.getTime()) || at.getUTCFullYear() <= 1980 ? null : at.toISOString()
}
