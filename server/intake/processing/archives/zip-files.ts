/** Files of a zip that are read in any order, by their names: what belongs together need not stand together. */
import yauzl from 'yauzl'
import { Budget } from '../budget.ts'
import { readAll } from '../content.ts'
import type { Limits } from '../limits.ts'
import { type ArchiveEntry, isSystemFault } from './archive.ts'
import { checked } from './checked.ts'
import { isLink, isPlain, modifiedAt, openEntry, openZip } from './zip.ts'

/** All that is kept of an entry until it is read: there may be hundreds of thousands of them. */
interface Kept {
  readonly number: number
  readonly modifiedAt: string | null
  readonly place: Pick<
    yauzl.Entry,
    | 'compressedSize'
    | 'uncompressedSize'
    | 'compressionMethod'
    | 'generalPurposeBitFlag'
    | 'relativeOffsetOfLocalHeader'
    | 'crc32'
  >
}

/** A zip with more entries is read in its own order only. */
const maxEntries = 500_000

/** To be closed. */
export class ZipFiles {
  readonly #zip: yauzl.ZipFile
  readonly #kept: ReadonlyMap<string, Kept>
  readonly #limits: Limits
  readonly #budget: Budget
  private constructor(zip: yauzl.ZipFile, kept: ReadonlyMap<string, Kept>, limits: Limits) {
    this.#zip = zip
    this.#kept = kept
    this.#limits = limits
    this.#budget = new Budget(limits, zip.fileSize, null)
  }

  /**
   * Those that can be read and whose names are `wanted`, each name once. Null for what has no directory, or one that cannot
   * be read to its end.
   */
  static async open(path: string, wanted: RegExp, limits: Limits): Promise<ZipFiles | null> {
    let zip: yauzl.ZipFile | null = null
    try {
      zip = await openZip(path)
      if (zip.entryCount > maxEntries) throw new Error('Too many.')
      const kept = new Map<string, Kept>()
      let number = -1
      for await (const entry of zip.eachEntry()) {
        number++
        const name = entry.fileNameRaw.toString()
        if (wanted.test(name) && isPlain(entry) && !isLink(entry) && !kept.has(name))
          kept.set(name, { number, modifiedAt: modifiedAt(entry), place: placeOf(entry) })
      }
      return new ZipFiles(zip, kept, limits)
    } catch (error) {
      zip?.close()
      if (isSystemFault(error)) throw error
      return null
    }
  }

  get names(): readonly string[] {
    return [...this.#kept.keys()]
  }

  /** Of all entries, whether they are wanted or not. */
  get count(): number {
    return this.#zip.entryCount
  }

  /** As it stands in the zip. */
  entry(name: string): ArchiveEntry {
    const kept = this.#kept.get(name)
    if (kept === undefined) throw new Error('Nobody wanted this file.')
    const { number, place } = kept
    return {
      number,
      name,
      size: place.uncompressedSize,
      packedSize: place.compressedSize,
      modifiedAt: kept.modifiedAt,
      refused: null,
      open: async () =>
        checked(await openEntry(this.#zip, Object.assign(new yauzl.Entry(), place)), place.crc32),
    }
  }

  /** Its bytes; null where they are more than `most`. Rejects for what is damaged, or expands to more than is right. */
  async bytes(name: string, most: number): Promise<Buffer | null> {
    const { open, packedSize } = this.entry(name)
    const budget = new Budget(this.#limits, packedSize ?? 0, this.#budget)
    const counted = async function* (): AsyncGenerator<Buffer> {
      for await (const chunk of await open()) {
        budget.spend(chunk.length)
        yield chunk
      }
    }
    return (await readAll(counted(), most)).bytes
  }

  close(): void {
    this.#zip.close()
  }
}

const placeOf = (entry: yauzl.Entry): Kept['place'] => ({
  compressedSize: entry.compressedSize,
  uncompressedSize: entry.uncompressedSize,
  compressionMethod: entry.compressionMethod,
  generalPurposeBitFlag: entry.generalPurposeBitFlag,
  relativeOffsetOfLocalHeader: entry.relativeOffsetOfLocalHeader,
  crc32: entry.crc32,
})
