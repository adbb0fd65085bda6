/** Takes bytes out of a stream by number, and by line. */

/** As much as is passed over in one piece. */
const pieceBytes = 64 * 1024

export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)
  #failure: { readonly error: unknown } | null = null
  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** Whether there are so many more. */
  async has(count: number): Promise<boolean> {
    const parts = [this.#rest]
    let length = this.#rest.length
    while (length < count) {
      const next = await this.#next()
      if (next.done === true) break
      parts.push(next.value)
      length += next.value.length
    }
    if (parts.length > 1) this.#rest = Buffer.concat(parts)
    return length >= count
  }

  /** Exactly so many. Throws where the stream ends before. */
  async take(count: number): Promise<Buffer> {
    if (!(await this.has(count))) throw new Error('it is cut.')
    return this.#cut(count)
  }

  /** Some, as they come, and at most so many; none at the end of the stream. */
  async some(most: number): Promise<Buffer> {
    await this.has(1)
    return this.#cut(Math.min(most, this.#rest.length))
  }

  /** As many as are there of the next ones, and at most so many, which the next call takes again; none at the end. */
  async ahead(most: number): Promise<Buffer> {
    await this.has(most)
    return this.#rest.subarray(0, most)
  }

  /** Passes over so many, or over all that there are; how many they were. */
  async pass(count: number): Promise<number> {
    let left = count
    while (left > 0) {
      const { length } = await this.some(Math.min(left, pieceBytes))
      if (length === 0) break
      left -= length
    }
    return count - left
  }

  /** Up to a line feed and with it; null where there is none in the next `most` bytes. */
  async line(most: number): Promise<Buffer | null> {
    for (let sought = 0; ; ) {
      const at = this.#rest.indexOf(0x0a, sought)
      if (at >= 0 && at < most) return this.#cut(at + 1)
      sought = this.#rest.length
      if (sought >= most || !(await this.has(sought + 1))) return null
    }
  }

  /** Nobody reads on: lets go of the source. */
  async stop(): Promise<void> {
    await this.#chunks.return?.()
  }

  /** A source that failed has not ended: whoever reads on hears of it too. */
  async #next(): Promise<IteratorResult<Buffer>> {
    if (this.#failure !== null) throw this.#failure.error
    try {
      return await this.#chunks.next()
    } catch (error) {
      this.#failure = { error }
      throw error
    }
  }

  #cut(count: number): Buffer {
    const bytes = this.#rest.subarray(0, count)
    this.#rest = this.#rest.subarray(count)
    return bytes
  }
}

/** So many bytes of a stream: what stands in it at the place where the reader is. */
export class Part {
  readonly #reader: ByteReader
  left: number
  constructor(reader: ByteReader, length: number) {
    this.#reader = reader
    this.left = length
  }

  async *bytes(): AsyncGenerator<Buffer> {
    while (this.left > 0) {
      const chunk = await this.#reader.some(this.left)
      if (chunk.length === 0) return
      this.left -= chunk.length
      yield chunk
    }
  }

  async pass(): Promise<void> {
    this.left -= await this.#reader.pass(this.left)
  }
}
