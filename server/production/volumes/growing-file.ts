/** A file that is written from its beginning to its end, with what a volume says of it. */
import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'

/** What is held before it is written. */
const held = 1024 * 1024

export interface Sums {
  readonly size: number
  readonly crc32: number
  readonly sha256: string
}

export class GrowingFile {
  readonly path: string
  readonly #handle: FileHandle
  readonly #hash = createHash('sha256')
  #crc = 0
  #size = 0
  #waiting: Buffer[] = []
  #waitingBytes = 0

  private constructor(path: string, handle: FileHandle) {
    this.path = path
    this.#handle = handle
  }

  static async open(path: string): Promise<GrowingFile> {
    return new GrowingFile(path, await open(path, 'wx', 0o600))
  }

  /** Bytes so far. */
  get size(): number {
    return this.#size
  }

  /** A piece is not to be changed behind it. */
  async write(piece: Buffer | string): Promise<void> {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
    this.#size += bytes.length
    this.#waiting.push(bytes)
    this.#waitingBytes += bytes.length
    if (this.#waitingBytes >= held) await this.#flush()
  }

  async end(): Promise<Sums> {
    await this.#flush()
    await this.#handle.close()
    return { size: this.#size, crc32: this.#crc, sha256: this.#hash.digest('hex') }
  }

  /** Once more than `end` is no fault: what goes wrong closes everything. */
  async close(): Promise<void> {
    await this.#handle.close()
  }

  async #flush(): Promise<void> {
    if (this.#waitingBytes === 0) return
    const bytes = Buffer.concat(this.#waiting)
    this.#waiting = []
    this.#waitingBytes = 0
    this.#crc = crc32(bytes, this.#crc)
    this.#hash.update(bytes)
    for (let done = 0; done < bytes.length; )
      done += (await this.#handle.write(bytes, done, bytes.length - done)).bytesWritten
  }
}
