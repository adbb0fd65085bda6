/**
 * Puts the keys of very many documents in order, in steps and in little memory: they lie in one row of bytes outside of the heap,
 * and are sorted by four bytes at a time. As a list of texts they would take ten times as much, and one sorting of seconds.
 */
import { grown } from './grown.ts'
import { sortedBy } from './radix.ts'

/** So many are looked at in a step. */
const keysInStep = 20_000
/** Fewer are compared one by one. */
const fewKeys = 16
/** So many are sorted as numbers, which have room for their place; more by their digits. */
const someKeys = 4_096

/** Those from one place of the order to another are alike in so many bytes. */
interface Alike {
  readonly from: number
  readonly to: number
  readonly bytes: number
}

export class KeyOrder {
  #bytes = Buffer.allocUnsafeSlow(1 << 16)
  #slots = new Int32Array(1024)
  /** Where each key ends; the next one begins there. */
  #ends = new Int32Array(1024)
  #count = 0

  /** One of each slot, none longer than 2^16 code units. */
  add(slot: number, key: string): void {
    const from = this.#startOf(this.#count)
    // No code unit takes more.
    const most = from + key.length * 3
    if (most > this.#bytes.length) this.#grow(most)
    const bytes = this.#bytes
    let at = from
    if (Buffer.byteLength(key) === key.length) at += bytes.write(key, from, 'latin1')
    else for (let i = 0; i < key.length; i++) at = putUnit(bytes, at, key.charCodeAt(i))
    if (this.#count === this.#slots.length) {
      this.#slots = grown(this.#slots, this.#count)
      this.#ends = grown(this.#ends, this.#count)
    }
    this.#slots[this.#count] = slot
    this.#ends[this.#count++] = at
  }

  /** By slot below `size`, from one upwards; 0 where there is no key. Equal keys have one rank. */
  *ranks(size: number): Generator<void, Int32Array> {
    const order = yield* this.#sorted()
    const ranks = new Int32Array(size)
    let rank = 0
    for (let i = 0; i < order.length; i++) {
      const nth = order[i] as number
      if (i === 0 || this.#compared(order[i - 1] as number, nth, 0) !== 0) rank++
      ranks[this.#slots[nth] as number] = rank
      if (i % keysInStep === 0) yield
    }
    return ranks
  }

  *#sorted(): Generator<void, Int32Array> {
    const order = upTo(this.#count)
    const open: Alike[] = [{ from: 0, to: order.length, bytes: 0 }]
    let looked = 0
    for (let part = open.pop(); part !== undefined; part = open.pop()) {
      this.#sortPart(order, part, open)
      looked += part.to - part.from
      if (looked < keysInStep) continue
      looked = 0
      yield
    }
    return order
  }

  /** Sorts by the next four bytes; those that are alike in them as well are to be sorted further. */
  #sortPart(order: Int32Array, { from, to, bytes }: Alike, open: Alike[]): void {
    if (to - from <= fewKeys) {
      this.#sortFew(order, from, to, bytes)
      return
    }
    const keys = new Uint32Array(to - from)
    for (let i = 0; i < keys.length; i++) keys[i] = this.#fourBytes(order[from + i] as number, bytes)
    const places = inOrder(keys)
    const before = order.slice(from, to)
    for (let i = 0; i < places.length; i++) order[from + i] = before[places[i] as number] as number
    const keyAt = (i: number): number => keys[places[i] as number] as number
    for (let begin = 0; begin < places.length; ) {
      const key = keyAt(begin)
      let end = begin + 1
      while (end < places.length && keyAt(end) === key) end++
      // A key that has ended has a zero there: all of these are equal.
      if (end - begin > 1 && (key & 0xff) !== 0)
        open.push({ from: from + begin, to: from + end, bytes: bytes + 4 })
      begin = end
    }
  }

  #sortFew(order: Int32Array, from: number, to: number, bytes: number): void {
    for (let i = from + 1; i < to; i++) {
      const nth = order[i] as number
      let at = i
      for (; at > from && this.#compared(order[at - 1] as number, nth, bytes) > 0; at--)
        order[at] = order[at - 1] as number
      order[at] = nth
    }
  }

  /** One more than each byte, so that an end comes before all of them. */
  #fourBytes(nth: number, skipped: number): number {
    const end = this.#ends[nth] as number
    let at = this.#startOf(nth) + skipped
    let key = 0
    for (let i = 0; i < 4; i++, at++) key = (key << 8) | (at < end ? (this.#bytes[at] as number) + 1 : 0)
    return key >>> 0
  }

  #compared(one: number, other: number, skipped: number): number {
    const [end, otherEnd] = [this.#ends[one] as number, this.#ends[other] as number]
    let at = this.#startOf(one) + skipped
    let beside = this.#startOf(other) + skipped
    for (; at < end && beside < otherEnd; at++, beside++) {
      const difference = (this.#bytes[at] as number) - (this.#bytes[beside] as number)
      if (difference !== 0) return difference
    }
    return end - at - (otherEnd - beside)
  }

  #startOf(nth: number): number {
    return nth === 0 ? 0 : (this.#ends[nth - 1] as number)
  }

  #grow(size: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(size, this.#bytes.length + (this.#bytes.length >> 1)))
    this.#bytes.copy(larger)
    this.#bytes = larger
  }
}

/** A code unit as UTF-8 has characters, half a pair by itself, too: such bytes compare as code units do, and none is 255. */
function putUnit(bytes: Buffer, from: number, unit: number): number {
  let at = from
  if (unit < 0x80) bytes[at++] = unit
  else {
    if (unit < 0x800) bytes[at++] = 0xc0 | (unit >> 6)
    else {
      bytes[at++] = 0xe0 | (unit >> 12)
      bytes[at++] = 0x80 | ((unit >> 6) & 63)
    }
    bytes[at++] = 0x80 | (unit & 63)
  }
  return at
}

/** The places of numbers in their order. */
function inOrder(keys: Uint32Array): ArrayLike<number> {
  if (keys.length > someKeys)
    return sortedBy(upTo(keys.length), (place) => (keys[place] as number) ^ 0x80000000)
  const numbers = Float64Array.from(keys, (key, place) => key * someKeys + place).sort()
  return numbers.map((number) => number % someKeys)
}

function upTo(count: number): Int32Array {
  const numbers = new Int32Array(count)
  for (let i = 0; i < count; i++) numbers[i] = i
  return numbers
}
