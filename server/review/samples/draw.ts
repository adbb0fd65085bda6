/** Drawing documents at random, so that anybody who has the seed and the set can draw the same ones again. */
import { createHash } from 'node:crypto'

/** The ids in ascending order; `size` at most as many as there are. Each set of that size is as likely as the others. */
export function drawn(ids: ArrayLike<number>, size: number, seed: string): number[] {
  const random = numbersOf(seed)
  const pool = Int32Array.from(ids)
  const count = Math.min(size, pool.length)
  // The beginning of a Fisher-Yates shuffle.
  for (let at = 0; at < count; at++) {
    const other = at + below(pool.length - at, random)
    const taken = pool[other] ?? 0
    pool[other] = pool[at] ?? 0
    pool[at] = taken
  }
  return [...pool.subarray(0, count).sort()]
}

/** A number below `end`, without the bias that a remainder has. */
function below(end: number, random: () => number): number {
  const fair = 2 ** 32 - (2 ** 32 % end)
  for (;;) {
    const number = random()
    if (number < fair) return number % end
  }
}

/** Numbers of 32 bits: SHA-256 of the seed and a counter, eight of them from each. */
function numbersOf(seed: string): () => number {
  let block = Buffer.alloc(0)
  let at = 0
  let counter = 0
  return () => {
    if (at === block.length) {
      block = createHash('sha256').update(`${counter++}:${seed}`).digest()
      at = 0
    }
    const number = block.readUInt32BE(at)
    at += 4
    return number
  }
}
