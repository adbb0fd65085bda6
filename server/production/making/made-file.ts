/** The one file of what is made of a document: part after part, with where each stands and what its bytes sum up to. */
import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import type { Made, MadePart } from './made.ts'

/**
 * Before the first part. So the file is never the same as one that somebody has brought in, as a slip sheet that was produced
 * may be, nor as one of another production or export: its name is its content, and it goes when that is taken back.
 */
const headOf = (productionId: number): Buffer =>
  Buffer.from(`Affiant production 1 ${productionId}\n`, 'latin1')

/** A file that is being written. */
export class MadeFile {
  readonly #file: FileHandle
  readonly #head: Buffer
  #whole: Hash
  #parts: MadePart[] = []
  #drawn: number[] = []
  #part: { readonly hash: Hash; crc32: number; readonly at: number } | null = null
  #length: number

  private constructor(file: FileHandle, head: Buffer) {
    this.#file = file
    this.#head = head
    this.#whole = createHash('sha256').update(head)
    this.#length = head.length
  }

  /** Begins one under a path that is not there yet. */
  static async begin(path: string, productionId: number): Promise<MadeFile> {
    const head = headOf(productionId)
    const file = await open(path, 'wx')
    await file.write(head, 0, head.length, 0)
    return new MadeFile(file, head)
  }

  /** The next bytes of a part; the first ones begin it. */
  async write(bytes: Uint8Array): Promise<void> {
    this.#part ??= { hash: createHash('sha256'), crc32: 0, at: this.#length }
    this.#part.hash.update(bytes)
    this.#part.crc32 = crc32(bytes, this.#part.crc32)
    this.#whole.update(bytes)
    for (let done = 0; done < bytes.length; )
      done += (await this.#file.write(bytes, done, bytes.length - done, this.#length + done)).bytesWritten
    this.#length += bytes.length
  }

  /** Takes back all that was written. */
  async startAgain(): Promise<void> {
    await this.#file.truncate(this.#head.length)
    this.#whole = createHash('sha256').update(this.#head)
    this.#parts = []
    this.#drawn = []
    this.#part = null
    this.#length = this.#head.length
  }

  /** Ends the part that is written; one without a byte is a part too. */
  endPart({ kind, extension }: Pick<MadePart, 'kind' | 'extension'>): void {
    const {
      hash,
      crc32: sum,
      at,
    } = this.#part ?? {
      ...{ hash: createHash('sha256'), crc32: 0, at: this.#length },
    }
    const size = this.#length - at
    this.#parts.push({ kind, extension, at, size, crc32: sum, sha256: hash.digest('hex') })
    this.#part = null
  }

  async part(named: Pick<MadePart, 'kind' | 'extension'>, bytes: Uint8Array): Promise<void> {
    if (bytes.length > 0) await this.write(bytes)
    this.endPart(named)
  }

  /** Keeps what the next page shows without its stamps; it is none of the bytes. */
  drew(sum: number): void {
    this.#drawn.push(sum)
  }

  /** The hash and length of all of it, its parts in their order, and what its pages show. */
  end(): Omit<Made, 'native'> {
    const whole = { sha256: this.#whole.digest('hex'), size: this.#length }
    return { ...whole, parts: this.#parts, drawn: this.#drawn }
  }

  async close(): Promise<void> {
    await this.#file.close()
  }
}

const chunk = 1024 * 1024

/** The sums of a file that is there; rejects where it cannot be read. */
export async function sumsOf(
  path: string,
): Promise<{ readonly sha256: string; readonly crc32: number; readonly size: number }> {
  const hash = createHash('sha256')
  let sum = 0
  let size = 0
  for await (const bytes of createReadStream(path, { highWaterMark: chunk })) {
    hash.update(bytes)
    sum = crc32(bytes, sum)
    size += bytes.length
  }
  return { sha256: hash.digest('hex'), crc32: sum, size }
}
