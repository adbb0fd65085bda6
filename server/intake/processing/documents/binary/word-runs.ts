/** Which characters of a binary Word document are deleted, inserted or hidden, by the formatting of their runs. */
import { tableAt, type WordFile } from './word-file.ts'

export interface WordRuns {
  /** Ranges of characters that a tracked change deleted, in order. */
  readonly deleted: readonly (readonly [from: number, to: number])[]
  readonly tracked: boolean
  readonly hidden: boolean
}

const pageBytes = 512

/** Looks at every run once ([MS-DOC] 2.9.33, ChpxFkp). */
export function readRuns(stream: Buffer, table: Buffer, file: WordFile): WordRuns {
  const pages = tableAt(stream, table, 12)
  const count = Math.min(Math.floor((pages.length - 4) / 8), Math.ceil(stream.length / pageBytes))
  const deletedAt: [from: number, to: number][] = []
  let tracked = false
  let hidden = false
  for (let i = 0; i < count; i++) {
    const start =
      (pages.readUInt32LE((Math.floor((pages.length - 4) / 8) + 1) * 4 + i * 4) & 0x3fffff) * pageBytes
    const page = stream.subarray(start, start + pageBytes)
    if (page.length < pageBytes) continue
    const runs = Math.min(101, page[511] ?? 0)
    for (let run = 0; run < runs; run++) {
      const offset = (page[(runs + 1) * 4 + run] ?? 0) * 2
      if (offset === 0) continue
      const flags = flagsOf(page.subarray(offset + 1, offset + 1 + (page[offset] ?? 0)))
      tracked ||= flags.inserted || flags.deleted
      hidden ||= flags.hidden
      if (flags.deleted) deletedAt.push([page.readUInt32LE(run * 4), page.readUInt32LE(run * 4 + 4)])
    }
  }
  return { deleted: charactersAt(deletedAt, file), tracked, hidden }
}

/** Bytes of what follows a property, by the three upper bits of its number ([MS-DOC] 2.6.1). */
const operandBytes = [1, 1, 2, 4, 2, 2, 0, 3]

function flagsOf(properties: Buffer): { deleted: boolean; inserted: boolean; hidden: boolean } {
  const flags = { deleted: false, inserted: false, hidden: false }
  let at = 0
  while (at + 3 <= properties.length) {
    const property = properties.readUInt16LE(at)
    const isOn = properties[at + 2] === 1
    if (property === 0x0800) flags.deleted = isOn
    if (property === 0x0801) flags.inserted = isOn
    if (property === 0x083c) flags.hidden = isOn
    const kind = property >>> 13
    at += 2 + (kind === 6 ? 1 + (properties[at + 2] ?? 0) : (operandBytes[kind] ?? 1))
  }
  return flags
}

function charactersAt(
  places: readonly (readonly [number, number])[],
  { pieces }: WordFile,
): [number, number][] {
  if (places.length === 0) return []
  const sorted = places.toSorted(([a], [b]) => a - b)
  const found: [number, number][] = []
  for (const { from, to, at, width } of pieces) {
    const end = at + (to - from) * width
    // Runs are in the order of the file, pieces in that of the text.
    for (let i = firstEndingBehind(sorted, at); i < sorted.length; i++) {
      const [start = 0, stop = 0] = sorted[i] ?? []
      if (start >= end) break
      found.push([
        from + Math.ceil((Math.max(start, at) - at) / width),
        from + Math.floor((Math.min(stop, end) - at) / width),
      ])
    }
    if (found.length > 1_000_000) break
  }
  return found.toSorted(([a], [b]) => a - b)
}

function firstEndingBehind(sorted: readonly (readonly [number, number])[], at: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle]?.[1] ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return low
}
