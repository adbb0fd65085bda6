/**
 * Postings of single words, read from the pages of FTS5's own tables (fts5_index.c). Asked for by a query they come as one row a
 * document, which takes several times as long; and for a prefix FTS5 puts all its words in one order, which a set does not need.
 * Phrases, and words near each other where patterns are among them, are left to FTS5.
 */
import type { Statement } from 'better-sqlite3'
import { Bits } from './bits.ts'
import type { Db } from './file.ts'
import { documentsIn, numberAt, numberEnd, type Piece, placesIn } from './posting-lists.ts'
import type { Step } from './stop-mark.ts'

/** FTS5 writes 5 once something was deleted in its secure way, which this index never asks for. */
const knownVersion = 4
/** Behind a counter, the structure of a table whose content is not kept, but can be deleted. */
const structureMark = 0xff_00_00_01
const structureRow = 10
/** The rows of a segment begin at so many times its number; those of what was deleted of it, as of another one far behind. */
const segmentRows = 2 ** 37
const deletionsBehind = 1n << 16n
/** Words of the index itself begin with it: those of indexes of prefixes, which there are none of, with others. */
const mainIndex = Buffer.from('0')
/** FTS5 keeps no more bytes of a word. */
const longestWord = 32_768
/** Before the bytes of a page: where its first document is, and where its footer. */
const pageHead = 4
/** The same where deleted documents are told: how long their numbers are, and how many. */
const deletionsHead = 8
const pagesInStep = 64

interface Segment {
  readonly id: number
  readonly first: number
  readonly last: number
  /** Pages that tell what was deleted of it. */
  readonly deletions: number
}

/** Words to be looked for: one, or all that begin so. */
interface Wanted {
  readonly bytes: Buffer
  readonly isPrefix: boolean
}

/** The file is written in another way than is known here. It is made anew, as a damaged one. */
class UnknownFormat extends Error {
  readonly code = 'SQLITE_CORRUPT_VTAB'
}

export class Postings {
  readonly #step: Step
  readonly #block: Statement<[number | bigint], Buffer>
  readonly #pageOf: Statement<[number, Buffer], number>
  #pages = 0

  /** Of a table without content, whose rows have numbers below 2^31. */
  constructor(db: Db, table: 'words' | 'marks', step: Step) {
    this.#step = step
    const version = db.prepare(`select v from ${table}_config where k = 'version'`).pluck().get()
    if (version !== knownVersion) throw new UnknownFormat(`Postings of version ${version} are not known.`)
    this.#block = db
      .prepare<[number | bigint], Buffer>(`select block from ${table}_data where id = ?`)
      .pluck()
    this.#pageOf = db
      .prepare<[number, Buffer], number>(
        `select pgno >> 1 from ${table}_idx where segid = ? and term <= ? order by term desc limit 1`,
      )
      .pluck()
  }

  /** Adds the documents that have a word in a column, the table's first one being 0; or a word that begins so. */
  documents(word: string, column: number, into: Bits, isPrefix = false): void {
    const wanted = wantedOf(word, isPrefix)
    for (const segment of this.#segments()) {
      // Most segments have few of many words that a pattern stands for.
      let own: Bits | null = segment.deletions === 0 ? into : null
      for (const pieces of this.#lists(segment, wanted)) {
        own ??= Bits.empty(into.words.length * 32)
        const found = own
        if (column === 0) documentsIn(pieces, found)
        else placesIn(pieces, column, (slot) => found.add(slot))
      }
      if (own === null || own === into) continue
      const found = own
      for (const slot of this.#deleted(segment)) found.remove(slot)
      into.or(found)
    }
  }

  /** Tells each place of a word in a column: document by document, and not all of them in order. */
  places(word: string, column: number, found: (slot: number, place: number) => void): void {
    const wanted = wantedOf(word, false)
    for (const segment of this.#segments()) {
      const deleted = new Set(segment.deletions === 0 ? [] : this.#deleted(segment))
      const tell =
        deleted.size === 0
          ? found
          : (slot: number, place: number): void => {
              if (!deleted.has(slot)) found(slot, place)
            }
      for (const pieces of this.#lists(segment, wanted)) placesIn(pieces, column, tell)
    }
  }

  /** What the index consists of at this moment. */
  #segments(): readonly Segment[] {
    const block = this.#blockOf(structureRow)
    if (block.length < 8 || block.readUInt32BE(4) !== structureMark)
      throw new UnknownFormat('The structure of the postings is not known.')
    let at = 8
    const next = (): number => {
      const value = numberAt(block, at)
      at = numberEnd()
      return value
    }
    const segments: Segment[] = []
    const levels = next()
    // How many segments there are, and how much was written.
    next()
    next()
    for (let level = 0; level < levels; level++) {
      // How many of them are being merged.
      next()
      for (let count = next(); count > 0; count--) {
        const [id, first, last] = [next(), next(), next()]
        // What time it is of.
        next()
        next()
        segments.push({ id, first, last, deletions: next() })
        // How many entries are deleted, and how many there are.
        next()
        next()
      }
    }
    return segments
  }

  /** The lists of the words in a segment, word by word. */
  *#lists({ id, first, last }: Segment, { bytes, isPrefix }: Wanted): Generator<readonly Piece[]> {
    let number = Math.max(first, this.#pageOf.get(id, bytes) ?? 1)
    while (number <= last) {
      const page = this.#pageIn(id, number++)
      const words = wordsIn(page)
      // So many of its bytes the word before has at its beginning, and no more: nothing is put together to compare it.
      let alike = 0
      for (const [i, place] of words.entries()) {
        // A word is told by how many bytes it has of the one before, and the others.
        const shared = i === 0 ? 0 : numberAt(page, place)
        const length = numberAt(page, i === 0 ? place : numberEnd())
        const own = numberEnd()
        if (shared < alike) return
        if (shared > alike && alike < bytes.length) continue
        let at = own
        while (alike < bytes.length && at < own + length && page[at] === bytes[alike]) {
          alike++
          at++
        }
        if (alike < bytes.length) {
          if (at === own + length || (page[at] as number) < (bytes[alike] as number)) continue
          return
        }
        if (!isPrefix && shared + length > bytes.length) return
        const next = words[i + 1]
        const pieces: Piece[] = [{ page, from: own + length, to: next ?? footerOf(page) }]
        // Read on until another word begins. That page is the next one for prefixes, too.
        while (next === undefined && number <= last) {
          const more = this.#pageIn(id, number)
          const [beginning] = wordsIn(more)
          pieces.push({ page: more, from: pageHead, to: beginning ?? footerOf(more) })
          if (beginning !== undefined) break
          number++
        }
        yield pieces
        if (!isPrefix) return
      }
    }
  }

  /** Documents that are not in a segment any more. */
  *#deleted({ id, deletions }: Segment): Generator<number> {
    for (let nth = 0; nth < deletions; nth++) {
      const block = this.#blockOf((BigInt(id) + deletionsBehind) * BigInt(segmentRows) + BigInt(nth))
      const bytes = block[0] === 4 ? 4 : 8
      for (let at = deletionsHead; at + bytes <= block.length; at += bytes) {
        // Numbers of eight bytes have only zeros in the first four.
        const slot = block.readUInt32BE(at + bytes - 4)
        if (slot !== 0) yield slot
      }
    }
  }

  #pageIn(segment: number, number: number): Buffer {
    if (++this.#pages % pagesInStep === 0) this.#step()
    return this.#blockOf(segment * segmentRows + number)
  }

  #blockOf(row: number | bigint): Buffer {
    const block = this.#block.get(row)
    if (block === undefined || block.length < pageHead)
      throw new UnknownFormat('A page of the postings is missing.')
    return block
  }
}

const wantedOf = (word: string, isPrefix: boolean): Wanted => ({
  bytes: Buffer.concat([mainIndex, Buffer.from(word).subarray(0, longestWord)]),
  isPrefix,
})

const footerOf = (page: Buffer): number => page.readUInt16BE(2)

/** Where the words of a page begin: the first as it is, the others as distances, in its footer. */
function wordsIn(page: Buffer): number[] {
  const places: number[] = []
  let place = 0
  for (let at = footerOf(page); at < page.length; at = numberEnd()) {
    place += numberAt(page, at)
    places.push(place)
  }
  return places
}
