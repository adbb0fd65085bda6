/**
 * Signatures by their bands: two that agree in a whole band are candidates to be alike. Of sets that have nine tenths in
 * common all but one in ten thousand pairs agree in one. Chains in arrays of numbers: 200 bytes for each signature.
 */
import { bandKey, bands } from './min-hash.ts'

/**
 * Signatures with the same slot of a band that are looked at, the latest first. Form letters agree in many bands by the
 * thousand, and without an end each would be compared with each.
 */
const maxInBand = 1000

export class Bands {
  readonly #capacity: number
  readonly #mask: number
  readonly #keys: Uint32Array
  /** By band and slot the latest signature, by band and signature the one before it in its slot; one more than its number. */
  readonly #latest: Uint32Array
  readonly #before: Uint32Array
  /** Bands in common with the signature that is asked for. */
  readonly #common: Uint8Array
  #size = 0

  constructor(capacity: number) {
    const slots = 2 ** Math.ceil(Math.log2(Math.max(1, capacity)))
    this.#capacity = capacity
    this.#mask = slots - 1
    this.#keys = new Uint32Array(bands * capacity)
    this.#latest = new Uint32Array(bands * slots)
    this.#before = new Uint32Array(bands * capacity)
    this.#common = new Uint8Array(capacity)
  }

  /** Its number is the count of those that were added before. */
  add(signature: Uint32Array): void {
    const number = this.#size++
    for (let band = 0; band < bands; band++) {
      const key = bandKey(signature, band)
      const slot = this.#slotOf(band, key)
      this.#keys[band * this.#capacity + number] = key
      this.#before[band * this.#capacity + number] = this.#latest[slot] ?? 0
      this.#latest[slot] = number + 1
    }
  }

  /** Numbers of those that agree with it in a band, the ones that agree in most first. */
  candidates(signature: Uint32Array): readonly number[] {
    const found: number[] = []
    for (let band = 0; band < bands; band++) {
      const key = bandKey(signature, band)
      let next = this.#latest[this.#slotOf(band, key)] ?? 0
      for (let looked = 0; next > 0 && looked < maxInBand; looked++) {
        const number = next - 1
        if (this.#keys[band * this.#capacity + number] === key) {
          const common = this.#common[number] ?? 0
          if (common === 0) found.push(number)
          this.#common[number] = common + 1
        }
        next = this.#before[band * this.#capacity + number] ?? 0
      }
    }
    return found.length < 2 ? this.#forgotten(found) : this.#ranked(found)
  }

  #slotOf(band: number, key: number): number {
    return band * (this.#mask + 1) + (key & this.#mask)
  }

  #ranked(found: readonly number[]): readonly number[] {
    const byCommon = Array.from({ length: bands + 1 }, (): number[] => [])
    for (const number of found) byCommon[bands - (this.#common[number] ?? 0)]?.push(number)
    this.#forgotten(found)
    return byCommon.flat()
  }

  /** The counts are for one question. */
  #forgotten(found: readonly number[]): readonly number[] {
    for (const number of found) this.#common[number] = 0
    return found
  }
}
