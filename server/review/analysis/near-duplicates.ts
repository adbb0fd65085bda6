/**
 * Groups of documents that say nearly the same. The longest document of a group is its principal (its pivot), and every
 * other member was compared with it, exactly: a percentage that is shown was counted, not estimated. Two members may be
 * less like each other than each is like the principal. Documents of the same words are always in the same group.
 */
import { Bands } from './bands.ts'
import { eachInTurn, type Progress } from './in-turns.ts'
import { estimate, places, signatureOf } from './min-hash.ts'
import { shinglesOf, similarity } from './shingles.ts'

export interface NearDuplicate {
  readonly id: number
  /** The group's principal; of the principal it is its own id. */
  readonly principal: number
  /** In whole percent, cut; 100 for the principal and for what has its words in its order, and for nothing else. */
  readonly similarity: number
}

export interface NearDuplicateOptions {
  /** In percent; what is less alike is not of one group. */
  readonly minimum: number
  /** Words that a text must have: short ones are alike by chance. */
  readonly minWords: number
  /** UTF-16 units of a text that is compared; longer texts are left out, so that one does not take the time of thousands. */
  readonly maxChars: number
}

export const defaultOptions: NearDuplicateOptions = { minimum: 90, minWords: 30, maxChars: 15_000_000 }

/** By the estimate of their signatures and by their bands; form letters have thousands, and one of the best is taken. */
const maxEstimated = 400
const maxCompared = 50

/** All documents of the same words. */
interface Text {
  readonly ids: number[]
  readonly words: number
  /** Of its set of shingles. */
  readonly size: number
  readonly signature: Uint32Array
}

interface Principal {
  readonly text: Text
  readonly members: NearDuplicate[]
}

/** Takes texts one by one, then tells the groups. Keeps about a kilobyte for each, and never the text. */
export class NearDuplicates {
  readonly #options: NearDuplicateOptions
  readonly #texts = new Map<string, Text>()
  constructor(options: NearDuplicateOptions = defaultOptions) {
    this.#options = options
  }

  /** Whether it is long enough, and not too long, to be compared. An id is given once. */
  add(id: number, text: string): boolean {
    if (text.length > this.#options.maxChars) return false
    const { set, words, digest } = shinglesOf(text)
    if (words < this.#options.minWords) return false
    const same = this.#texts.get(digest)
    if (same === undefined)
      this.#texts.set(digest, { ids: [id], words, size: set.length, signature: signatureOf(set) })
    else same.ids.push(id)
    return true
  }

  /**
   * Members of groups of two or more, principals before their members. `textOf` is asked again for texts that look alike,
   * one at a time; the same texts in any order make the same groups. `progress` counts different texts.
   */
  async groups(
    textOf: (id: number) => Promise<string>,
    progress: Progress = async () => {},
  ): Promise<readonly NearDuplicate[]> {
    const kept = new Kept(textOf)
    const order = [...this.#texts.values()]
    for (const { ids } of order) ids.sort((a, b) => a - b)
    // Longest first, as the rule says; of equal length the one that was there first.
    order.sort((a, b) => b.words - a.words || idOf(a) - idOf(b))
    const principals: Principal[] = []
    const bands = new Bands(order.length)
    await eachInTurn(order, progress, async (text, turn) => {
      const found = await this.#principalOf(text, principals, bands, kept, turn)
      if (found === null) {
        principals.push({ text, members: [] })
        bands.add(text.signature)
      } else
        for (const id of text.ids)
          found.principal.members.push({
            id,
            principal: idOf(found.principal.text),
            similarity: found.percent,
          })
    })
    return principals.flatMap(({ text, members }) => {
      const own = text.ids.map((id) => ({ id, principal: idOf(text), similarity: 100 }))
      return own.length + members.length < 2 ? [] : [...own, ...members]
    })
  }

  /** The principal that it is most like; of equals the first. */
  async #principalOf(
    text: Text,
    principals: readonly Principal[],
    bands: Bands,
    kept: Kept,
    turn: () => Promise<void>,
  ): Promise<{ readonly principal: Principal; readonly percent: number } | null> {
    const least = this.#options.minimum / 100
    const margin = marginOf(least)
    let best: { readonly number: number; readonly principal: Principal; readonly shared: number } | null =
      null
    for (const { number, principal, likely } of likeliest(text, principals, bands, least)) {
      if (best !== null && likely + margin < best.shared) break
      await turn()
      const shared = Math.min(maxOfOthers, similarity(await kept.set(text), await kept.set(principal.text)))
      if (shared < least) continue
      if (best === null || shared > best.shared || (shared === best.shared && number < best.number))
        best = { number, principal, shared }
    }
    return best && { principal: best.principal, percent: Math.floor(best.shared * 100) }
  }
}

/** Texts of other words can have the same shingles, and a shingle's number can be another's by chance. */
const maxOfOthers = 0.9999

const idOf = ({ ids }: Text): number => ids[0] ?? Number.NaN

/** Estimates are right within five standard errors: what is further below cannot be alike enough. */
const marginOf = (similar: number): number => 5 * Math.sqrt((similar * (1 - similar)) / places) + 0.01

interface Candidate {
  readonly number: number
  readonly principal: Principal
  readonly likely: number
}

/** Principals that may be alike enough, by how much they are by estimate: the cap takes the worst, not the latest. */
function likeliest(
  { signature, size }: Text,
  principals: readonly Principal[],
  bands: Bands,
  least: number,
): readonly Candidate[] {
  const found: Candidate[] = []
  for (const number of bands.candidates(signature).slice(0, maxEstimated)) {
    const principal = principals[number]
    if (principal === undefined) continue
    const { text } = principal
    // Sets cannot have more in common than the smaller one has.
    if (Math.min(size, text.size) < least * Math.max(size, text.size)) continue
    const likely = estimate(signature, text.signature)
    if (likely >= least - marginOf(least)) found.push({ number, principal, likely })
  }
  return found.sort((a, b) => b.likely - a.likely || a.number - b.number).slice(0, maxCompared)
}

/** Numbers of shingles that are kept in memory, about 64 MB. */
const keptShingles = 16_000_000

/** Sets that were asked for a moment ago: neighbours in the order are compared with the same principals. */
class Kept {
  readonly #textOf: (id: number) => Promise<string>
  readonly #sets = new Map<Text, Uint32Array>()
  #size = 0
  constructor(textOf: (id: number) => Promise<string>) {
    this.#textOf = textOf
  }

  async set(text: Text): Promise<Uint32Array> {
    const known = this.#sets.get(text)
    if (known !== undefined) {
      this.#sets.delete(text)
      this.#sets.set(text, known)
      return known
    }
    const { set } = shinglesOf(await this.#textOf(idOf(text)))
    this.#sets.set(text, set)
    this.#size += set.length
    for (const [oldest, { length }] of this.#sets) {
      if (this.#size <= keptShingles || oldest === text) break
      this.#sets.delete(oldest)
      this.#size -= length
    }
    return set
  }
}
