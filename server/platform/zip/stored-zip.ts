/**
 * A zip whose entries are stored as they are. Names, sizes and checksums say where every byte of it stands, so any range of it
 * can be given out without making the rest, and a download goes on where it was cut. Nothing of it is on a disk.
 */
import {
  directoryHeader,
  directoryHeaderBytes,
  type EntryRecord,
  endRecords,
  localHeader,
  localHeaderBytes,
} from './records.ts'

export interface StoredEntry {
  /** Folders parted by `/`. */
  readonly name: string
  readonly bytes: number
  /** CRC-32 of its bytes. */
  readonly crc: number
}

/** The bytes of an entry, from the first one up to the one before `to`. */
export type EntryBytes = (
  entry: number,
  from: number,
  to: number,
) => AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Of the directory, in one piece. */
const pieceBytes = 64 * 1024

export class StoredZip {
  /** Of the whole zip. */
  readonly bytes: number
  readonly #entries: readonly StoredEntry[]
  readonly #at: Date
  /** Where each entry begins with its header; behind them, where the directory begins. */
  readonly #starts: Float64Array
  /** Where the line of each entry begins in the directory; behind them, where the directory ends. */
  readonly #lines: Float64Array
  readonly #end: Buffer

  /** `at`: the date of all entries (UTC). Throws a RangeError for names that no volume may have, and for dates before 1980. */
  constructor(entries: readonly StoredEntry[], at: Date) {
    checkEntries(entries)
    const year = at.getUTCFullYear()
    if (!(year >= 1980 && year <= 2107)) throw new RangeError('A zip has dates from 1980 to 2107.')
    this.#entries = entries
    this.#at = at
    this.#starts = new Float64Array(entries.length + 1)
    this.#lines = new Float64Array(entries.length + 1)
    let start = 0
    for (const [i, entry] of entries.entries()) {
      this.#starts[i] = start
      start += localHeaderBytes(Buffer.byteLength(entry.name), sizesOf(entry), 'needed') + entry.bytes
    }
    this.#starts[entries.length] = start
    let line = start
    for (const [i, entry] of entries.entries()) {
      this.#lines[i] = line
      const offset = this.#starts[i] ?? 0
      line += directoryHeaderBytes(Buffer.byteLength(entry.name), sizesOf(entry), offset, 'needed')
    }
    this.#lines[entries.length] = line
    this.#end = endRecords({ entries: entries.length, bytes: line - start, offset: start }, 'needed')
    this.bytes = line + this.#end.length
  }

  /**
   * The bytes from `from` up to the one before `to`. Throws where an entry gives other bytes than were asked for: what has
   * been given out until then is right, and the rest is missing.
   */
  async *read(from: number, to: number, bytesOf: EntryBytes): AsyncGenerator<Uint8Array> {
    const count = this.#entries.length
    const directory = this.#starts[count] ?? 0
    const end = this.#lines[count] ?? 0
    for (let i = indexAt(this.#starts, from); i < count && (this.#starts[i] ?? 0) < to; i++)
      yield* this.#entry(i, from, to, bytesOf)
    if (to > directory && from < end) yield* this.#directory(from, to)
    yield* part(this.#end, end, from, to)
  }

  async *#entry(i: number, from: number, to: number, bytesOf: EntryBytes): AsyncGenerator<Uint8Array> {
    const start = this.#starts[i] ?? 0
    const header = this.#local(i)
    yield* part(header, start, from, to)
    const content = start + header.length
    const bytes = this.#entries[i]?.bytes ?? 0
    const [first, last] = [Math.max(0, from - content), Math.min(bytes, to - content)]
    if (first >= last) return
    let given = 0
    for await (const piece of bytesOf(i, first, last)) {
      given += piece.byteLength
      if (given > last - first) break
      yield piece
    }
    if (given !== last - first) throw new Error('An entry of a volume has other bytes than were planned.')
  }

  *#directory(from: number, to: number): Generator<Uint8Array> {
    const count = this.#entries.length
    let lines: Buffer[] = []
    let i = Math.min(count, indexAt(this.#lines, from))
    let start = this.#lines[i] ?? 0
    for (; i < count && (this.#lines[i] ?? 0) < to; i++) {
      lines.push(this.#line(i))
      const next = this.#lines[i + 1] ?? 0
      if (next - start < pieceBytes) continue
      yield* part(Buffer.concat(lines), start, from, to)
      lines = []
      start = next
    }
    yield* part(Buffer.concat(lines), start, from, to)
  }

  #local(i: number): Buffer {
    return localHeader(this.#record(i), this.#at, 'needed')
  }

  #line(i: number): Buffer {
    return directoryHeader(this.#record(i), this.#at, this.#starts[i] ?? 0, 'needed')
  }

  #record(i: number): EntryRecord {
    const { name, bytes, crc } = this.#entries[i] ?? { name: '', bytes: 0, crc: 0 }
    return { name: Buffer.from(name), crc, bytes, packedBytes: bytes, packing: 'none', sizesBehind: false }
  }
}

const sizesOf = ({ bytes }: StoredEntry): { bytes: number; packedBytes: number } => ({
  bytes,
  packedBytes: bytes,
})

/** The last one that begins at or before a byte. */
function indexAt(starts: Float64Array, at: number): number {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? 0) <= at) low = middle
    else high = middle - 1
  }
  return low
}

/** What of bytes that begin at `start` is within a range. */
function* part(bytes: Buffer, start: number, from: number, to: number): Generator<Uint8Array> {
  const piece = bytes.subarray(Math.max(0, from - start), Math.max(0, to - start))
  if (piece.length > 0) yield piece
}

const longestName = 0xffff

function checkEntries(entries: readonly StoredEntry[]): void {
  const names = new Set<string>()
  for (const { name, bytes } of entries) {
    const isPath = name.split('/').every((folder) => folder !== '' && folder !== '.' && folder !== '..')
    if (!isPath || /[\\:\p{Cc}]/u.test(name) || !name.isWellFormed() || Buffer.byteLength(name) > longestName)
      throw new RangeError(
        'A name in a volume is a path from its root, without "..", drives and control characters.',
      )
    if (names.has(name.toLowerCase())) throw new RangeError('Two files of a volume have one name.')
    names.add(name.toLowerCase())
    if (!Number.isSafeInteger(bytes) || bytes < 0) throw new RangeError('A size is a whole number.')
  }
}
