/**
 * Entries of a zip that are encrypted (ZipCrypto, WinZip's AES) or packed as hardly any are (Deflate64, which Windows takes
 * for what is large, bzip2, LZMA, PPMd, xz): all of them are unpacked by 7-Zip when the first one is come to.
 */
import { type ArchiveEntry, DamagedEntry } from './archive.ts'
import { encryptedFiles, entryBytes, follow, refusedFor } from './seven-zip-entries.ts'
import { type Listed, listArchive } from './seven-zip-list.ts'
import { noPassword, orNone, Unpacker, type Unpacking } from './unpacker.ts'

/** What the zip's own directory says of an entry. */
interface ListedEntry {
  readonly uncompressedSize: number
  readonly crc32: number
}

/** To be closed, which removes what was unpacked. */
export class OddEntries {
  readonly #path: string
  readonly #unpacking: Unpacking
  #unpacked: { readonly unpacker: Unpacker; readonly entries: readonly Listed[] } | null = null

  constructor(path: string, unpacking: Unpacking) {
    this.#path = path
    this.#unpacking = unpacking
  }

  async close(): Promise<void> {
    await this.#unpacked?.unpacker.close()
  }

  /** The entry of that number in the directory. */
  async find(number: number, told: ListedEntry): Promise<Pick<ArchiveEntry, 'refused' | 'open'>> {
    this.#unpacked ??= await this.#unpack()
    const { unpacker, entries } = this.#unpacked
    const listed = entries[number]
    const isIt =
      listed?.size === told.uncompressedSize &&
      (listed.crc === null || told.crc32 === 0 || listed.crc === told.crc32)
    if (listed === undefined || !isIt) {
      const reason = 'It is packed by a method that is not read.'
      const open = () => Promise.reject(new DamagedEntry(reason))
      return { refused: { code: 'unsupportedType', reason }, open }
    }
    const unpacked = unpacker.found(number)
    return {
      refused: refusedFor(listed, number, unpacker, this.#unpacking.passwords),
      open: () => Promise.resolve(entryBytes(unpacker, unpacked, listed.size)),
    }
  }

  async #unpack(): Promise<{ unpacker: Unpacker; entries: readonly Listed[] }> {
    const { passwords, limits } = this.#unpacking
    const unpacker = new Unpacker(this.#path, 'zip', this.#unpacking)
    try {
      const { entries } = await listArchive('zip', noPassword, unpacker.source(), limits.entries)
      const wanted = (): ((name: string) => number | null) => {
        const numberOf = follow(entries)
        return (name) => {
          const number = numberOf(name)
          return number !== null && isOdd(entries[number]) ? number : null
        }
      }
      await unpacker.unpack(orNone(passwords), wanted, encryptedFiles(entries))
      return { unpacker, entries }
    } catch (error) {
      await unpacker.close()
      throw error
    }
  }
}

const isOdd = (entry: Listed | undefined): boolean =>
  entry !== undefined && (entry.encrypted || !/^(Store|Deflate)(:|$)/.test(entry.method))
