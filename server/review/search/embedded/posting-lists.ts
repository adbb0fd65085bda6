/**
 * Lists of postings as FTS5 writes them into pages: each document as the distance from the one before, behind it the length of its
 * positions and these. The first document that begins on a page is told whole, and positions may reach over the end of a page, but
 * no number does. Positions of the first column stand first; a mark and its number come before those of each other column.
 */
import type { Bits } from './bits.ts'

/** Bytes of a page that belong to the list of one word. */
export interface Piece {
  readonly page: Buffer
  readonly from: number
  readonly to: number
}

/** A column begins. A position is two more than the distance from the one before, so that none is taken for it. */
const columnMark = 1

/** The end of the number that was read last: two results without an object for each number. */
let end = 0

/** A number: seven bits a byte, the highest first, and a ninth byte as it is, which no number here is long enough for. */
export function numberAt(bytes: Uint8Array, from: number): number {
  let at = from
  let byte = bytes[at++] as number
  if (byte < 128) {
    end = at
    return byte
  }
  let value = byte & 127
  do {
    byte = bytes[at++] ?? 0
    value = value * 128 + (byte & 127)
  } while (byte > 127)
  end = at
  return value
}

/** Where the number that was read last ends. */
export const numberEnd = (): number => end

/** Adds the documents in which the word stands in the first column. */
export function documentsIn(pieces: readonly Piece[], into: Bits): void {
  const { words } = into
  let slot = 0
  /** Bytes of positions that are still to come, and whether their first one is. */
  let left = 0
  let isNew = false
  for (const { page, from, to } of pieces) {
    let at = from
    if (left > 0) {
      if (isNew && page[at] !== columnMark) into.add(slot)
      isNew = false
      const here = Math.min(left, to - at)
      at += here
      left -= here
    }
    slot = 0
    while (at < to) {
      let byte = page[at++] as number
      let value = byte & 127
      while (byte > 127) {
        byte = page[at++] as number
        value = (value << 7) | (byte & 127)
      }
      slot += value
      byte = page[at++] as number
      value = byte & 127
      while (byte > 127) {
        byte = page[at++] as number
        value = (value << 7) | (byte & 127)
      }
      // The lowest bit tells of a deletion, which has no positions.
      const length = value >>> 1
      if (length === 0) continue
      if (at === to) isNew = true
      else if (page[at] !== columnMark) words[slot >>> 5] = (words[slot >>> 5] as number) | (1 << (slot & 31))
      at += length
      if (at > to) {
        left = at - to
        // Where nothing of them was on this page, `isNew` has said so.
        break
      }
    }
  }
}

/** Tells each place of the word in a column, document by document. */
export function placesIn(
  pieces: readonly Piece[],
  column: number,
  found: (slot: number, place: number) => void,
): void {
  let slot = 0
  let left = 0
  let current = 0
  let place = 0
  let isColumn = false
  for (const { page, from, to } of pieces) {
    let at = from
    let isFirst = true
    for (;;) {
      const stop = Math.min(to, at + left)
      left -= stop - at
      while (at < stop) {
        let byte = page[at++] as number
        let value = byte & 127
        while (byte > 127) {
          byte = page[at++] as number
          value = (value << 7) | (byte & 127)
        }
        if (isColumn) {
          current = value
          place = 0
          isColumn = false
        } else if (value === columnMark) isColumn = true
        else {
          place += value - 2
          if (current === column) found(slot, place)
        }
      }
      if (at >= to) break
      const told = numberAt(page, at)
      slot = isFirst ? told : slot + told
      isFirst = false
      left = numberAt(page, end) >>> 1
      at = end
      current = 0
      place = 0
    }
  }
}
