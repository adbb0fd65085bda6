/** Ranks: whole numbers from one upwards by which documents are ordered as by the keys of their values. Equal keys have one rank. */
import { sortedBy } from './radix.ts'

/** By code, the ranks of different keys. */
export function ranksOfKeys(codeOf: ReadonlyMap<string, number>): Int32Array {
  const ranks = new Int32Array(codeOf.size)
  // By code units, as keys compare; without a function of its own that is several times as fast.
  const keys = [...codeOf.keys()].sort()
  for (let i = 0; i < keys.length; i++) ranks[codeOf.get(keys[i] ?? '') ?? 0] = i + 1
  return ranks
}

/** A document with another key than before; null: it has none. */
export interface Placed {
  readonly slot: number
  readonly key: string | null
}

/**
 * Ranks by slot (0: no value) with some documents put elsewhere. `keyOf`: the key of one that stays; a few of them are asked for
 * each that is placed.
 */
export function placedAmong(
  ranks: Int32Array,
  size: number,
  changed: readonly Placed[],
  keyOf: (slot: number) => string,
): Int32Array {
  const order = orderOf(ranks, new Set(changed.map(({ slot }) => slot)))
  const next = new Int32Array(size)
  const placed = changed
    .flatMap(({ slot, key }) => (key === null ? [] : [{ slot, key }]))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  let rank = 0
  let walked = 0
  let from = 0
  /** Those that stay, up to a place, one rank for those that had one. */
  let before = 0
  const walk = (to: number): void => {
    for (; walked < to; walked++) {
      const slot = order[walked] as number
      const own = ranks[slot] as number
      if (own !== before) rank++
      before = own
      next[slot] = rank
    }
  }
  let last: string | null = null
  for (const { slot, key } of placed) {
    if (key !== last) {
      last = key
      from = firstAtLeast(order, key, from, keyOf)
      walk(from)
      const beside = order[from]
      rank++
      // Those that stay with the same key have the same rank.
      before = beside !== undefined && keyOf(beside) === key ? (ranks[beside] as number) : 0
    }
    next[slot] = rank
  }
  walk(order.length)
  return next
}

/** The slots that have a rank and stay, by rank. */
function orderOf(ranks: Int32Array, without: ReadonlySet<number>): Int32Array {
  const slots = new Int32Array(ranks.length)
  let count = 0
  for (let slot = 1; slot < ranks.length; slot++)
    if (ranks[slot] !== 0 && !without.has(slot)) slots[count++] = slot
  return sortedBy(slots.subarray(0, count), (slot) => ranks[slot] as number)
}

/** The first place, from one on, whose key is not lower. */
function firstAtLeast(order: Int32Array, key: string, from: number, keyOf: (slot: number) => string): number {
  let [low, high] = [from, order.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (keyOf(order[middle] as number) < key) low = middle + 1
    else high = middle
  }
  return low
}
