/** The middle layer of an Outlook data file (MS-PST 2.3): heaps in a node's blocks, with properties and tables in them. */
import { fixedLengths, type Property, types } from '../mapi/properties.ts'
import { BrokenPst } from './broken-pst.ts'
import type { Node, Store } from './store.ts'

const signatures = { heap: 0xec, properties: 0xbc, table: 0x7c, tree: 0xb5 } as const
/** Rows and properties of one object, and values of one property; more was made to be more. */
const most = 200_000
/** What a value takes in memory besides its bytes, roughly. */
const valueBytes = 64

/** A node that is opened: its heap, and the nodes inside it. */
export class Heap {
  readonly #blocks: readonly Buffer[]
  readonly #bits: number
  readonly #store: Store
  /** Bytes that its values may still take: each is counted as often as something refers to it. */
  #left: number
  readonly inside: ReadonlyMap<number, Node>

  constructor(store: Store, node: Pick<Node, 'data' | 'nodes'>) {
    this.#store = store
    this.#bits = store.itemBits
    this.#left = store.maxBytes
    this.#blocks = store.blocks(node.data)
    this.inside = store.inside(node.nodes)
    if (this.#first().readUInt8(2) !== signatures.heap) throw new BrokenPst('A heap in it is damaged.')
  }

  /**
   * The properties by their ids, those with names of their own by the ids of this file (0x8000 and up). `onFault` hears of
   * each that cannot be read. Throws BrokenPst where none can.
   */
  properties(onFault: () => void): ReadonlyMap<number, Property> {
    if (this.#first().readUInt8(3) !== signatures.properties)
      throw new BrokenPst('Its properties are damaged.')
    const found = new Map<number, Property>()
    let faults = 0
    const count = (): void => {
      faults++
      onFault()
    }
    for (const { key, value } of this.#tree(this.#first().readUInt32LE(4), 2, 6, count)) {
      const property = orFault(count, () => this.#property(value.readUInt16LE(0), value.subarray(2)))
      if (property !== null) found.set(key.readUInt16LE(0), property)
    }
    if (found.size === 0 && faults > 0) throw new BrokenPst('Its properties are damaged.')
    return found
  }

  /** The rows of a table, each with its properties. `onFault` hears of each row and each property that cannot be read. */
  rows(onFault: () => void): readonly ReadonlyMap<number, Property>[] {
    const first = this.#first()
    if (first.readUInt8(3) !== signatures.table) throw new BrokenPst('A table in it is damaged.')
    const info = this.#item(first.readUInt32LE(4))
    if (info.length < 22) throw new BrokenPst('A table in it is damaged.')
    const columns = Array.from({ length: info.readUInt8(1) }, (_, n) =>
      info.subarray(22 + n * 8, 30 + n * 8),
    ).filter((column) => column.length === 8)
    const bitmap = info.readUInt16LE(6)
    const size = info.readUInt16LE(8)
    let left = [...this.#tree(info.readUInt32LE(10), 4, null, onFault)].length
    const reference = info.readUInt32LE(14)
    if (reference === 0 || size === 0) return []
    const matrix = (reference & 0x1f) === 0 ? [this.#item(reference)] : this.#blocksOf(reference)
    // A row stands in one block whole: what is left at a block's end is not the beginning of one.
    const rows = matrix.flatMap((block) => {
      const count = Math.min(left, Math.floor(block.length / size))
      left -= count
      return Array.from({ length: count }, (_, n) => block.subarray(n * size, (n + 1) * size))
    })
    for (; left > 0; left--) onFault()
    return rows.map((row) => {
      const found = new Map<number, Property>()
      for (const column of columns) {
        const [type, id] = [column.readUInt16LE(0), column.readUInt16LE(2)]
        const [at, length, bit] = [column.readUInt16LE(4), column.readUInt8(6), column.readUInt8(7)]
        const there = ((row[bitmap + (bit >> 3)] ?? 0) & (0x80 >> (bit & 7))) !== 0
        const value = row.subarray(at, at + length)
        const property = there ? orFault(onFault, () => this.#property(type, value)) : null
        if (property !== null) found.set(id, property)
      }
      return found
    })
  }

  /** What a value of the object type refers to; null where it is not there, or no such value. */
  objectOf(property: Property | undefined): Node | null {
    const value = property?.values[0]
    if (property?.type !== types.object || value === undefined || value.length < 4) return null
    return this.inside.get(value.readUInt32LE(0)) ?? null
  }

  /** The bytes of a node inside this one. */
  bytesOf(node: Node): Buffer {
    return Buffer.concat(this.#store.blocks(node.data))
  }

  #first(): Buffer {
    const block = this.#blocks[0]
    if (block === undefined || block.length < 12) throw new BrokenPst('A heap in it is damaged.')
    return block
  }

  /** Null for what has no room for a reference. */
  #property(declared: number, value: Buffer): Property | null {
    const type = declared & ~several
    const fixed = fixedLengths.get(type)
    this.#spend(valueBytes)
    if ((declared & several) === 0 && fixed !== undefined && (fixed <= 4 || value.length >= 8))
      return { type, values: [value.subarray(0, Math.max(fixed, 2))] }
    if (value.length < 4) return null
    const reference = value.readUInt32LE(0)
    const bytes = reference === 0 ? Buffer.alloc(0) : this.#referred(reference)
    if ((declared & several) === 0) return { type, values: [bytes] }
    const ends = fixed === undefined ? listedEnds(bytes) : fixedEnds(bytes, fixed)
    this.#spend(ends.length * valueBytes)
    return { type, values: ends.slice(1).map((end, n) => bytes.subarray(ends[n], end)) }
  }

  #referred(reference: number): Buffer {
    if ((reference & 0x1f) !== 0) return Buffer.concat(this.#blocksOf(reference))
    const item = this.#item(reference)
    this.#spend(item.length)
    return item
  }

  #blocksOf(nid: number): readonly Buffer[] {
    const node = this.inside.get(nid)
    if (node === undefined) throw new BrokenPst('A part of it is missing.')
    const blocks = this.#store.blocks(node.data, this.#left)
    this.#spend(blocks.reduce((sum, { length }) => sum + length, 0))
    return blocks
  }

  #spend(bytes: number): void {
    if (bytes > this.#left) throw new BrokenPst('It has more bytes than one item may have.')
    this.#left -= bytes
  }

  /** An item of the heap: places of items stand at the end of each block. */
  #item(reference: number): Buffer {
    const index = (reference >>> 5) & (2 ** this.#bits - 1)
    const block = this.#blocks[Math.floor(reference / 2 ** (5 + this.#bits))]
    if (block === undefined || index === 0 || block.length < 2)
      throw new BrokenPst('A heap in it is damaged.')
    const at = block.readUInt16LE(0) + 4 + (index - 1) * 2
    if (at + 4 > block.length) throw new BrokenPst('A heap in it is damaged.')
    return block.subarray(block.readUInt16LE(at), block.readUInt16LE(at + 2))
  }

  /**
   * The records of a tree in the heap, in order. `recordBytes`: what a record must have; null for any. An item of it is read
   * once, however many lead to it.
   */
  *#tree(
    reference: number,
    keyBytes: number,
    recordBytes: number | null,
    onFault: () => void,
  ): Generator<Entry> {
    const head = this.#item(reference)
    if (head.length < 8 || head[0] !== signatures.tree || head[1] !== keyBytes)
      throw new BrokenPst('An index in it is damaged.')
    const length = head.readUInt8(2)
    if (recordBytes !== null && length !== recordBytes) throw new BrokenPst('An index in it is damaged.')
    const seen = new Set<number>()
    let count = 0
    const heap = this
    function* below(item: number, level: number): Generator<Entry> {
      if (item === 0) return
      if (seen.has(item)) return onFault()
      seen.add(item)
      const bytes = orFault(onFault, () => heap.#item(item)) ?? Buffer.alloc(0)
      const size = keyBytes + (level > 0 ? 4 : length)
      for (let at = 0; at + size <= bytes.length; at += size) {
        if (count >= most) return onFault()
        if (level > 0) yield* below(bytes.readUInt32LE(at + keyBytes), level - 1)
        else {
          count++
          yield { key: bytes.subarray(at, at + keyBytes), value: bytes.subarray(at + keyBytes, at + size) }
        }
      }
    }
    yield* below(head.readUInt32LE(4), Math.min(head.readUInt8(3), 8))
  }
}

/** A record of a tree. */
interface Entry {
  readonly key: Buffer
  readonly value: Buffer
}

/** What is damaged in an object costs only that. */
function orFault<T>(onFault: () => void, read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof BrokenPst)) throw error
    onFault()
    return null
  }
}

const several = 0x1000

/**
 * Where each of several values ends, and before that where the first begins. Of values without a fixed length their number
 * and their places stand before them (MS-PST 2.3.3.4.2); places that go back would make much of few bytes.
 */
function listedEnds(bytes: Buffer): readonly number[] {
  if (bytes.length < 4) return []
  const count = bytes.readUInt32LE(0)
  const start = 4 + count * 4
  if (count > most || start > bytes.length) throw new BrokenPst('A list of values in it is damaged.')
  const places = Array.from({ length: count }, (_, n) => bytes.readUInt32LE(4 + n * 4))
  const ends = [...places, bytes.length]
  if (ends.some((end, n) => end < (ends[n - 1] ?? start)))
    throw new BrokenPst('A list of values in it is damaged.')
  return ends
}

function fixedEnds(bytes: Buffer, length: number): readonly number[] {
  const count = Math.floor(bytes.length / length)
  if (count > most) throw new BrokenPst('A list of values in it is damaged.')
  return Array.from({ length: count + 1 }, (_, n) => n * length)
}
