/**
 * Reads a compound file ([MS-CFB]): a file system in a file, in which old office documents and embedded objects are
 * stored. Every chain and the tree are followed only as far as the file has sectors and entries, so a cycle ends.
 */

/** It is no compound file, or its directory cannot be found. */
export class NotCompound extends Error {}

export interface CompoundEntry {
  /** Names of the storages that it is in and its own, joined by `/`; a `/` in a name stands as `_`. */
  readonly path: string
  readonly name: string
  readonly kind: 'storage' | 'stream'
  /** Bytes, as the directory says. */
  readonly size: number
  /** The class of a storage's object, in the usual form without braces; zeros where there is none. */
  readonly classId: string
}

export interface Compound {
  /** All entries without the root, each storage before what it holds. */
  readonly entries: readonly CompoundEntry[]
  /** Class of the whole file's object. */
  readonly classId: string
  /** Whether sectors are missing: what is read of its streams is not all. */
  readonly cut: boolean
  /** Whether all of the directory was there to be read: of a file's beginning alone it often is not. */
  readonly listsAll: boolean
  /**
   * A stream by its path, in any case of letters, or its first bytes; null where there is none. What is cut is shorter than
   * its size.
   */
  stream(path: string, most?: number): Buffer | null
}

const magic = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const entryBytes = 128
const endOfChain = 0xfffffffa
const noEntry = 0xffffffff
const maxEntries = 100_000
const maxDepth = 100

export const isCompound = (bytes: Uint8Array): boolean =>
  magic.equals(Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(8, bytes.byteLength)))

/** Reads a file, or as much as its beginning tells of it. Throws NotCompound. */
export function readCompound(bytes: Buffer): Compound {
  if (bytes.length < 512 || !isCompound(bytes)) throw new NotCompound('It is no compound file.')
  const sectors = new Sectors(bytes)
  const directory = sectors.chain(bytes.readUInt32LE(48), maxEntries * entryBytes)
  if (directory.length < entryBytes) throw new NotCompound('Its directory is missing.')
  const root = entryAt(directory, 0)
  const small = new SmallSectors(bytes, sectors, root)
  const entries: CompoundEntry[] = []
  const streams = new Map<string, RawEntry>()
  let cut = sectors.cut
  for (const { path, raw } of tree(directory)) {
    const { name, kind, size, classId } = raw
    entries.push({ path, name, kind, size, classId })
    if (kind !== 'stream') continue
    if (!streams.has(path.toLowerCase())) streams.set(path.toLowerCase(), raw)
    if (size > bytes.length) cut = true
  }
  const cutoff = bytes.readUInt32LE(56)
  return {
    entries,
    classId: root.classId,
    cut,
    listsAll: isWhole(directory),
    stream(path, most = Number.POSITIVE_INFINITY) {
      const raw = streams.get(path.toLowerCase())
      if (raw === undefined) return null
      const size = Math.min(raw.size, most)
      return raw.size < cutoff ? small.chain(raw.start, size) : sectors.chain(raw.start, size)
    },
  }
}

/** What is in one storage, as if it were a file of its own. */
export function insideStorage(compound: Compound, storage: string): Compound {
  const folder = `${storage}/`
  const entries = compound.entries
    .filter(({ path }) => path.startsWith(folder))
    .map((entry) => ({ ...entry, path: entry.path.slice(folder.length) }))
  return {
    entries,
    classId: compound.entries.find(({ path }) => path === storage)?.classId ?? '',
    cut: compound.cut,
    listsAll: compound.listsAll,
    stream: (path, most) => compound.stream(folder + path, most),
  }
}

interface RawEntry extends Omit<CompoundEntry, 'path'> {
  readonly left: number
  readonly right: number
  readonly child: number
  readonly start: number
}

function entryAt(directory: Buffer, index: number): RawEntry {
  const at = index * entryBytes
  const nameBytes = Math.max(0, Math.min(64, directory.readUInt16LE(at + 64)) - 2)
  return {
    name: directory.toString('utf16le', at, at + nameBytes),
    kind: directory[at + 66] === 2 ? 'stream' : 'storage',
    left: directory.readUInt32LE(at + 68),
    right: directory.readUInt32LE(at + 72),
    child: directory.readUInt32LE(at + 76),
    classId: guidAt(directory, at + 80),
    start: directory.readUInt32LE(at + 116),
    // The upper half is rubbish in files of the older version.
    size: directory.readUInt32LE(at + 120),
  }
}

/** All entries below the root, each once: siblings are a binary tree, children hang on their storage. */
function tree(directory: Buffer): { path: string; raw: RawEntry }[] {
  const count = Math.floor(directory.length / entryBytes)
  const seen = new Set([0])
  const found: { path: string; raw: RawEntry }[] = []
  const open = [{ index: entryAt(directory, 0).child, folder: '', depth: 0 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { index, folder, depth } = next
    if (index === noEntry || index >= count || seen.has(index) || depth > maxDepth) continue
    seen.add(index)
    const raw = entryAt(directory, index)
    const type = directory[index * entryBytes + 66]
    open.push({ index: raw.right, folder, depth }, { index: raw.left, folder, depth })
    if (type !== 1 && type !== 2) continue
    const path = `${folder}${raw.name.replaceAll('/', '_')}`
    found.push({ path, raw })
    if (raw.kind === 'storage') open.push({ index: raw.child, folder: `${path}/`, depth: depth + 1 })
  }
  return found
}

/** Whether it ends with entries that are not used, or no entry names one behind its end. */
function isWhole(directory: Buffer): boolean {
  const count = Math.floor(directory.length / entryBytes)
  let most = 0
  for (let at = 0; at + entryBytes <= directory.length; at += entryBytes) {
    if (directory[at + 66] === 0) return true
    for (const link of [68, 72, 76]) {
      const index = directory.readUInt32LE(at + link)
      if (index < endOfChain) most = Math.max(most, index)
    }
  }
  return most < count
}

class Sectors {
  readonly #bytes: Buffer
  readonly #size: number
  /** Where the sectors of the allocation table are, in its order. */
  readonly #tables: readonly number[]
  /** Whether a chain led out of the file. */
  cut = false
  constructor(bytes: Buffer) {
    this.#bytes = bytes
    // Version 4 has sectors of 4096 bytes; all others of 512.
    this.#size = bytes.readUInt16LE(30) === 12 ? 4096 : 512
    this.#tables = this.#listTables()
  }

  get #count(): number {
    return Math.ceil(this.#bytes.length / this.#size)
  }

  /** Up to `most` bytes of a chain. */
  chain(start: number, most: number): Buffer {
    const chunks: Buffer[] = []
    let left = most
    let sector = start
    // No chain has more sectors than the file.
    for (let i = 0; i <= this.#count && sector < endOfChain && left > 0; i++) {
      const chunk = this.#sector(sector).subarray(0, left)
      if (chunk.length === 0) {
        this.cut = true
        break
      }
      chunks.push(chunk)
      left -= chunk.length
      sector = this.#next(sector)
    }
    return Buffer.concat(chunks)
  }

  #sector(index: number): Buffer {
    const at = (index + 1) * this.#size
    return this.#bytes.subarray(at, at + this.#size)
  }

  /** The sector behind one; the end where the table does not say. */
  #next(sector: number): number {
    const perTable = this.#size / 4
    const table = this.#tables[Math.floor(sector / perTable)]
    if (table === undefined) return endOfChain
    const at = (table + 1) * this.#size + (sector % perTable) * 4
    return at + 4 <= this.#bytes.length ? this.#bytes.readUInt32LE(at) : endOfChain
  }

  /** The header lists the first sectors of the table, and a chain of lists the others. */
  #listTables(): number[] {
    const listed: number[] = []
    for (let i = 0; i < 109; i++) listed.push(this.#bytes.readUInt32LE(76 + i * 4))
    let list = this.#bytes.readUInt32LE(68)
    // A circle of lists would go on for ever; real ones name no more sectors than the file has.
    while (list < endOfChain && listed.length <= this.#count + 109) {
      const sector = this.#sector(list)
      if (sector.length < this.#size) break
      for (let at = 0; at + 4 < this.#size; at += 4) listed.push(sector.readUInt32LE(at))
      list = sector.readUInt32LE(this.#size - 4)
    }
    return listed.filter((index) => index < endOfChain)
  }
}

/** Streams below a certain size share the sectors of one stream, the root's. */
class SmallSectors {
  readonly #bytes: Buffer
  readonly #sectors: Sectors
  readonly #root: RawEntry
  #read: { content: Buffer; table: Uint32Array } | null = null
  constructor(bytes: Buffer, sectors: Sectors, root: RawEntry) {
    this.#bytes = bytes
    this.#sectors = sectors
    this.#root = root
  }

  chain(start: number, size: number): Buffer {
    this.#read ??= {
      content: this.#sectors.chain(this.#root.start, this.#bytes.length),
      table: words(this.#sectors.chain(this.#bytes.readUInt32LE(60), this.#bytes.length)),
    }
    const { content, table } = this.#read
    const chunks: Buffer[] = []
    let left = size
    let sector = start
    for (let i = 0; i <= table.length && sector < endOfChain && left > 0; i++) {
      const chunk = content.subarray(sector * 64, sector * 64 + Math.min(64, left))
      if (chunk.length === 0) break
      chunks.push(chunk)
      left -= chunk.length
      sector = table[sector] ?? endOfChain
    }
    return Buffer.concat(chunks)
  }
}

function words(bytes: Buffer): Uint32Array {
  const found = new Uint32Array(bytes.length >>> 2)
  for (let i = 0; i < found.length; i++) found[i] = bytes.readUInt32LE(i * 4)
  return found
}

/** A class id in the usual form (the first three groups are stored with their low byte first). */
export function guidAt(bytes: Buffer, at: number): string {
  const hex = (from: number, to: number): string => bytes.toString('hex', at + from, at + to)
  const low = (from: number, to: number): string =>
    Buffer.from(bytes.subarray(at + from, at + to))
      .reverse()
      .toString('hex')
  return `${low(0, 4)}-${low(4, 6)}-${low(6, 8)}-${hex(8, 10)}-${hex(10, 16)}`.toLowerCase()
}
