/** The folder of a spool (spool.ts) as the child reads it. */
import { closeSync, createReadStream, openSync, readSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { linesOf, type SpooledLine, textsOf } from './spool.ts'

/** Keeps 20 bytes for each document; texts are read when they are asked for. */
export class Spooled {
  readonly #folder: string
  readonly #texts: number
  readonly #ids: Int32Array
  readonly #at: Float64Array
  readonly #bytes: Float64Array
  #size = 0

  constructor(folder: string, documents: number) {
    this.#folder = folder
    this.#texts = openSync(textsOf(folder), 'r')
    this.#ids = new Int32Array(documents)
    this.#at = new Float64Array(documents)
    this.#bytes = new Float64Array(documents)
  }

  /** In the order of their ids; the text of each can be asked for from then on. To be gone through once. */
  async *lines(): AsyncGenerator<SpooledLine> {
    const input = createReadStream(linesOf(this.#folder))
    for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      const line: SpooledLine = JSON.parse(text)
      this.#ids[this.#size] = line.id
      this.#at[this.#size] = line.at
      this.#bytes[this.#size] = line.bytes
      this.#size++
      yield line
    }
  }

  /** As many as there are said to be. */
  get expected(): number {
    return this.#ids.length
  }

  /** In ascending order. */
  get ids(): Int32Array {
    return this.#ids.subarray(0, this.#size)
  }

  textOf(id: number): string {
    const place = this.#placeOf(id)
    const text = Buffer.allocUnsafe(this.#bytes[place] ?? 0)
    let read = 0
    while (read < text.length) {
      const more = readSync(this.#texts, text, read, text.length - read, (this.#at[place] ?? 0) + read)
      if (more === 0) break
      read += more
    }
    return text.toString('utf8', 0, read)
  }

  close(): void {
    closeSync(this.#texts)
  }

  #placeOf(id: number): number {
    let low = 0
    let high = this.#size
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#ids[middle] ?? 0) < id) low = middle + 1
      else high = middle
    }
    if (this.#ids[low] !== id) throw new Error('There is no such document in the spool.')
    return low
  }
}
