/** Chance that is the same every time: the sample matter is one matter, byte for byte. */
export class Chance {
  #state: number
  constructor(seed: number) {
    this.#state = seed >>> 0
  }
  /** From 0 up to 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  /** A whole number, both ends included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }
  pick<T>(of: readonly [T, ...T[]]): T {
    return of[Math.floor(this.next() * of.length)] ?? of[0]
  }
  /** Several different ones, in their own order. */
  some<T>(of: readonly T[], count: number): T[] {
    const left = of.map((value, place) => ({ value, place, key: this.next() }))
    return left
      .toSorted((a, b) => a.key - b.key)
      .slice(0, count)
      .toSorted((a, b) => a.place - b.place)
      .map(({ value }) => value)
  }
  often(share: number): boolean {
    return this.next() < share
  }
}
