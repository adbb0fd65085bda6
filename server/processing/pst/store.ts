/**
 * The lowest layer of an Outlook data file (MS-PST 2.2): two B-trees, of nodes by number and of blocks by number, and the
 * blocks themselves. Nothing is believed: trees end where levels do not go down, and every length is looked at.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { deciphered } from './permute.ts'

/** The file is none of Outlook's, or what is asked for cannot be read in it. */
export class BrokenPst extends Error {}

/** A node: its data and its own nodes are blocks. */
export interface Node {
  readonly nid: number
  readonly data: number
  /** Zero where it has none. */
  readonly nodes: number
  /** The node above it; zero inside a message. */
  readonly parent: number
}

/** What differs between the three forms: before Outlook 2003, since, and mailboxes on a server since 2013. */
interface Form {
  readonly wide: boolean
  readonly pageBytes: number
  /** Where a page says how many entries it has, how long they are and how deep it is. */
  readonly count: {
    readonly at: number
    readonly bytes: 1 | 2
    readonly size: number
    readonly level: number
  }
  readonly roots: { readonly nodes: number; readonly blocks: number }
  readonly cipher: number
  /** Bits of a heap's item in a reference to it. */
  readonly itemBits: number
}

const ansi: Form = {
  wide: false,
  pageBytes: 512,
  count: { at: 496, bytes: 1, size: 498, level: 499 },
  roots: { nodes: 188, blocks: 196 },
  cipher: 461,
  itemBits: 11,
}
const unicode: Form = {
  wide: true,
  pageBytes: 512,
  count: { at: 488, bytes: 1, size: 490, level: 491 },
  roots: { nodes: 224, blocks: 240 },
  cipher: 513,
  itemBits: 11,
}
const large: Form = {
  ...unicode,
  pageBytes: 4096,
  count: { at: 4056, bytes: 2, size: 4060, level: 4061 },
  itemBits: 14,
}

const ciphers = { none: 0, permute: 1 } as const
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
  /** Zero: its entries are what the tree holds; else they are pages of the level below. */
  readonly level: number
}

export class Store {
  readonly #fd: number
  readonly #size: number
  readonly #form: Form
  readonly #roots: { readonly nodes: number; readonly blocks: number }
  readonly #ciphered: boolean
  readonly #pages = new Map<number, Buffer>()
  /** Bytes of one node that are read; more is refused. */
  readonly #mostBytes: number

  /** Throws BrokenPst; errors of the system as they are. */
  constructor(path: string, mostBytes: number) {
    this.#fd = openSync(path, 'r')
    this.#mostBytes = mostBytes
    try {
      this.#size = fstatSync(this.#fd).size
      const header = this.#read(0, 564)
      this.#form = formOf(header)
      const cipher = header[this.#form.cipher]
      if (cipher !== ciphers.none && cipher !== ciphers.permute)
        throw new BrokenPst('It is enciphered in a way that cannot be read here ("high encryption").')
      this.#ciphered = cipher === ciphers.permute
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
    yield* this.#leaves(this.#roots.nodes, deepest, (page, at) => this.#nodeAt(page, at), onFault)
  }

  /** What stands in a block and those that it lists, one buffer for each block of content. */
  blocks(bid: number): readonly Buffer[] {
    const found: Buffer[] = []
    let bytes = 0
    const collect = (number: number, depth: number): void => {
      const block = this.#block(number)
      if (!isInternal(number)) {
        bytes += block.length
        if (bytes > this.#mostBytes) throw new BrokenPst('It has more bytes than one item may have.')
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
    const place = this.#find(this.#roots.blocks, bare(bid), deepest)
    const bytes = this.#read(place.offset, place.size)
    const plain = place.inflated === null ? bytes : this.#inflated(bytes, place.inflated)
    return this.#ciphered && !isInternal(bid) ? deciphered(plain) : plain
  }

  #inflated(bytes: Buffer, size: number): Buffer {
    try {
      return inflateSync(bytes, { maxOutputLength: Math.max(size, 1) })
    } catch {
      throw new BrokenPst('One of its blocks is damaged.')
    }
  }

  #find(
    offset: number,
    bid: number,
    depth: number,
  ): { readonly offset: number; readonly size: number; readonly inflated: number | null } {
    const { page, count, size, level } = this.#page(offset, depth)
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
    if (low > 0 && level > 0) return this.#find(this.#number(page, at + 2 * width), bid, depth - 1)
    if (low === 0 || bare(this.#number(page, at)) !== bid) throw new BrokenPst('A block of it is missing.')
    const inflated = this.#form === large ? page.readUInt16LE(at + 2 * width + 2) : 0
    const packed = page.readUInt16LE(at + 2 * width)
    return {
      offset: this.#number(page, at + width),
      size: packed,
      inflated: inflated === 0 || inflated === packed ? null : inflated,
    }
  }

  *#leaves<T>(
    offset: number,
    depth: number,
    read: (page: Buffer, at: number) => T,
    onFault: () => void,
  ): Generator<T> {
    let found: Page
    try {
      found = this.#page(offset, depth)
    } catch (error) {
      if (!(error instanceof BrokenPst)) throw error
      onFault()
      return
    }
    const { page, count, size, level } = found
    const width = this.#form.wide ? 8 : 4
    for (let n = 0; n < count; n++) {
      if (level === 0) yield read(page, n * size)
      else yield* this.#leaves(this.#number(page, n * size + 2 * width), depth - 1, read, onFault)
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

  /** A page of a tree, of a level below `depth`: levels go down, so no tree leads into itself. */
  #page(offset: number, depth: number): Page {
    const { pageBytes, count, wide } = this.#form
    const page = this.#pages.get(offset) ?? this.#read(offset, pageBytes)
    if (this.#pages.size >= pagesKept) this.#pages.clear()
    this.#pages.set(offset, page)
    const entries = count.bytes === 1 ? page.readUInt8(count.at) : page.readUInt16LE(count.at)
    const size = page.readUInt8(count.size)
    const level = page.readUInt8(count.level)
    const least = (wide ? 8 : 4) * 3
    if (level > depth || size < least || entries * size > count.at)
      throw new BrokenPst('A page of its index is damaged.')
    return { page, count: entries, size, level }
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

function formOf(header: Buffer): Form {
  if (header.toString('latin1', 0, 4) !== '!BDN')
    throw new BrokenPst('It does not begin as an Outlook data file does.')
  const version = header.readUInt16LE(10)
  if (version === 14 || version === 15) return ansi
  if (version >= 36) return large
  if (version >= 20) return unicode
  throw new BrokenPst('Its version is not known.')
}
