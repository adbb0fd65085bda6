/**
 * Texts as sets of shingles: every three words in a row, as one number each. White space, case and punctuation do not
 * count, so that the same letter in another layout is the same set.
 */

/** Words in one shingle. */
const width = 3
/** Where words are not separated, each sign stands for one. */
const word =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[[\p{L}\p{M}\p{N}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]]+/gv

/** The words of a text, in lower case. */
export const wordsOf = (text: string): readonly string[] =>
  text.normalize('NFKC').toLowerCase().match(word) ?? []

/** The shingles of a text, each once, in ascending order. */
export function shinglesOf(words: readonly string[]): Uint32Array {
  const hashes = words.map(hashOf)
  const found = new Set<number>()
  for (let at = 0; at + width <= hashes.length; at++) {
    let hash = 0
    for (let n = 0; n < width; n++) hash = mixed(Math.imul(hash, 0x01000193) ^ (hashes[at + n] ?? 0))
    found.add(hash)
  }
  return Uint32Array.from(found).sort()
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

/** How much two sets have in common of what either has (Jaccard), from 0 to 1; both in ascending order. */
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
  return all === 0 ? 1 : shared / all
}
