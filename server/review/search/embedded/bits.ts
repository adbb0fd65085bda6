/** Sets of slots as bits: the algebra of a query is and, or, and-not over them. */

export class Bits {
  readonly words: Uint32Array

  constructor(words: Uint32Array) {
    this.words = words
  }

  /** The empty set, with room for slots below `size`. */
  static empty(size: number): Bits {
    return new Bits(new Uint32Array((size + 31) >>> 5))
  }

  add(slot: number): void {
    const word = slot >>> 5
    this.words[word] = (this.words[word] ?? 0) | (1 << (slot & 31))
  }

  remove(slot: number): void {
    const word = slot >>> 5
    this.words[word] = (this.words[word] ?? 0) & ~(1 << (slot & 31))
  }

  has(slot: number): boolean {
    return ((this.words[slot >>> 5] ?? 0) & (1 << (slot & 31))) !== 0
  }

  copy(): Bits {
    return new Bits(this.words.slice())
  }

  /** These operations change this set. */
  and(other: Bits): this {
    const { words } = this
    for (let i = 0; i < words.length; i++) words[i] = (words[i] ?? 0) & (other.words[i] ?? 0)
    return this
  }

  or(other: Bits): this {
    const { words } = this
    for (let i = 0; i < words.length; i++) words[i] = (words[i] ?? 0) | (other.words[i] ?? 0)
    return this
  }

  andNot(other: Bits): this {
    const { words } = this
    for (let i = 0; i < words.length; i++) words[i] = (words[i] ?? 0) & ~(other.words[i] ?? 0)
    return this
  }

  count(): number {
    let total = 0
    for (const word of this.words) {
      let bits = word - ((word >>> 1) & 0x55555555)
      bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
      total += (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
    }
    return total
  }

  isEmpty(): boolean {
    return this.words.every((word) => word === 0)
  }

  /** The slots, in order, all at once: several times as fast as one after the other. */
  slots(): Int32Array {
    const slots = new Int32Array(this.count())
    const { words } = this
    let at = 0
    for (let i = 0; i < words.length; i++) {
      let word = words[i] as number
      while (word !== 0) {
        const lowest = word & -word
        slots[at++] = (i << 5) + (31 - Math.clz32(lowest))
        word ^= lowest
      }
    }
    return slots
  }

  /** The slots, in order. */
  *[Symbol.iterator](): Generator<number> {
    const { words } = this
    for (let i = 0; i < words.length; i++) {
      let word = words[i] ?? 0
      while (word !== 0) {
        const lowest = word & -word
        yield (i << 5) + (31 - Math.clz32(lowest))
        word ^= lowest
      }
    }
  }
}
