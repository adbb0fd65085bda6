/**
 * A file of named sections of bytes beside an index: what a search process has in memory, to be read as it is after a start.
 * It is whole or it is not used: written under another name, synced and renamed, and each section with its checksum.
 */
import {
  close,
  closeSync,
  fstatSync,
  fsync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'

/** Where what is read of an index is saved. */
export const snapshotFile = (index: string): string => `${index}.facts`

/** What the file is of. A file of anything else is of no use. */
export interface SnapshotOf {
  /** The index's own number: one that is built anew has another. */
  readonly index: string
  /** What the sections hold, and how. */
  readonly layout: string
}

interface Entry {
  readonly name: string
  readonly bytes: number
  readonly crc: number
}

interface Head extends SnapshotOf {
  readonly touched: number
  readonly size: number
  readonly entries: readonly Entry[]
}

export type Section = readonly [name: string, bytes: ArrayBufferView]

/** What was read of a file. Each section is there once. */
export interface Snapshot {
  /** The state of the index that it is of. */
  readonly touched: number
  readonly size: number
  readonly names: readonly string[]
  bytes(name: string): Buffer
  /** Reads a section into the beginning of an array; nothing where there is no such section. */
  into(name: string, array: ArrayBufferView): void
}

class Damaged extends Error {}

const magic = 0x41_46_31_53
/** The magic number, the bytes of the head, and its checksum. */
const preamble = 12

/**
 * Writes a file. What is to be written is taken at once; only the syncing takes its time. The file is not put in its place where
 * it is not wanted any more by then: the index may have been deleted, with all that is beside it.
 */
export async function writeSnapshot(
  path: string,
  head: Omit<Head, 'entries'>,
  sections: readonly Section[],
  isWanted: () => boolean = () => true,
): Promise<void> {
  const bytesOf = sections.map(([, array]) => Buffer.from(array.buffer, array.byteOffset, array.byteLength))
  const entries = sections.map(([name], at): Entry => {
    const bytes = bytesOf[at] ?? Buffer.alloc(0)
    return { name, bytes: bytes.length, crc: crc32(bytes) }
  })
  const text = Buffer.from(JSON.stringify({ ...head, entries } satisfies Head))
  const first = Buffer.alloc(preamble)
  first.writeUInt32LE(magic, 0)
  first.writeUInt32LE(text.length, 4)
  first.writeUInt32LE(crc32(text), 8)
  const temporary = `${path}.${process.pid}`
  const file = openSync(temporary, 'w', 0o600)
  try {
    try {
      for (const bytes of [first, text, ...bytesOf]) writeAll(file, bytes)
      await promisify(fsync)(file)
    } finally {
      await promisify(close)(file)
    }
    if (isWanted()) renameSync(temporary, path)
    else rmSync(temporary)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/** Removes what processes had not written to its end when they were ended: of one index, or of all in a folder. */
export function removeUnfinished(folder: string, index = ''): void {
  for (const name of readdirSync(folder))
    if (name.startsWith(index) && /\.facts\.\d+$/.test(name)) rmSync(join(folder, name), { force: true })
}

/**
 * Lets `take` read a file of this index and layout, of a state that the index has had by now. False where there is none that is
 * whole: what is there is removed.
 */
export function readSnapshot(
  path: string,
  of: SnapshotOf & { readonly touched: number },
  take: (snapshot: Snapshot) => void,
): boolean {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return false
  }
  try {
    take(snapshotIn(file, of))
    return true
  } catch {
    // Whatever is wrong with it, the index itself says the same.
    rmSync(path, { force: true })
    return false
  } finally {
    closeSync(file)
  }
}

function snapshotIn(file: number, of: SnapshotOf & { readonly touched: number }): Snapshot {
  const { size: whole } = fstatSync(file)
  const first = Buffer.alloc(preamble)
  readAll(file, first, 0)
  const length = first.readUInt32LE(4)
  if (first.readUInt32LE(0) !== magic || length > whole) throw new Damaged()
  const text = Buffer.alloc(length)
  readAll(file, text, preamble)
  if (crc32(text) !== first.readUInt32LE(8)) throw new Damaged()
  const { index, layout, touched, size, entries } = JSON.parse(text.toString()) as Head
  if (index !== of.index || layout !== of.layout || touched > of.touched) throw new Damaged()
  const places = new Map<string, Entry & { readonly at: number }>()
  let at = preamble + length
  for (const entry of entries) {
    places.set(entry.name, { ...entry, at })
    at += entry.bytes
  }
  if (at !== whole) throw new Damaged()
  const fill = ({ at, bytes, crc }: Entry & { readonly at: number }, into: Buffer): Buffer => {
    const read = into.subarray(0, bytes)
    readAll(file, read, at)
    if (read.length !== bytes || crc32(read) !== crc) throw new Damaged()
    return read
  }
  return {
    touched,
    size,
    names: [...places.keys()],
    bytes: (name) => {
      const place = places.get(name)
      return place === undefined ? Buffer.alloc(0) : fill(place, Buffer.allocUnsafeSlow(place.bytes))
    },
    into: (name, array) => {
      const place = places.get(name)
      if (place !== undefined) fill(place, Buffer.from(array.buffer, array.byteOffset, array.byteLength))
    },
  }
}

function writeAll(file: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
}

/** Fills the bytes from a place of the file. */
function readAll(file: number, into: Buffer, from: number): void {
  for (let at = 0; at < into.length; ) {
    const read = readSync(file, into, at, into.length - at, from + at)
    if (read === 0) throw new Damaged()
    at += read
  }
}
