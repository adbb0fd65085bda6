/**
 * What lies in a zip and is in its directory by no name: entries that were taken out of the directory alone, or were put
 * beside it. Those that are sound are given out; of other bytes it is said that they are there.
 */
import { type FileHandle, open } from 'node:fs/promises'
import { Budget } from '../budget.ts'
import type { Limits } from '../limits.ts'
import type { ArchiveEntry } from './archive.ts'
import { BytesBehind } from './behind.ts'
import { nameDecoder } from './entry-names.ts'
import { bytesAt, HeldPiece } from './held-piece.ts'
import { localEntry, nextLocal, saysAnything } from './zip-local.ts'
import { localBytes } from './zip-records.ts'

/** Where an entry of the directory lies. Its header in that place may be longer than the directory tells. */
interface Placed {
  readonly at: number
  readonly packed: number
  /** No byte before here belongs to another. */
  readonly minEnd: number
}

/** Fewer bytes are no entry, but what tells sizes behind one. */
const minEntry = localBytes + 1
/** Signers of Android put theirs between the entries and the directory. */
const signature = Buffer.from('APK Sig Block 42', 'latin1')

export class Unlisted {
  readonly #placed: Placed[] = []

  /** That the directory names an entry there. */
  add(at: number, nameBytes: number, packed: number): void {
    this.#placed.push({ at, packed, minEnd: at + localBytes + nameBytes + packed })
  }

  /**
   * Entries that none of these is, before the directory at `directory`; numbered from `number` on. Throws `BytesBehind` at
   * the end where there was anything.
   */
  async *entries(
    path: string,
    directory: number,
    number: number,
    limits: Limits,
  ): AsyncGenerator<ArchiveEntry> {
    const file = await open(path)
    try {
      const budget = new Budget(limits, (await file.stat()).size, null)
      const held = new HeldPiece(file, budget)
      let next = number
      let isUnread = false
      for await (const { from, to } of this.#gaps(file, directory)) {
        for (let at = from; at < to; ) {
          const local = await nextLocal(path, held, at, to, budget)
          const isSound = local !== null && local.end <= to
          const upTo = isSound ? local.at : to
          isUnread ||= upTo - at >= minEntry && (await isTold(file, at, upTo))
          if (!isSound) break
          at = local.end
          const name = nameDecoder([local.rawName])(local.rawName)
          if (!name.endsWith('/') || local.size > 0) yield localEntry(path, local, to, next++, name)
        }
      }
      if (isUnread)
        throw new BytesBehind('between what its directory names stand other bytes, which could not be read.')
      if (next > number)
        throw new BytesBehind(
          'its directory does not name all that is in it; what it does not name was read too.',
        )
    } finally {
      await file.close()
    }
  }

  /** What stands before the first entry, as in what extracts itself, is none unless the file begins as a zip. */
  async *#gaps(file: FileHandle, directory: number): AsyncGenerator<{ from: number; to: number }> {
    const placed = this.#placed.toSorted((a, b) => a.at - b.at)
    let last: Placed | null = null
    for (const here of [...placed, { at: directory, packed: 0, minEnd: directory }]) {
      if (here.at - (last?.minEnd ?? 0) >= minEntry) {
        const from = last === null ? await begin(file, here.at) : await endOf(file, last)
        if (here.at - from >= minEntry) yield { from, to: here.at }
      }
      if (last === null || here.minEnd > last.minEnd) last = here
    }
  }
}

const begin = async (file: FileHandle, first: number): Promise<number> =>
  (await bytesAt(file, 0, 4)).equals(Buffer.from('PK\x03\x04', 'latin1')) ? 0 : first

async function endOf(file: FileHandle, { at, packed, minEnd }: Placed): Promise<number> {
  const header = await bytesAt(file, at, localBytes)
  if (header.length < localBytes) return minEnd
  return at + localBytes + header.readUInt16LE(26) + header.readUInt16LE(28) + packed
}

/** Whether the bytes are neither filling nor a signature. */
async function isTold(file: FileHandle, from: number, to: number): Promise<boolean> {
  const end = await bytesAt(file, to - signature.length, signature.length)
  return !end.equals(signature) && (await saysAnything(file, from, to))
}
