/**
 * A list of hashes as a file that is searched where it lies: a head, then all MD5, all SHA-1 and all SHA-256, each sorted.
 * Small ones are held in memory.
 */

import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { hashKinds } from '#contracts/hash-kinds.ts'
import { type HashKind, hashBytes } from './lines.ts'

const mark = Buffer.from('affiant hashes 1\n')
const headBytes = 64

export type Counts = Readonly<Record<HashKind, number>>

export function headOf(counts: Counts): Buffer {
  const head = Buffer.alloc(headBytes)
  mark.copy(head)
  for (const [i, kind] of hashKinds.entries()) head.writeDoubleLE(counts[kind], 32 + 8 * i)
  return head
}

/** What is no larger is held in memory. */
const heldBytes = 4 * 1024 * 1024

/** To be closed. */
export class HashIndex {
  readonly #file: number
  readonly #held: Buffer | null
  readonly #sections: Readonly<Record<HashKind, { readonly start: number; readonly count: number }>>

  /** Throws where the file is none of these, or cut. */
  constructor(path: string) {
    this.#file = openSync(path, 'r')
    const { size } = fstatSync(this.#file)
    this.#held = size <= heldBytes ? Buffer.alloc(size) : null
    if (this.#held !== null) readFully(this.#file, this.#held, 0)
    const head = Buffer.alloc(headBytes)
    this.#read(head, 0)
    let start = headBytes
    const sections = { md5: { start, count: 0 }, sha1: { start, count: 0 }, sha256: { start, count: 0 } }
    for (const [i, kind] of hashKinds.entries()) {
      const count = head.readDoubleLE(32 + 8 * i)
      sections[kind] = { start, count }
      start += count * hashBytes[kind]
    }
    this.#sections = sections
    if (!head.subarray(0, mark.length).equals(mark) || start !== size) {
      this.close()
      throw new Error('This is no list of hashes, or it is cut.')
    }
  }

  has(kind: HashKind, hash: string): boolean {
    const { start, count } = this.#sections[kind]
    const width = hashBytes[kind]
    const sought = Buffer.from(hash, 'hex')
    const found = Buffer.alloc(width)
    let low = 0
    let high = count
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      this.#read(found, start + middle * width)
      const order = found.compare(sought)
      if (order === 0) return true
      if (order < 0) low = middle + 1
      else high = middle
    }
    return false
  }

  close(): void {
    closeSync(this.#file)
  }

  #read(into: Buffer, position: number): void {
    if (this.#held === null) readFully(this.#file, into, position)
    else this.#held.copy(into, 0, position)
  }
}

function readFully(file: number, into: Buffer, position: number): void {
  for (let at = 0; at < into.length; ) {
    const count = readSync(file, into, at, into.length - at, position + at)
    if (count === 0) throw new Error('The list of hashes is cut.')
    at += count
  }
}
