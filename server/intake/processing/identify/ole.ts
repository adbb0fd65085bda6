/**
 * The directory of an OLE compound file ([MS-CFB]): which streams it has at its root, and how each of them begins. It may
 * be read from the beginning of a file alone; what lies behind that beginning is then missing. Chains of sectors and the
 * tree of entries may be cyclic: no chain is followed further than the file has sectors, and no entry is visited twice.
 */

export interface OleFile {
  /** Class of the root, 32 hex digits as they stand in the file; zeros where it has none. */
  readonly rootClass: string
  /** Names of the streams and storages at the root, in lower case. */
  readonly names: ReadonlySet<string>
  /** Whether all of the directory was there to be read. */
  readonly complete: boolean
  /** The first bytes (at most 512, at most one sector) of a stream at the root; empty where there are none. */
  streamHead(name: string): Buffer
}

interface Entry {
  readonly name: string
  readonly left: number
  readonly right: number
  readonly child: number
  readonly firstSector: number
  readonly size: number
}

const magic = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const headerSize = 512
const entrySize = 128
/** Sector numbers from here on are marks: free, end of chain. */
const marks = 0xfffffffa
/** No directory of a real file comes near it. */
const maxEntries = 20_000
const streamHeadSize = 512

export const isOle = (bytes: Buffer): boolean => bytes.subarray(0, magic.length).equals(magic)

/** Null where the first entry, the root, is not there or is none. */
export function readOle(bytes: Buffer): OleFile | null {
  if (!isOle(bytes) || bytes.length < headerSize) return null
  const sectors = new Sectors(bytes)
  const { entries, rootClass, complete } = directory(sectors)
  const [root] = entries
  if (root === undefined) return null
  const streams = childrenOf(root, entries)
  return {
    rootClass,
    names: new Set(streams.keys()),
    complete: complete && streams.size > 0,
    streamHead(name) {
      const entry = streams.get(name)
      if (entry === undefined) return Buffer.alloc(0)
      const size = Math.min(entry.size, streamHeadSize)
      const { miniCutoff } = sectors
      if (entry.size >= miniCutoff) return sectors.sector(entry.firstSector).subarray(0, size)
      return sectors.mini(root.firstSector, entry.firstSector).subarray(0, size)
    },
  }
}

class Sectors {
  readonly #bytes: Buffer
  readonly #size: number
  readonly #count: number
  readonly miniCutoff: number
  readonly firstDirectorySector: number
  /** Where the sectors of the allocation table are, as far as they have been looked up. */
  readonly #tables: number[] = []
  #nextList: number

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    // Version 4 has sectors of 4096 bytes; all others 512.
    this.#size = bytes.readUInt16LE(30) === 12 ? 4096 : 512
    this.#count = Math.ceil(bytes.length / this.#size)
    this.miniCutoff = bytes.readUInt32LE(56)
    this.firstDirectorySector = bytes.readUInt32LE(48)
    for (let at = 76; at < headerSize; at += 4) this.#tables.push(bytes.readUInt32LE(at))
    this.#nextList = bytes.readUInt32LE(68)
  }

  /** The bytes of a sector; empty, or fewer, where the file ends before it does. */
  sector(number: number): Buffer {
    if (number >= marks) return Buffer.alloc(0)
    const start = (number + 1) * this.#size
    return this.#bytes.subarray(start, start + this.#size)
  }

  /** The sectors of a chain, as far as they are there. Ends also where it runs in a circle. */
  *chain(first: number): Generator<Buffer> {
    let number: number | null = first
    for (let i = 0; i <= this.#count && number !== null && number < marks; i++) {
      const bytes = this.sector(number)
      if (bytes.length === 0) return
      yield bytes
      number = this.#next(number)
    }
  }

  /** A sector of 64 bytes in the root's stream, where short streams are kept. */
  mini(rootSector: number, number: number): Buffer {
    const start = number * 64
    let passed = 0
    for (const bytes of this.chain(rootSector)) {
      if (start < passed + this.#size) return bytes.subarray(start - passed, start - passed + 64)
      passed += this.#size
    }
    return Buffer.alloc(0)
  }

  /** The sector after this one; null where that cannot be known. */
  #next(number: number): number | null {
    const perSector = this.#size / 4
    const table = this.#table(Math.floor(number / perSector))
    const bytes = table === null ? Buffer.alloc(0) : this.sector(table)
    const at = (number % perSector) * 4
    return at + 4 <= bytes.length ? bytes.readUInt32LE(at) : null
  }

  /** The place of the n-th sector of the allocation table: the header has the first 109, lists in sectors the others. */
  #table(n: number): number | null {
    while (n >= this.#tables.length) {
      const list = this.sector(this.#nextList)
      // A circle of lists would go on for ever; real ones name no more sectors than the file has.
      if (list.length < this.#size || this.#tables.length > this.#count + 109) return null
      for (let at = 0; at < this.#size - 4; at += 4) this.#tables.push(list.readUInt32LE(at))
      this.#nextList = list.readUInt32LE(this.#size - 4)
    }
    return this.#tables[n] ?? null
  }
}

function directory(sectors: Sectors): { entries: Entry[]; rootClass: string; complete: boolean } {
  const entries: Entry[] = []
  let rootClass = ''
  let free = false
  for (const bytes of sectors.chain(sectors.firstDirectorySector))
    for (let at = 0; at + entrySize <= bytes.length && entries.length < maxEntries; at += entrySize) {
      const raw = bytes.subarray(at, at + entrySize)
      if (entries.length === 0) {
        // The root's type is 5.
        if (raw[66] !== 5) return { entries, rootClass, complete: false }
        rootClass = raw.toString('hex', 80, 96)
      }
      free ||= raw[66] === 0
      entries.push(entryOf(raw))
    }
  const most = entries.reduce((most, { left, right, child }) => {
    const linked = [left, right, child].filter((id) => id < marks)
    return Math.max(most, ...linked)
  }, 0)
  return { entries, rootClass, complete: free || most < entries.length }
}

function entryOf(raw: Buffer): Entry {
  const length = Math.min(Math.max(raw.readUInt16LE(64) - 2, 0), 64)
  return {
    name: raw.toString('utf16le', 0, length).toLowerCase(),
    left: raw.readUInt32LE(68),
    right: raw.readUInt32LE(72),
    child: raw.readUInt32LE(76),
    firstSector: raw.readUInt32LE(116),
    size: raw.readUInt32LE(120),
  }
}

/** The entries of the tree that hangs on the root. */
function childrenOf(root: Entry, entries: readonly Entry[]): Map<string, Entry> {
  const children = new Map<string, Entry>()
  const seen = new Set<number>()
  const open = [root.child]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const entry = entries[id]
    if (entry === undefined || seen.has(id)) continue
    seen.add(id)
    children.set(entry.name, entry)
    open.push(entry.left, entry.right)
  }
  return children
}
