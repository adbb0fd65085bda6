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
  if (includeFamily) {
    const { familyId } = facts
    const families = new Set<number>()
    for (const slot of found) families.add(familyId[slot] ?? 0)
    for (const slot of there) if (families.has(familyId[slot] ?? 0)) found.add(slot)
  }
  return found.and(there)
}

const sharing: Readonly<Record<Widening, (facts: Facts, hits: Bits, there: Bits) => Bits>> = {
  threads: (facts, hits, there) => sameNumber(numbersOf(facts, 'Thread_Id'), hits, there),
  // Alike in both numbers: one alone could be made to agree.
  duplicates: (facts, hits, there) => {
    const rest = numbersOf(facts, 'Duplicate_Key_Rest')
    const known = byNumber(numbersOf(facts, 'Duplicate_Key'), hits, (slot) => rest[slot] ?? 0)
    return among(there, numbersOf(facts, 'Duplicate_Key'), (slot, key) =>
      known.get(key)?.has(rest[slot] ?? 0),
    )
  },
  // What a group is of is its principal: where that is closed to whoever asks, there is no group for them.
  nearDuplicates: (facts, hits, there) => {
    const group = numbersOf(facts, 'Near_Dup_Group')
    const principals = new Set<number>()
    for (const slot of there) {
      const documentId = facts.documentId[slot] ?? 0
      if (group[slot] === documentId) principals.add(documentId)
    }
    const found = sameNumber(group, hits, there)
    return among(found, group, (_, number) => principals.has(number))
  },
}

const numbersOf = ({ numbers }: Facts, key: FactKey): Float64Array => numbers.get(key) ?? new Float64Array()

/** Those that have a number which a hit has too. Documents without one share nothing. */
function sameNumber(numbers: Float64Array, hits: Bits, there: Bits): Bits {
  const known = byNumber(numbers, hits, () => 0)
  return among(there, numbers, (_, number) => known.has(number))
}

function byNumber(
  numbers: Float64Array,
  hits: Bits,
  restOf: (slot: number) => number,
): ReadonlyMap<number, ReadonlySet<number>> {
  const known = new Map<number, Set<number>>()
  for (const slot of hits) {
    const number = numbers[slot] ?? Number.NaN
    if (Number.isNaN(number)) continue
    const values = known.get(number)
    if (values === undefined) known.set(number, new Set([restOf(slot)]))
    else values.add(restOf(slot))
  }
  return known
}

function among(
  there: Bits,
  numbers: Float64Array,
  passes: (slot: number, number: number) => boolean | undefined,
): Bits {
  const found = new Bits(new Uint32Array(there.words.length))
  for (const slot of there) {
    const number = numbers[slot] ?? Number.NaN
    if (!Number.isNaN(number) && passes(slot, number) === true) found.add(slot)
  }
  return found
}
