/** Sorts more hashes than fit into memory: pieces of the list, each sorted, then all pieces merged. */
import { closeSync, openSync, readSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type HashKind, hashBytes } from './lines.ts'

export interface Run {
  readonly kind: HashKind
  /** Counts the pieces. */
  readonly number: number
}

export const runPath = (folder: string, { kind, number }: Run): string => join(folder, `${kind}-${number}`)

/** Sorts hashes that stand one behind the other, and writes them to the file of a run. */
export function writeRun(folder: string, run: Run, hashes: Buffer): void {
  const width = hashBytes[run.kind]
  const order = Uint32Array.from({ length: hashes.length / width }, (_, i) => i * width)
  order.sort((a, b) => hashes.compare(hashes, b, b + width, a, a + width))
  const sorted = Buffer.alloc(hashes.length)
  for (const [i, from] of order.entries()) hashes.copy(sorted, i * width, from, from + width)
  writeFileSync(runPath(folder, run), sorted)
}

/** Bytes of a run that are read at a time. */
const readBytes = 64 * 1024

class RunReader {
  readonly #file: number
  readonly #width: number
  readonly #buffer: Buffer
  #at = 0
  #end = 0
  #position = 0
  constructor(path: string, width: number) {
    this.#file = openSync(path, 'r')
    this.#width = width
    this.#buffer = Buffer.alloc(readBytes - (readBytes % width))
  }

  /** The smallest that is left, until `next` is asked; null at the end, when it is closed. */
  next(): Buffer | null {
    if (this.#at + this.#width > this.#end) {
      this.#end = readSync(this.#file, this.#buffer, 0, this.#buffer.length, this.#position)
      this.#position += this.#end
      this.#at = 0
      if (this.#end < this.#width) {
        closeSync(this.#file)
        return null
      }
    }
    const hash = this.#buffer.subarray(this.#at, this.#at + this.#width)
    this.#at += this.#width
    return hash
  }
}

interface Head {
  readonly reader: RunReader
  hash: Buffer
}

/** Writes the hashes of runs of one kind behind what is in `target`, sorted and each once; answers how many. */
export function mergeRuns(
  paths: readonly string[],
  kind: HashKind,
  target: number,
  onBusy: () => void,
): number {
  const width = hashBytes[kind]
  const heap: Head[] = []
  for (const path of paths) {
    const reader = new RunReader(path, width)
    const hash = reader.next()
    if (hash !== null) rise(heap, heap.push({ reader, hash }) - 1)
  }
  const out = Buffer.alloc(readBytes - (readBytes % width))
  const last = Buffer.alloc(width)
  let at = 0
  let count = 0
  for (let head = heap[0]; head !== undefined; head = heap[0]) {
    if (count === 0 || !head.hash.equals(last)) {
      head.hash.copy(last)
      at += last.copy(out, at)
      count++
      if (at === out.length) {
        writeFully(target, out.subarray(0, at))
        at = 0
        onBusy()
      }
    }
    const hash = head.reader.next()
    if (hash !== null) head.hash = hash
    else {
      const end = heap.pop()
      if (end !== undefined && end !== head) heap[0] = end
    }
    sink(heap)
  }
  writeFully(target, out.subarray(0, at))
  return count
}

function writeFully(file: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
}

const isBefore = (a: Head | undefined, b: Head | undefined): boolean =>
  a !== undefined && (b === undefined || a.hash.compare(b.hash) < 0)

function rise(heap: Head[], from: number): void {
  for (let at = from; at > 0; ) {
    const above = (at - 1) >> 1
    if (!isBefore(heap[at], heap[above])) return
    swap(heap, at, above)
    at = above
  }
}

function sink(heap: Head[]): void {
  for (let at = 0; ; ) {
    const [left, right] = [2 * at + 1, 2 * at + 2]
    const below = isBefore(heap[right], heap[left]) ? right : left
    if (!isBefore(heap[below], heap[at])) return
    swap(heap, at, below)
    at = below
  }
}

function swap(heap: Head[], a: number, b: number): void {
  const [one, other] = [heap[a], heap[b]]
  if (one === undefined || other === undefined) return
  heap[a] = other
  heap[b] = one
}
