/** A set of properties of an object in a OneNote section ([MS-ONESTORE] 2.6). */

/** Values of sets in sets are told as those of the outer one. */
export type OnProperty = (id: number, value: Buffer) => void

/** Sets in sets; deeper ones there are none that a program wrote. */
const maxDepth = 20

/** Tells the properties that have bytes of their own; false where the set is not whole. */
export function readPropertySet(bytes: Buffer, onProperty: OnProperty): boolean {
  const start = afterIds(bytes)
  return start !== null && new PropertyReader(bytes, start, onProperty).set(0)
}

/** The set comes after lists of what its properties refer to: objects, then spaces of objects, then contexts. */
function afterIds(bytes: Buffer): number | null {
  let at = 0
  let isLast = false
  for (let list = 0; list < 3 && !isLast; list++) {
    if (at + 4 > bytes.length) return null
    const header = bytes.readUInt32LE(at)
    at += 4 + (header & 0xffffff) * 4
    // The first list says whether there is a second one, the second whether there is a third.
    isLast = list === 0 ? header >>> 31 === 1 : ((header >>> 30) & 1) === 0
  }
  return at <= bytes.length ? at : null
}

/** Bytes of the values that have always as many, by their type. */
const sizes: ReadonlyMap<number, number> = new Map([
  // Nothing, and what stands in the property itself or in the lists before the set.
  ...[0x1, 0x2, 0x8, 0xa, 0xc].map((type) => [type, 0] as const),
  [0x3, 1],
  [0x4, 2],
  [0x5, 4],
  [0x6, 8],
  // How many there are in the lists.
  ...[0x9, 0xb, 0xd].map((type) => [type, 4] as const),
])
const withLength = 0x7
const sets = 0x10
const innerSet = 0x11

class PropertyReader {
  readonly #bytes: Buffer
  readonly #onProperty: OnProperty
  #at: number
  constructor(bytes: Buffer, at: number, onProperty: OnProperty) {
    this.#bytes = bytes
    this.#at = at
    this.#onProperty = onProperty
  }

  set(depth: number): boolean {
    if (depth > maxDepth || !this.#has(2)) return false
    const count = this.#bytes.readUInt16LE(this.#at)
    this.#at += 2
    if (!this.#has(count * 4)) return false
    const ids = this.#at
    this.#at += count * 4
    for (let i = 0; i < count; i++)
      if (!this.#value(this.#bytes.readUInt32LE(ids + i * 4), depth)) return false
    return true
  }

  #value(property: number, depth: number): boolean {
    const type = (property >>> 26) & 0x1f
    if (type === innerSet) return this.set(depth + 1)
    if (type === sets) return this.#sets(depth)
    if (type !== withLength) return this.#told(property, sizes.get(type) ?? null)
    if (!this.#has(4)) return false
    const size = this.#bytes.readUInt32LE(this.#at)
    this.#at += 4
    return this.#told(property, size)
  }

  #told(property: number, size: number | null): boolean {
    if (size === null || !this.#has(size)) return false
    if (size > 0) this.#onProperty(property & 0x3ffffff, this.#bytes.subarray(this.#at, this.#at + size))
    this.#at += size
    return true
  }

  #sets(depth: number): boolean {
    if (!this.#has(4)) return false
    const count = this.#bytes.readUInt32LE(this.#at)
    this.#at += 4
    if (count === 0) return true
    // One id for all of them. A set is of two bytes at the least.
    if (!this.#has(4 + count * 2)) return false
    this.#at += 4
    for (let i = 0; i < count; i++) if (!this.set(depth + 1)) return false
    return true
  }

  #has(size: number): boolean {
    return this.#at + size <= this.#bytes.length
  }
}
