/** What is brought beside the hits of a query: threads, duplicates, families. */
import type { Widening } from '#query/widening.ts'
import type { FactKey, ListQuery } from '../list.ts'
import { Bits } from './bits.ts'
import type { Facts } from './facts.ts'

type Asked = Pick<ListQuery, 'includeFamily' | 'also'>

export const widens = ({ includeFamily, also = [] }: Asked): boolean => includeFamily || also.length > 0

/**
 * The hits, and of what there is what is asked to come with them. All is taken of the hits themselves, so that a thread brings no
 * duplicates of its own; families come last, of all of these, so that none is torn apart.
 */
export function widened(facts: Facts, hits: Bits, there: Bits, { includeFamily, also = [] }: Asked): Bits {
  const found = hits.copy()
  for (const kind of also) found.or(sharing[kind](facts, hits, there))
  if (includeFamily) found.or(sameId(facts.familyId, found, there))
  return found.and(there)
}

const sharing: Readonly<Record<Widening, (facts: Facts, hits: Bits, there: Bits) => Bits>> = {
  threads: (facts, hits, there) => sameId(numbersOf(facts, 'Thread_Id'), hits, there),
  duplicates: (facts, hits, there) =>
    sameKey(numbersOf(facts, 'Duplicate_Key'), numbersOf(facts, 'Duplicate_Key_Rest'), hits, there),
  // What a group is of is its principal: where that is closed to whoever asks, there is no group for them.
  nearDuplicates: (facts, hits, there) => {
    const group = numbersOf(facts, 'Near_Dup_Group')
    const { documentId, size } = facts
    const principals = Bits.empty(size)
    for (let slot = 1; slot < size; slot++)
      if (there.has(slot) && group[slot] === documentId[slot]) principals.add(slot)
    // Members of groups that have their principal there.
    const grouped = sameId(group, principals, there)
    return sameId(group, hits.copy().and(grouped), grouped)
  },
}

const numbersOf = ({ numbers }: Facts, key: FactKey): Float64Array => numbers.get(key) ?? new Float64Array()

/** Those that share an id with one of these; ids are of documents, and 0 or none is nobody's. */
function sameId(ids: Int32Array | Float64Array, of: Bits, there: Bits): Bits {
  const size = of.words.length * 32
  let most = 0
  for (let slot = 1; slot < ids.length; slot++) most = Math.max(most, ids[slot] || 0)
  const known = new Uint8Array(most + 1)
  for (let slot = 1; slot < size; slot++) if (of.has(slot)) known[ids[slot] || 0] = 1
  known[0] = 0
  const found = Bits.empty(size)
  for (let slot = 1; slot < size; slot++) if (known[ids[slot] || 0] === 1 && there.has(slot)) found.add(slot)
  return found
}

/** Bits of a key by which most of those that nobody has are told at once. */
const near = 0x3fffff

/** Those that agree in both numbers with one of these: one alone could be made to agree. Documents without them share nothing. */
function sameKey(keys: Float64Array, rests: Float64Array, of: Bits, there: Bits): Bits {
  const size = of.words.length * 32
  const known = new Map<number, number>()
  const maybe = new Uint8Array(near + 1)
  // Nearly always empty: what agrees in the first number alone.
  const others = new Map<number, Set<number>>()
  for (let slot = 1; slot < size; slot++) {
    if (!of.has(slot)) continue
    const key = keys[slot] ?? Number.NaN
    const rest = rests[slot] ?? Number.NaN
    if (Number.isNaN(key)) continue
    maybe[key & near] = 1
    const first = known.get(key)
    if (first === undefined) known.set(key, rest)
    else if (first !== rest) others.set(key, (others.get(key) ?? new Set<number>()).add(rest))
  }
  const found = Bits.empty(size)
  for (let slot = 1; slot < size; slot++) {
    if (!there.has(slot)) continue
    const key = keys[slot] ?? Number.NaN
    if (maybe[key & near] === 0) continue
    const first = known.get(key)
    const rest = rests[slot] ?? Number.NaN
    if (first !== undefined && (first === rest || others.get(key)?.has(rest) === true)) found.add(slot)
  }
  return found
}
