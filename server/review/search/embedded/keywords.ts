/** Which documents each term hits, kept while the index stays as it is; their values as a column, and the term report. */
import type { TermFigures } from '#contracts/keywords.ts'
import type { Keyword } from '../list.ts'
import { Bits } from './bits.ts'
import type { Facts } from './facts.ts'
import type { Column } from './figures.ts'

/** As many as a project has terms; of a million documents they are 60 MB. */
const keptSets = 500

export interface TermSet {
  readonly term: string
  readonly set: Bits
}

/**
 * The sets of terms, by their trees: what was read alike finds the same. Terms that ask no field outlive changes that leave
 * all texts as they are: documents are promoted by the thousand.
 */
export class TermSets {
  readonly #kept = new Map<string, { readonly set: Bits; readonly asksFields: boolean }>()

  /** To be called when all may have changed, or all but texts. */
  forget(what: 'all' | 'fields'): void {
    for (const [key, { asksFields }] of this.#kept) if (what === 'all' || asksFields) this.#kept.delete(key)
  }

  /** `find` answers the set of a term under `scope`, which names all else that it depends on. */
  of(keywords: readonly Keyword[], scope: string, find: (keyword: Keyword) => Bits): TermSet[] {
    return keywords.map((keyword) => ({ term: keyword.term, set: this.#set(keyword, scope, find) }))
  }

  #set(keyword: Keyword, scope: string, find: (keyword: Keyword) => Bits): Bits {
    const key = JSON.stringify([scope, keyword.tree])
    const known = this.#kept.get(key)
    if (known !== undefined) return known.set
    // What is found may be shared with whoever changes it.
    const set = find(keyword).copy()
    const oldest = this.#kept.keys().next()
    if (this.#kept.size >= keptSets && oldest.done !== true) this.#kept.delete(oldest.value)
    this.#kept.set(key, { set, asksFields: keyword.fields.length > 0 })
    return set
  }
}

/** The terms that hit each document: a document with hits is its own code. */
export function columnOfTerms(terms: readonly TermSet[], size: number): Column {
  const ends = new Int32Array(size + 1)
  for (const { set } of terms) for (const slot of set) ends[slot] = (ends[slot] ?? 0) + 1
  for (let slot = 1; slot <= size; slot++) ends[slot] = (ends[slot] ?? 0) + (ends[slot - 1] ?? 0)
  const starts = ends.slice()
  const hits = new Uint16Array(ends[size] ?? 0)
  terms.forEach(({ set }, term) => {
    for (const slot of set) {
      const at = (starts[slot] ?? 0) - 1
      starts[slot] = at
      hits[at] = term
    }
  })
  const hasAny = (slot: number): boolean => (starts[slot] ?? 0) < (ends[slot] ?? 0)
  return {
    codeOf: (slot) => (hasAny(slot) ? slot : 0),
    valuesOf: (slot) =>
      Array.from(hits.subarray(starts[slot], ends[slot]), (term) => terms[term]?.term ?? ''),
    aside: new Set(),
  }
}

export interface TermsFound {
  readonly terms: TermFigures[]
  readonly total: TermFigures
  /** What each term finds there. */
  readonly sets: readonly Bits[]
  /** What any of them finds, and what one alone finds. */
  readonly once: Bits
  readonly alone: Bits
}

/** For each term, and for all together: documents among those there, with their families there, and hit by no other term. */
export function termFigures(
  terms: readonly TermSet[],
  there: Bits,
  facts: Pick<Facts, 'familyId' | 'size'>,
): TermsFound {
  const sets = terms.map(({ set }) => set.copy().and(there))
  const once = Bits.empty(facts.size)
  const again = Bits.empty(facts.size)
  for (const set of sets) {
    again.or(once.copy().and(set))
    once.or(set)
  }
  const alone = once.copy().andNot(again)
  const withFamily = familiesIn(there, facts)
  const figures = (set: Bits): TermFigures => ({
    documents: set.count(),
    withFamily: withFamily(set),
    unique: set.copy().and(alone).count(),
  })
  return { terms: sets.map(figures), total: figures(once), sets, once, alone }
}

/** Counts the members that the families of a set have there. */
function familiesIn(
  there: Bits,
  { familyId, size }: Pick<Facts, 'familyId' | 'size'>,
): (set: Bits) => number {
  const placeOf = new Map<number, number>()
  const places = new Int32Array(size)
  const members: number[] = []
  for (const slot of there) {
    const id = familyId[slot] ?? 0
    let place = placeOf.get(id)
    if (place === undefined) {
      place = members.push(0) - 1
      placeOf.set(id, place)
    }
    places[slot] = place
    members[place] = (members[place] ?? 0) + 1
  }
  const seenBy = new Int32Array(members.length)
  let asked = 0
  return (set) => {
    asked++
    let count = 0
    for (const slot of set) {
      const place = places[slot] ?? 0
      if (seenBy[place] === asked) continue
      seenBy[place] = asked
      count += members[place] ?? 0
    }
    return count
  }
}
