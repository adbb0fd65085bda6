/**
 * Texts as sets of shingles: every three words in a row, as one number each. White space, case and punctuation do not
 * count, so that the same letter in another layout is the same set.
 */
import { createHash } from 'node:crypto'
import { wordsOf } from './words.ts'

/** Words in one shingle. */
const width = 3

export interface Shingles {
  /** Each once, in ascending order. */
  readonly set: Uint32Array
  /** How many words the text has. */
  readonly words: number
  /** SHA-256 of its words in their order: texts that repeat themselves can have one set and not the same words. */
  readonly digest: string
}

/** The shingles of a text. */
export function shinglesOf(text: string): Shingles {
  const digest = createHash('sha256')
  // Never more than a piece as strings: a word takes many times its letters in memory.
  const hashes: Uint32Array[] = []
  for (const piece of piecesOf(text)) {
    const words = wordsOf(piece)
    for (let at = 0; at < words.length; at += wordsAtOnce)
      digest.update(`${words.slice(at, at + wordsAtOnce).join(' ')} `)
    hashes.push(Uint32Array.from(words, hashOf))
  }
  const all = joined(hashes)
  return { set: setOf(all), words: all.length, digest: digest.digest('base64') }
}

const pieceChars = 1_000_000
/** Characters in which a piece's end is looked for. */
const longWord = 1000
const wordsAtOnce = 10_000

/** Cut at white space where there is some. */
function* piecesOf(text: string): Iterable<string> {
  for (let start = 0; start < text.length; ) {
    const most = start + pieceChars
    const space = most < text.length ? text.slice(most - longWord, most).search(/\s\S*$/) : -1
    const end = space < 0 ? most : most - longWord + space
    yield text.slice(start, end)
    start = end
  }
}

function joined(parts: readonly Uint32Array[]): Uint32Array {
  const [only] = parts
  if (only !== undefined && parts.length === 1) return only
  const all = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

function setOf(words: Uint32Array): Uint32Array {
  const set = new Uint32Array(Math.max(0, words.length - width + 1))
  for (let at = 0; at < set.length; at++) {
    let hash = 0
    for (let n = 0; n < width; n++) hash = mixed(Math.imul(hash, 0x01000193) ^ (words[at + n] ?? 0))
    set[at] = hash
  }
  set.sort()
  let kept = 0
  for (const hash of set) if (kept === 0 || hash !== set[kept - 1]) set[kept++] = hash
  return set.slice(0, kept)
}

/** FNV-1a over UTF-16. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return mixed(hash)
}

/** Spreads over all bits (the finaliser of MurmurHash3): smallest values of neighbours have to be independent. */
export function mixed(value: number): number {
  let hash = value
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** How much two sets have in common of what either has (Jaccard), from 0 to 1; both in ascending order. Of nothing: 0. */
export function similarity(a: Uint32Array, b: Uint32Array): number {
  let shared = 0
  let i = 0
  let j = 0
  while (i < a.length && j < b.length) {
    const left = a[i] ?? 0
    const right = b[j] ?? 0
    if (left === right) {
      shared++
      i++
      j++
    } else if (left < right) i++
    else j++
  }
  const all = a.length + b.length - shared
  return all === 0 ? 0 : shared / all
}
