/** SHA-256 over bytes that come in pieces: the browser's own digest wants a whole file in memory, and a secure page. */
export interface Sha256 {
  readonly update: (bytes: Uint8Array) => void
  /** Lower-case hexadecimal; nothing may be added afterwards. */
  readonly hex: () => string
}

/** FIPS 180-4: fractions of the square and cube roots of the first primes. */
const primes = firstPrimes(64)
const initial = Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)))
const constants = Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime)))
const blockSize = 64

export function createSha256(): Sha256 {
  const state = Uint32Array.from(initial)
  const words = new Uint32Array(64)
  const block = new Uint8Array(blockSize)
  const blockView = new DataView(block.buffer)
  let filled = 0
  let total = 0

  const update = (bytes: Uint8Array): void => {
    total += bytes.length
    let at = 0
    if (filled > 0) {
      const part = bytes.subarray(0, blockSize - filled)
      block.set(part, filled)
      filled += part.length
      at = part.length
      if (filled < blockSize) return
      compress(state, words, blockView, 0)
      filled = 0
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    for (; at + blockSize <= bytes.length; at += blockSize) compress(state, words, view, at)
    block.set(bytes.subarray(at), 0)
    filled = bytes.length - at
  }

  const hex = (): string => {
    const bits = total * 8
    const padding = new Uint8Array((filled < 56 ? 64 : 128) - filled)
    padding[0] = 0x80
    const view = new DataView(padding.buffer)
    view.setUint32(padding.length - 8, Math.floor(bits / 2 ** 32))
    view.setUint32(padding.length - 4, bits >>> 0)
    update(padding)
    return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('')
  }

  return { update, hex }
}

function compress(state: Uint32Array, words: Uint32Array, view: DataView, offset: number): void {
  for (let i = 0; i < 16; i++) words[i] = view.getUint32(offset + i * 4)
  for (let i = 16; i < 64; i++) {
    const w15 = words[i - 15] ?? 0
    const w2 = words[i - 2] ?? 0
    const s0 = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >>> 3)
    const s1 = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >>> 10)
    words[i] = ((words[i - 16] ?? 0) + s0 + (words[i - 7] ?? 0) + s1) | 0
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let i = 0; i < 64; i++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const choice = (e & f) ^ (~e & g)
    const t1 = (h + s1 + choice + (constants[i] ?? 0) + (words[i] ?? 0)) | 0
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const t2 = (s0 + majority) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  add(state, 0, a)
  add(state, 1, b)
  add(state, 2, c)
  add(state, 3, d)
  add(state, 4, e)
  add(state, 5, f)
  add(state, 6, g)
  add(state, 7, h)
}

function add(state: Uint32Array, index: number, word: number): void {
  state[index] = (state[index] ?? 0) + word
}

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32)
}

function firstPrimes(count: number): number[] {
  const found: number[] = []
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime !== 0)) found.push(n)
  return found
}
