/**
 * Compound files (MS-CFB): storages and streams in one file, as old Office documents, Outlook's messages and embedded
 * objects have them. Nothing in it is believed: chains end where they repeat themselves or leave the file.
 */

/** The bytes are no compound file, or its directory cannot be read. */
export class BrokenCompound extends Error {}

export interface Storage {
  readonly name: string
  /** 32 hexadecimal digits in the order of the bytes; what the storage is made by. */
  readonly clsid: string
  readonly storages: readonly Storage[]
  readonly streams: readonly Stream[]
}

export interface Stream {
  readonly name: string
  /** As the directory says. */
  readonly size: number
  /** Its bytes; fewer than `size` where the file is cut. Read each time that it is asked for. */
  read(): Buffer
}

const signature = 'd0cf11e0a1b11ae1'
const headerBytes = 512
const entryBytes = 128
/** From here on sector numbers have meanings of their own (free, end, table). */
const lastSector = 0xfffffffa
/** Entries of a directory; a file that has more was made to have them. */
const mostEntries = 100_000
const deepest = 64

const kinds = { storage: 1, stream: 2, root: 5 } as const

export const isCompound = (bytes: Buffer): boolean =>
  bytes.length >= headerBytes && bytes.subarray(0, 8).toString('hex') === signature

/** The root storage. Throws BrokenCompound. */
export function readCompound(bytes: Buffer): Storage {
  if (!isCompound(bytes)) throw new BrokenCompound('It does not begin as a compound file does.')
  const sectors = new Sectors(bytes)
  const entries = directoryOf(sectors.chain(bytes.readUInt32LE(48), mostEntries * entryBytes))
  const root = entries[0]
  if (root?.kind !== kinds.root) throw new BrokenCompound('Its directory has no root.')
  const small = new SmallSectors(bytes, sectors, root)
  return storageOf(root, entries, (entry) =>
    entry.size < bytes.readUInt32LE(56)
      ? small.chain(entry.start, entry.size)
      : sectors.chain(entry.start, entry.size),
  )
}

/** Finds a stream of a storage itself by its name, in any case. */
export const streamOf = (storage: Storage, name: string): Stream | null =>
  storage.streams.find((stream) => stream.name.toLowerCase() === name.toLowerCase()) ?? null

export const storageNamed = (storage: Storage, name: string): Storage | null =>
  storage.storages.find((inner) => inner.name.toLowerCase() === name.toLowerCase()) ?? null

/** The file's sectors and the table that says which one follows which. */
class Sectors {
  readonly #bytes: Buffer
  readonly #shift: number
  readonly #tables: readonly number[]
  constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.#shift = bytes.readUInt16LE(30)
    if (this.#shift !== 9 && this.#shift !== 12) throw new BrokenCompound('Its sectors have no known size.')
    this.#tables = this.#tablesIn()
  }

  /** Numbers of the sectors of the table: the first 109 stand in the header, the others in a chain of their own. */
  #tablesIn(): readonly number[] {
    const count = Math.min(this.#bytes.readUInt32LE(44), this.#sectorCount())
    const tables: number[] = []
    for (let at = 76; at < headerBytes && tables.length < count; at += 4)
      tables.push(this.#bytes.readUInt32LE(at))
    const seen = new Set<number>()
    let next = this.#bytes.readUInt32LE(68)
    while (tables.length < count && next < lastSector && !seen.has(next)) {
      seen.add(next)
      const sector = this.sector(next)
      const last = sector.length - 4
      for (let at = 0; at + 4 <= last && tables.length < count; at += 4) tables.push(sector.readUInt32LE(at))
      next = last >= 0 ? sector.readUInt32LE(last) : lastSector
    }
    return tables
  }

  #sectorCount(): number {
    return this.#bytes.length >>> this.#shift
  }

  /** Shorter, or empty, where the file ends. */
  sector(number: number): Buffer {
    const start = (number + 1) * 2 ** this.#shift
    return this.#bytes.subarray(start, start + 2 ** this.#shift)
  }

  #after(number: number): number {
    const perTable = 2 ** (this.#shift - 2)
    const table = this.#tables[Math.floor(number / perTable)]
    const at = (number % perTable) * 4
    const sector = table === undefined ? Buffer.alloc(0) : this.sector(table)
    return at + 4 <= sector.length ? sector.readUInt32LE(at) : lastSector
  }

  /** What stands in a chain of sectors, up to `size` bytes of it. */
  chain(first: number, size: number): Buffer {
    const parts: Buffer[] = []
    const seen = new Set<number>()
    let length = 0
    for (let at = first; at < lastSector && length < size && !seen.has(at); at = this.#after(at)) {
      seen.add(at)
      const sector = this.sector(at)
      if (sector.length === 0) break
      parts.push(sector)
      length += sector.length
    }
    return Buffer.concat(parts).subarray(0, size)
  }
}

/** Short streams lie together in the root's stream, in sectors of 64 bytes with a table of their own. */
class SmallSectors {
  readonly #container: Buffer
  readonly #table: Buffer
  readonly #shift: number
  constructor(bytes: Buffer, sectors: Sectors, root: Entry) {
    this.#container = sectors.chain(root.start, root.size)
    this.#table = sectors.chain(bytes.readUInt32LE(60), bytes.length)
    this.#shift = Math.min(bytes.readUInt16LE(32), 12)
  }

  chain(first: number, size: number): Buffer {
    const parts: Buffer[] = []
    const seen = new Set<number>()
    let length = 0
    for (let at = first; at < lastSector && length < size && !seen.has(at); ) {
      seen.add(at)
      const start = at * 2 ** this.#shift
      const part = this.#container.subarray(start, start + 2 ** this.#shift)
      if (part.length === 0) break
      parts.push(part)
      length += part.length
      at = at * 4 + 4 <= this.#table.length ? this.#table.readUInt32LE(at * 4) : lastSector
    }
    return Buffer.concat(parts).subarray(0, size)
  }
}

interface Entry {
  readonly name: string
  readonly kind: number
  readonly left: number
  readonly right: number
  readonly child: number
  readonly clsid: string
  readonly start: number
  readonly size: number
}

function directoryOf(bytes: Buffer): readonly Entry[] {
  const entries: Entry[] = []
  for (let at = 0; at + entryBytes <= bytes.length; at += entryBytes) {
    const nameBytes = Math.min(Math.max(bytes.readUInt16LE(at + 64) - 2, 0), 62)
    entries.push({
      name: bytes.toString('utf16le', at, at + (nameBytes & ~1)).toWellFormed(),
      kind: bytes[at + 66] ?? 0,
      left: bytes.readUInt32LE(at + 68),
      right: bytes.readUInt32LE(at + 72),
      child: bytes.readUInt32LE(at + 76),
      clsid: bytes.toString('hex', at + 80, at + 96),
      start: bytes.readUInt32LE(at + 116),
      // The upper half is noise in files of the old version; no stream here is that long.
      size: bytes.readUInt32LE(at + 120),
    })
  }
  return entries
}

function storageOf(root: Entry, entries: readonly Entry[], read: (entry: Entry) => Buffer): Storage {
  // Each entry belongs to one storage: what is named twice is a loop.
  const seen = new Set<number>([0])
  const below = (entry: Entry, depth: number): Storage => {
    const inside: Entry[] = []
    const waiting = [entry.child]
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const found = entries[at]
      if (found === undefined || seen.has(at)) continue
      seen.add(at)
      inside.push(found)
      waiting.push(found.left, found.right)
    }
    // By name, so that the order is that of no tree: streams of one file come in one order.
    inside.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    return {
      name: entry.name,
      clsid: entry.clsid,
      storages:
        depth >= deepest
          ? []
          : inside.filter(({ kind }) => kind === kinds.storage).map((found) => below(found, depth + 1)),
      streams: inside
        .filter(({ kind }) => kind === kinds.stream)
        .map((found) => ({ name: found.name, size: found.size, read: () => read(found) })),
    }
  }
  return below(root, 0)
}
