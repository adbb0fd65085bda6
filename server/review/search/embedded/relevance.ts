/**
 * The order by relevance: BM25 over the words that a query looks for in the text. How often a word stands in which text is read
 * from the postings, once for all texts; FTS5's own function asks for each text by itself and takes many times as long.
 */
import { legend } from '#query/hits.ts'
import { isNoise } from '#query/noise.ts'
import { isPattern } from '#query/pattern.ts'
import type { Node } from '#query/tree.ts'
import type { Facts } from './facts.ts'
import type { Postings } from './postings.ts'
import { sortedBy, sortedByDouble } from './radix.ts'

/** How soon more of a word says no more, and how much a long text is held against it: as FTS5 has them. */
const saturation = 1.2
const weightOfLength = 0.75
/** What a word that most texts have is worth. */
const leastWorth = 1e-6
export class Relevance {
  readonly #facts: Facts
  readonly #postings: Postings

  constructor(postings: Postings, facts: Facts) {
    this.#postings = postings
    this.#facts = facts
  }

  /** Best first; families stay together behind their best member. Equals keep the order that they come in. */
  sort(
    slots: Int32Array,
    tree: Node | null,
    { noise, families }: { readonly noise: ReadonlySet<string>; readonly families: boolean },
  ): Int32Array {
    const words = wordsOf(tree, noise)
    if (words.length === 0) return slots
    const scores = this.#scores(slots, words)
    // Lower comes first.
    const own = (slot: number): number => -(scores[slot] as number)
    if (!families) return sortedByDouble(slots, own)
    const { familyId } = this.#facts
    const best = new Map<number, number>()
    const first = new Map<number, number>()
    for (const [i, slot] of slots.entries()) {
      const family = familyId[slot] as number
      best.set(family, Math.min(best.get(family) ?? 0, own(slot)))
      if (!first.has(family)) first.set(family, i)
    }
    const of = (slot: number, known: ReadonlyMap<number, number>): number =>
      known.get(familyId[slot] as number) ?? 0
    const together = sortedBy(slots, (slot) => of(slot, first))
    return sortedByDouble(together, (slot) => of(slot, best))
  }

  /** By slot; higher is better. */
  #scores(slots: Int32Array, words: readonly string[]): Float64Array {
    const { size, live } = this.#facts
    const lengths = this.#lengths()
    const documents = live.count()
    const scores = new Float64Array(size)
    for (const word of words) {
      const times = new Int32Array(size)
      let having = 0
      this.#postings.places(word, 0, (slot) => {
        if (times[slot] === 0) having++
        times[slot] = (times[slot] as number) + 1
      })
      const worth = Math.max(leastWorth, Math.log((documents - having + 0.5) / (having + 0.5)))
      for (const slot of slots) {
        const often = times[slot] as number
        if (often === 0) continue
        const spread = saturation * (1 - weightOfLength + weightOfLength * (lengths[slot] as number))
        scores[slot] = (scores[slot] as number) + (worth * often * (saturation + 1)) / (often + spread)
      }
    }
    return scores
  }

  /** How long each text is, the mean being one. In characters: the facts have them, and words are in proportion. */
  #lengths(): Float64Array {
    const { size, numbers, live } = this.#facts
    const sizes = numbers.get('Text_Size')
    let sum = 0
    let known = 0
    for (const slot of live.slots()) {
      const length = sizes?.[slot] ?? Number.NaN
      if (Number.isNaN(length)) continue
      sum += length
      known++
    }
    const lengths = new Float64Array(size).fill(1)
    if (sizes === undefined || sum === 0) return lengths
    for (let slot = 1; slot < size; slot++) {
      const length = sizes[slot] as number
      if (!Number.isNaN(length)) lengths[slot] = (length * known) / sum
    }
    return lengths
  }
}

/** The words that are looked for in the text, each once. */
function wordsOf(tree: Node | null, noise: ReadonlySet<string>): string[] {
  const tokens = legend(tree).flatMap((entry) => entry.tokens)
  return [
    ...new Set(
      // Noise is in nearly every document: it says nothing of any, and would be counted in all of them.
      tokens.flatMap((token) => (token === null || isPattern(token) || isNoise(token, noise) ? [] : [token])),
    ),
  ]
}
