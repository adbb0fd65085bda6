/** Signatures of sets: two sets have as many places of their signatures alike as they have elements in common. */
import { mixed } from './shingles.ts'

/** Places of a signature. One standard error of an estimate of s is √(s·(1−s)/places): 0.027 at 0.9, never over 0.045. */
export const places = 128
/** Places in one band; sets that agree in one whole band are candidates. */
const rows = 8
export const bands = places / rows

/** Odd factors and summands, fixed for ever: stored signatures must compare with new ones. */
const factors = Uint32Array.from({ length: places }, (_, n) => mixed(2 * n + 1) | 1)
const summands = Uint32Array.from({ length: places }, (_, n) => mixed(0x9e3779b9 + n))

/** The signature of a set of 32-bit numbers; of an empty one all places are the largest number. */
export function signatureOf(set: Uint32Array): Uint32Array {
  const signature = new Uint32Array(places).fill(0xffffffff)
  for (const element of set) {
    for (let n = 0; n < places; n++) {
      const hash = (Math.imul(element, factors[n] ?? 1) + (summands[n] ?? 0)) >>> 0
      if (hash < (signature[n] ?? 0)) signature[n] = hash
    }
  }
  return signature
}

/** The key of one band of a signature, 32 bits. Two keys may be alike by chance: signatures tell. */
export function bandKey(signature: Uint32Array, band: number): number {
  let key = band + 1
  for (let n = band * rows; n < (band + 1) * rows; n++) key = mixed(Math.imul(key, 31) ^ (signature[n] ?? 0))
  return key
}

/** The share of places that are alike. */
export function estimate(a: Uint32Array, b: Uint32Array): number {
  let alike = 0
  for (let n = 0; n < places; n++) if (a[n] === b[n]) alike++
  return alike / places
}
