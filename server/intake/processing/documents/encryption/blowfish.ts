/**
 * Blowfish (B. Schneier, 1993) in 64-bit cipher feedback: what locked documents of OpenOffice before 2011, and what many
 * programs still write for old ones. Only to read such documents: nothing is locked with it.
 */

const rounds = 16
const subkeys = rounds + 2
const boxWords = 256

/** What the tables of every key begin with: the digits of pi behind its point, in words of 32 bits. */
let digits: Uint32Array | null = null

export function decryptBlowfish(key: Buffer, vector: Buffer, encrypted: Buffer): Buffer {
  const tables = tablesOf(key)
  const plain = Buffer.alloc(encrypted.length)
  const block = new Uint32Array([vector.readUInt32BE(0), vector.readUInt32BE(4)])
  const mask = Buffer.alloc(8)
  for (let at = 0; at < encrypted.length; at += 8) {
    encipher(tables, block)
    mask.writeUInt32BE(block[0] ?? 0, 0)
    mask.writeUInt32BE(block[1] ?? 0, 4)
    const end = Math.min(8, encrypted.length - at)
    for (let i = 0; i < end; i++) plain[at + i] = (encrypted[at + i] ?? 0) ^ (mask[i] ?? 0)
    if (end < 8) break
    block[0] = encrypted.readUInt32BE(at)
    block[1] = encrypted.readUInt32BE(at + 4)
  }
  return plain
}

/** The subkeys, then the four boxes. */
function tablesOf(key: Buffer): Uint32Array {
  digits ??= digitsOfPi(subkeys + 4 * boxWords)
  const tables = Uint32Array.from(digits)
  for (let i = 0, at = 0; i < subkeys; i++) {
    let word = 0
    for (let n = 0; n < 4; n++, at++) word = (word << 8) | (key[at % key.length] ?? 0)
    tables[i] = (tables[i] ?? 0) ^ word
  }
  const block = new Uint32Array(2)
  for (let i = 0; i < tables.length; i += 2) {
    encipher(tables, block)
    tables.set(block, i)
  }
  return tables
}

function encipher(tables: Uint32Array, block: Uint32Array): void {
  const box = (number: number, index: number): number => tables[subkeys + number * boxWords + index] ?? 0
  let [left = 0, right = 0] = block
  for (let i = 0; i < rounds; i++) {
    left ^= tables[i] ?? 0
    const sum = (box(0, left >>> 24) + box(1, (left >>> 16) & 255)) | 0
    right ^= ((sum ^ box(2, (left >>> 8) & 255)) + box(3, left & 255)) | 0
    const last = left
    left = right
    right = last
  }
  block[0] = right ^ (tables[rounds + 1] ?? 0)
  block[1] = left ^ (tables[rounds] ?? 0)
}

/** By Machin: pi is 16 arctan(1/5) - 4 arctan(1/239). */
function digitsOfPi(words: number): Uint32Array {
  const spare = 64n
  const one = 1n << (BigInt(words) * 32n + spare)
  const pi = (16n * arctan(5n, one) - 4n * arctan(239n, one)) >> spare
  const hex = pi.toString(16).slice(-words * 8)
  return Uint32Array.from({ length: words }, (_, i) => Number.parseInt(hex.slice(i * 8, i * 8 + 8), 16))
}

/** The arctangent of 1 / `of`, times `one`. */
function arctan(of: bigint, one: bigint): bigint {
  let power = one / of
  let sum = power
  for (let n = 3n; power !== 0n; n += 2n) {
    power /= -of * of
    sum += power / n
  }
  return sum
}
