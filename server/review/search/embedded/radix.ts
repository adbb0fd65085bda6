/** Sorting by whole numbers and by dates without a comparison: a million slots in a tenth of the time. Equals stay as they were. */

const digitBits = 16
const digits = 1 << digitBits
const mask = digits - 1

/** Slots by a whole number of 32 bits. */
export function sortedBy(slots: Int32Array, keyOf: (slot: number) => number): Int32Array {
  const keys = new Uint32Array(slots.length)
  // The sign's bit turned, negative numbers come first.
  for (let i = 0; i < slots.length; i++) keys[i] = keyOf(slots[i] ?? 0) ^ 0x80000000
  return bySteps(slots, [keys])
}

/** Slots by a number that is not NaN. */
export function sortedByDouble(slots: Int32Array, keyOf: (slot: number) => number): Int32Array {
  const high = new Uint32Array(slots.length)
  const low = new Uint32Array(slots.length)
  const one = new DataView(new ArrayBuffer(8))
  for (let i = 0; i < slots.length; i++) {
    // Zero and minus zero are equal.
    one.setFloat64(0, keyOf(slots[i] ?? 0) + 0)
    const first = one.getUint32(0)
    const isNegative = first >>> 31 === 1
    high[i] = isNegative ? ~first : first ^ 0x80000000
    low[i] = isNegative ? ~one.getUint32(4) : one.getUint32(4)
  }
  return bySteps(slots, [low, high])
}

/**
 * By each key, the one that counts most last, and in each by its lower half first. Plain loops: the walks of typed arrays take ten
 * times as long.
 */
function bySteps(slots: Int32Array, keys: readonly Uint32Array[]): Int32Array {
  const { length } = slots
  const starts = new Uint32Array(digits + 1)
  let order = new Uint32Array(length)
  for (let i = 0; i < length; i++) order[i] = i
  for (const key of keys)
    for (let shift = 0; shift <= digitBits; shift += digitBits) {
      if (!countDigits(key, shift, starts)) continue
      const next = new Uint32Array(length)
      for (let i = 0; i < length; i++) {
        const at = order[i] as number
        const digit = ((key[at] as number) >>> shift) & mask
        const place = starts[digit] as number
        next[place] = at
        starts[digit] = place + 1
      }
      order = next
    }
  const sorted = new Int32Array(length)
  for (let i = 0; i < length; i++) sorted[i] = slots[order[i] as number] as number
  return sorted
}

/** Where each digit begins. False where all have the same. */
function countDigits(key: Uint32Array, shift: number, starts: Uint32Array): boolean {
  starts.fill(0)
  const first = ((key[0] ?? 0) >>> shift) & mask
  let same = true
  for (let i = 0; i < key.length; i++) {
    const digit = ((key[i] as number) >>> shift) & mask
    if (digit !== first) same = false
    starts[digit + 1] = (starts[digit + 1] as number) + 1
  }
  if (same) return false
  for (let digit = 1; digit <= digits; digit++)
    starts[digit] = (starts[digit] as number) + (starts[digit - 1] as number)
  return true
}
