/** Very many covered values, looked for in a text at once. */

/** Letters by which a value is found; a shorter one by all that it has. */
const keyChars = 8
const shortest = 3
/** Digits from which on a number is one that does not stand somewhere by chance. */
const tellingDigits = 6
const filterBits = 20

export class Needles {
  /** Values that count only as all of a text: short numbers. */
  readonly #alone = new Set<string>()
  readonly #within = new Set<string>()
  /** By the first letters of values: how long those are that begin with them. */
  readonly #lengths = new Map<string, number[]>()
  readonly #keyLengths: number[] = []
  readonly #filter = new Uint8Array(2 ** filterBits)

  constructor(values: Iterable<string>) {
    for (const value of values) this.#add(folded(value).trim())
  }

  /** Whether any value stands in the text; of those that are longer than `from`. */
  isIn(text: string, from = shortest): boolean {
    const sought = folded(text)
    return this.#alone.has(sought.trim()) || this.#isWithin(sought, from)
  }

  #add(value: string): void {
    if (value.length < shortest) return
    const digits = value.match(/\p{N}/gu)?.length ?? 0
    if (!/\p{L}/u.test(value) && digits < tellingDigits) {
      this.#alone.add(value)
      return
    }
    if (this.#within.has(value)) return
    this.#within.add(value)
    const length = Math.min(value.length, keyChars)
    if (!this.#keyLengths.includes(length)) this.#keyLengths.push(length)
    const key = value.slice(0, length)
    const lengths = this.#lengths.get(key)
    if (lengths === undefined) this.#lengths.set(key, [value.length])
    else if (!lengths.includes(value.length)) lengths.push(value.length)
    this.#filter[slotOf(value, 0)] = 1
  }

  #isWithin(text: string, from: number): boolean {
    if (this.#within.size === 0) return false
    for (let at = 0; at + shortest <= text.length; at++) {
      if (this.#filter[slotOf(text, at)] !== 1) continue
      for (const keyLength of this.#keyLengths) {
        const lengths = this.#lengths.get(text.slice(at, at + keyLength))
        if (
          lengths?.some((length) => length >= from && this.#within.has(text.slice(at, at + length))) === true
        )
          return true
      }
    }
    return false
  }
}

/** Capital letters are none of another word. */
const folded = (text: string): string => text.normalize('NFC').toLowerCase()

function slotOf(text: string, at: number): number {
  const hash = (text.charCodeAt(at) * 31 + text.charCodeAt(at + 1)) * 31 + text.charCodeAt(at + 2)
  return (hash ^ (hash >>> 11)) & (2 ** filterBits - 1)
}
