/**
 * Groups of documents that say nearly the same. The longest document of a group is its principal (its pivot), and every
 * other member was compared with it, exactly: a percentage that is shown was counted, not estimated. Two members may be
 * less like each other than each is like the principal.
 */
import { bandKey, bands, estimate, signatureOf } from './min-hash.ts'
import { shinglesOf, similarity, wordsOf } from './shingles.ts'

export interface NearDuplicate {
  readonly id: number
  /** The group's principal; of the principal it is its own id. */
  readonly principal: number
  /** In whole percent, of the principal 100. */
  readonly similarity: number
}

export interface NearDuplicateOptions {
  /** In percent; what is less alike is not of one group. */
  readonly minimum: number
  /** Words that a text must have: short ones are alike by chance. */
  readonly leastWords: number
  /** Words of a text that are compared; longer texts are left out, so that one does not take the time of thousands. */
  readonly mostWords: number
}

export const defaultOptions: NearDuplicateOptions = { minimum: 90, leastWords: 30, mostWords: 2_000_000 }

/** Estimates are right within so much in all but one case of a thousand: what is below cannot be alike enough. */
const margin = 0.25
/** Documents in one band alike that are compared; more say the same form letter, and one of them is their principal. */
const mostCandidates = 400

interface Text {
  readonly id: number
  readonly words: number
  readonly signature: Uint32Array
}

/** Takes texts one by one, then tells the groups. Keeps a signature of half a kilobyte for each. */
export class NearDuplicates {
  readonly #options: NearDuplicateOptions
  readonly #texts: Text[] = []
  constructor(options: NearDuplicateOptions = defaultOptions) {
    this.#options = options
  }

  /** Whether it is long enough, and not too long, to be compared. */
  add(id: number, text: string): boolean {
    const words = wordsOf(text)
    if (words.length < this.#options.leastWords || words.length > this.#options.mostWords) return false
    this.#texts.push({ id, words: words.length, signature: signatureOf(shinglesOf(words)) })
    return true
  }

  /**
   * Members of groups of two or more, principals before their members. `textOf` is asked again for texts that look alike;
   * the same texts in any order make the same groups.
   */
  async groups(textOf: (id: number) => Promise<string>): Promise<readonly NearDuplicate[]> {
    const kept = new Kept(textOf)
    const principals = new Map<number, Text[]>()
    const members = new Map<Text, NearDuplicate[]>()
    // Longest first, as the rule says; of equal length the one that was there first.
    const order = this.#texts.toSorted((a, b) => b.words - a.words || a.id - b.id)
    for (const text of order) {
      const keys = Array.from({ length: bands }, (_, band) => bandKey(text.signature, band))
      const found = await this.#principalOf(text, candidates(keys, principals), kept)
      if (found === null) {
        members.set(text, [])
        for (const key of keys) {
          const alike = principals.get(key)
          if (alike === undefined) principals.set(key, [text])
          else alike.push(text)
        }
      } else
        members
          .get(found.principal)
          ?.push({ id: text.id, principal: found.principal.id, similarity: found.percent })
    }
    return [...members].flatMap(([{ id }, others]) =>
      others.length === 0 ? [] : [{ id, principal: id, similarity: 100 }, ...others],
    )
  }

  /** The principal that it is most like; of equals the first. */
  async #principalOf(
    text: Text,
    among: ReadonlySet<Text>,
    kept: Kept,
  ): Promise<{ readonly principal: Text; readonly percent: number } | null> {
    const least = this.#options.minimum / 100
    let best: { readonly principal: Text; readonly percent: number } | null = null
    for (const principal of among) {
      if (estimate(text.signature, principal.signature) < least - margin) continue
      const shared = similarity(await kept.shingles(text.id), await kept.shingles(principal.id))
      // Cut, not rounded: what is shown as 100 is the same.
      const percent = Math.floor(shared * 100)
      if (shared >= least && (best === null || percent > best.percent)) best = { principal, percent }
    }
    return best
  }
}

function candidates(
  keys: readonly number[],
  principals: ReadonlyMap<number, readonly Text[]>,
): ReadonlySet<Text> {
  const found = new Set<Text>()
  for (const key of keys)
    for (const text of principals.get(key) ?? []) {
      if (found.size >= mostCandidates) return found
      found.add(text)
    }
  return found
}

/** Numbers of shingles that are kept in memory, about 64 MB. */
const keptShingles = 16_000_000

/** Sets that were asked for a moment ago: neighbours in the order are compared with the same principals. */
class Kept {
  readonly #textOf: (id: number) => Promise<string>
  readonly #sets = new Map<number, Uint32Array>()
  #size = 0
  constructor(textOf: (id: number) => Promise<string>) {
    this.#textOf = textOf
  }

  async shingles(id: number): Promise<Uint32Array> {
    const known = this.#sets.get(id)
    if (known !== undefined) {
      this.#sets.delete(id)
      this.#sets.set(id, known)
      return known
    }
    const set = shinglesOf(wordsOf(await this.#textOf(id)))
    this.#sets.set(id, set)
    this.#size += set.length
    for (const [oldest, { length }] of this.#sets) {
      if (this.#size <= keptShingles || oldest === id) break
      this.#sets.delete(oldest)
      this.#size -= length
    }
    return set
  }
}
