/** The stream cipher RC4, which old office files are encrypted with; it is in no library that Node still carries. */
export class Rc4 {
  readonly #state = new Uint8Array(256)
  #i = 0
  #j = 0
  constructor(key: Uint8Array) {
    for (let i = 0; i < 256; i++) this.#state[i] = i
    let j = 0
    for (let i = 0; i < 256; i++) {
      j = (j + (this.#state[i] ?? 0) + (key[i % key.length] ?? 0)) & 255
      this.#swap(i, j)
    }
  }

  /** The next bytes of the stream, decrypted (or encrypted: it is the same). */
  apply(bytes: Uint8Array): Buffer {
    const out = Buffer.allocUnsafe(bytes.length)
    for (let n = 0; n < bytes.length; n++) {
      this.#i = (this.#i + 1) & 255
      this.#j = (this.#j + (this.#state[this.#i] ?? 0)) & 255
      this.#swap(this.#i, this.#j)
      const at = ((this.#state[this.#i] ?? 0) + (this.#state[this.#j] ?? 0)) & 255
      out[n] = (bytes[n] ?? 0) ^ (this.#state[at] ?? 0)
    }
    return out
  }

  #swap(a: number, b: number): void {
    const held = this.#state[a] ?? 0
    this.#state[a] = this.#state[b] ?? 0
    this.#state[b] = held
  }
}
