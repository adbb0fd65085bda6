/** Files of a volume as they are kept. */
import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import type { LaidFile } from './layout.ts'

/** Bytes that are read at once. */
const piece = 512 * 1024

/** Reads parts of kept files. The pages of a document follow each other in one file, which stays open between them. */
export class KeptBytes {
  readonly #blobs: Pick<Blobs, 'pathOf'>
  #open: { readonly sha256: string; readonly handle: FileHandle } | null = null

  constructor(blobs: Pick<Blobs, 'pathOf'>) {
    this.#blobs = blobs
  }

  async *read(file: Pick<LaidFile, 'kept' | 'at'>, first: number, last: number): AsyncGenerator<Uint8Array> {
    const handle = await this.#handle(file.kept)
    for (let at = first; at < last; ) {
      const length = Math.min(piece, last - at)
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(length), 0, length, file.at + at)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
      at += bytesRead
    }
  }

  /** The SHA-256 of a file; `seen` is given each piece of it. */
  async hash(
    file: Pick<LaidFile, 'kept' | 'at' | 'size'>,
    seen: (piece: Uint8Array) => void,
  ): Promise<string> {
    const hash = createHash('sha256')
    for await (const piece of this.read(file, 0, file.size)) {
      hash.update(piece)
      seen(piece)
    }
    return hash.digest('hex')
  }

  async close(): Promise<void> {
    await this.#open?.handle.close()
    this.#open = null
  }

  async #handle(sha256: string): Promise<FileHandle> {
    if (this.#open?.sha256 === sha256) return this.#open.handle
    await this.close()
    const handle = await open(this.#blobs.pathOf(sha256), 'r')
    this.#open = { sha256, handle }
    return handle
  }
}
