/** A file that is looked through from place to place, of which the last piece is held: hardly a byte of it is read twice. */
import type { FileHandle } from 'node:fs/promises'
import type { Budget } from '../budget.ts'

const pieceBytes = 256 * 1024

export async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, at)
  return bytes.subarray(0, bytesRead)
}

export class HeldPiece {
  readonly #file: FileHandle
  readonly #budget: Budget
  #at = 0
  #bytes: Buffer = Buffer.alloc(0)

  /** What is read is spent: whoever makes it read again and again comes to a limit. */
  constructor(file: FileHandle, budget: Budget) {
    this.#file = file
    this.#budget = budget
  }

  /** So many bytes; fewer where the file ends. They are of the piece: what is kept of them is to be copied. */
  async bytes(at: number, length: number): Promise<Buffer> {
    return (await this.#from(at, length)).subarray(0, length)
  }

  /** Where a magic stands next, at or behind `from`; null where it does not stand before `end`. */
  async find(magic: Buffer, from: number, end: number): Promise<number | null> {
    for (let at = from; at + magic.length <= end; ) {
      const piece = (await this.#from(at, magic.length)).subarray(0, end - at)
      const found = piece.indexOf(magic)
      if (found >= 0) return at + found
      if (piece.length < magic.length) return null
      at += piece.length - magic.length + 1
    }
    return null
  }

  /** All that is held from a place on: at least so many bytes, unless the file ends. */
  async #from(at: number, least: number): Promise<Buffer> {
    if (at < this.#at || at + least > this.#at + this.#bytes.length) {
      this.#bytes = await bytesAt(this.#file, at, Math.max(least, pieceBytes))
      this.#at = at
      this.#budget.spend(this.#bytes.length)
    }
    return this.#bytes.subarray(at - this.#at)
  }
}
