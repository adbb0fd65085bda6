/**
 * The lowest layer of an Outlook data file (MS-PST 2.2): two B-trees, of nodes by number and of blocks by number, and the
 * blocks themselves. Nothing is believed: every page stands one level below the one that leads to it, every block says at
 * its end which it is, and every length is looked at.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { BrokenPst } from './broken-pst.ts'
import { cycled, deciphered } from './ciphers.ts'
import { type Form, formOf, large } from './form.ts'

/** A node: its data and its own nodes are blocks. */
export interface Node {
  readonly nid: number
  readonly data: number
  /** Zero where it has none. */
  readonly nodes: number
  /** The node above it; zero inside a message. */
  readonly parent: number
}

/** How content is hidden, by the byte of the header that says so (MS-PST 2.2.2.6); of what is left out, nothing can be read. */
const ciphers: ReadonlyMap<number, (bytes: Buffer, bid: number) => Buffer> = new Map([
  [0, (bytes) => bytes],
  [1, deciphered],
  [2, cycled],
])
const protectedByWindows =
  'It is encrypted by Windows itself (Windows Information Protection): open it with Outlook on its owner’s computer and export it to a new PST file.'
/** Pages are looked at again and again; so many stay in memory. */
const pagesKept = 2000
/** No tree of blocks of 8 KB is deeper for any file. */
const deepest = 12
/** Blocks that are lists of blocks, not content. */
const isInternal = (bid: number): boolean => (Math.floor(bid / 2) & 1) === 1
/** The lowest bit of a number of a block says nothing. */
const bare = (bid: number): number => bid - (bid % 2)

/** A page of a tree. */
interface Page {
  readonly page: Buffer
  /** Its entries, and the bytes of each. */
  readonly count: number
  readonly size: number
  /** Level of the pages that its entries are; null where they are what the tree holds. */
  readonly below: number | null
}

export class Store {
  readonly #fd: number
  readonly #size: number
  readonly #form: Form
  readonly #roots: { readonly nodes: number; readonly blocks: number }
  readonly #decipher: (bytes: Buffer, bid: number) => Buffer
  readonly #pages = new Map<number, Buffer>()
  /** Bytes of one node that are read; more is refused. */
  readonly maxBytes: number

  /** Throws BrokenPst; errors of the system as they are. */
  constructor(path: string, maxBytes: number) {
    this.#fd = openSync(path, 'r')
    this.maxBytes = maxBytes
    try {
      this.#size = fstatSync(this.#fd).size
      const header = this.#read(0, 564)
      this.#form = formOf(header)
      const cipher = header[this.#form.cipher]
      const decipher = ciphers.get(cipher ?? 0)
      if (decipher === undefined) throw new BrokenPst(protectedByWindows)
      this.#decipher = decipher
      const { nodes, blocks } = this.#form.roots
      this.#roots = { nodes: this.#number(header, nodes), blocks: this.#number(header, blocks) }
    } catch (error) {
      closeSync(this.#fd)
      throw error
    }
  }

  get itemBits(): number {
    return this.#form.itemBits
  }

  close(): void {
    closeSync(this.#fd)
  }

  /** All nodes of the file in the order of their numbers. A page that cannot be read is told of by `onFault`. */
  *nodes(onFault: () => void): Generator<Node> {
    yield* this.#nodesBelow(this.#roots.nodes, null, new Set(), onFault)
  }

  /** What stands in a block and those that it lists, `most` bytes at most: one buffer for each block of content. */
  blocks(bid: number, most: number = this.maxBytes): readonly Buffer[] {
    const found: Buffer[] = []
    let bytes = 0
    const collect = (number: number, depth: number): void => {
      const block = this.#block(number)
      if (!isInternal(number)) {
        bytes += block.length
        if (bytes > most) throw new BrokenPst('It has more bytes than one item may have.')
        found.push(block)
        return
      }
      if (depth <= 0 || block.length < 8 || block[0] !== 1)
        throw new BrokenPst('A list of its blocks is damaged.')
      for (const next of this.#numbers(block, 8, block.readUInt16LE(2))) collect(next, depth - 1)
    }
    if (bid !== 0) collect(bid, 2)
    return found
  }

  /** The nodes inside a node, by the block that lists them. */
  inside(bid: number): ReadonlyMap<number, Node> {
    const found = new Map<number, Node>()
    const collect = (number: number, depth: number): void => {
      const block = this.#block(number)
      if (block.length < 8 || block[0] !== 2 || depth < 0)
        throw new BrokenPst('A list of its parts is damaged.')
      const start = this.#form.wide ? 8 : 4
      const width = this.#form.wide ? 8 : 4
      const count = block.readUInt16LE(2)
      const isLeaf = block[1] === 0
      const size = isLeaf ? 3 * width : 2 * width
      for (let n = 0; n < count; n++) {
        const at = start + n * size
        if (at + size > block.length) throw new BrokenPst('A list of its parts is cut.')
        if (!isLeaf) collect(this.#number(block, at + width), depth - 1)
        else {
          const nid = block.readUInt32LE(at)
          found.set(nid, {
            nid,
            data: this.#number(block, at + width),
            nodes: this.#number(block, at + 2 * width),
            parent: 0,
          })
        }
      }
    }
    if (bid !== 0) collect(bid, 1)
    return found
  }

  #block(bid: number): Buffer {
    const place = this.#find(this.#roots.blocks, bare(bid), null)
    const { unit, trailer, numberAt } = this.#form.block
    const stored = this.#read(place.offset, Math.ceil((place.size + trailer) / unit) * unit)
    const number = this.#number(stored, stored.length - trailer + numberAt)
    if (bare(number) !== bare(bid)) throw new BrokenPst('One of its blocks is not where it should be.')
    const bytes = stored.subarray(0, place.size)
    const plain = place.inflated === null ? bytes : this.#inflated(bytes, place.inflated)
    return isInternal(bid) ? plain : this.#decipher(plain, number)
  }

  #inflated(bytes: Buffer, size: number): Buffer {
    try {
      return inflateSync(bytes, { maxOutputLength: Math.max(size, 1) })
    } catch {
      throw new BrokenPst('One of its blocks is damaged.')
    }
  }

  /** `level`: what the page at `offset` is to be of. */
  #find(
    offset: number,
    bid: number,
    level: number | null,
  ): { readonly offset: number; readonly size: number; readonly inflated: number | null } {
    const { page, count, size, below } = this.#page(offset, level)
    // The last entry that does not stand behind what is looked for.
    let low = 0
    let high = count
    while (low < high) {
      const middle = (low + high) >> 1
      if (bare(this.#number(page, middle * size)) <= bid) low = middle + 1
      else high = middle
    }
    const at = (low - 1) * size
    const width = this.#form.wide ? 8 : 4
    if (low > 0 && below !== null) return this.#find(this.#number(page, at + 2 * width), bid, below)
    if (low === 0 || bare(this.#number(page, at)) !== bid) throw new BrokenPst('A block of it is missing.')
    const inflated = this.#form === large ? page.readUInt16LE(at + 2 * width + 2) : 0
    const packed = page.readUInt16LE(at + 2 * width)
    return {
      offset: this.#number(page, at + width),
      size: packed,
      inflated: inflated === 0 || inflated === packed ? null : inflated,
    }
  }

  /** `seen`: pages that were read; one that is led to again holds nothing new. */
  *#nodesBelow(
    offset: number,
    level: number | null,
    seen: Set<number>,
    onFault: () => void,
  ): Generator<Node> {
    let found: Page
    try {
      if (seen.has(offset)) throw new BrokenPst('A page of its index stands in it twice.')
      seen.add(offset)
      found = this.#page(offset, level)
    } catch (error) {
      if (!(error instanceof BrokenPst)) throw error
      onFault()
      return
    }
    const { page, count, size, below } = found
    const width = this.#form.wide ? 8 : 4
    for (let n = 0; n < count; n++) {
      if (below === null) yield this.#nodeAt(page, n * size)
      else yield* this.#nodesBelow(this.#number(page, n * size + 2 * width), below, seen, onFault)
    }
  }

  #nodeAt(page: Buffer, at: number): Node {
    const width = this.#form.wide ? 8 : 4
    return {
      nid: page.readUInt32LE(at),
      data: this.#number(page, at + width),
      nodes: this.#number(page, at + 2 * width),
      parent: page.readUInt32LE(at + 3 * width),
    }
  }

  /** A page of a tree, of that level; null for the first one, which may be of any. */
  #page(offset: number, expected: number | null): Page {
    const { pageBytes, count, wide } = this.#form
    const page = this.#pages.get(offset) ?? this.#read(offset, pageBytes)
    if (this.#pages.size >= pagesKept) this.#pages.clear()
    this.#pages.set(offset, page)
    const entries = count.bytes === 1 ? page.readUInt8(count.at) : page.readUInt16LE(count.at)
    const size = page.readUInt8(count.size)
    const level = page.readUInt8(count.level)
    const least = (wide ? 8 : 4) * 3
    const isExpected = expected === null ? level <= deepest : level === expected
    if (!isExpected || size < least || entries * size > count.at)
      throw new BrokenPst('A page of its index is damaged.')
    return { page, count: entries, size, below: level === 0 ? null : level - 1 }
  }

  #numbers(block: Buffer, from: number, count: number): readonly number[] {
    const width = this.#form.wide ? 8 : 4
    if (from + count * width > block.length) throw new BrokenPst('A list of its blocks is cut.')
    return Array.from({ length: count }, (_, n) => this.#number(block, from + n * width))
  }

  #number(bytes: Buffer, at: number): number {
    if (!this.#form.wide) return bytes.readUInt32LE(at)
    const value = bytes.readBigUInt64LE(at)
    return value > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(value)
  }

  #read(offset: number, length: number): Buffer {
    if (offset + length > this.#size) throw new BrokenPst('It ends before its content does.')
    const bytes = Buffer.alloc(length)
    let got = 0
    while (got < length) {
      const more = readSync(this.#fd, bytes, got, length - got, offset + got)
      if (more === 0) throw new BrokenPst('It ends before its content does.')
      got += more
    }
    return bytes
  }
}
