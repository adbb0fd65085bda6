/** xxHash of 32 bits with seed 0, by its specification: the checksum of LZ4 frames. */

const prime1 = 0x9e3779b1
const prime2 = 0x85ebca77
const prime3 = 0xc2b2ae3d
const prime4 = 0x27d4eb2f
const prime5 = 0x165667b1
const stripe = 16

const rotate = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits))
const round = (lane: number, word: number): number =>
  Math.imul(rotate((lane + Math.imul(word, prime2)) | 0, 13), prime1)

export class XxHash32 {
  readonly #lanes = Int32Array.of(prime1 + prime2, prime2, 0, -prime1)
  #rest = Buffer.alloc(0)
  #length = 0

  update(bytes: Buffer): void {
    this.#length += bytes.length
    const data = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes])
    const whole = data.length - (data.length % stripe)
    for (let at = 0; at < whole; at += stripe)
      for (let lane = 0; lane < 4; lane++)
        this.#lanes[lane] = round(this.#lanes[lane] ?? 0, data.readInt32LE(at + 4 * lane))
    this.#rest = Buffer.from(data.subarray(whole))
  }

  digest(): number {
    const [a = 0, b = 0, c = 0, d = 0] = this.#lanes
    let hash = this.#length >= stripe ? rotate(a, 1) + rotate(b, 7) + rotate(c, 12) + rotate(d, 18) : prime5
    hash = (hash + this.#length) | 0
    let at = 0
    for (; at + 4 <= this.#rest.length; at += 4)
      hash = Math.imul(rotate((hash + Math.imul(this.#rest.readInt32LE(at), prime3)) | 0, 17), prime4)
    for (; at < this.#rest.length; at++)
      hash = Math.imul(rotate((hash + Math.imul(this.#rest[at] ?? 0, prime5)) | 0, 11), prime1)
    hash = Math.imul(hash ^ (hash >>> 15), prime2)
    hash = Math.imul(hash ^ (hash >>> 13), prime3)
    return (hash ^ (hash >>> 16)) >>> 0
  }
}
