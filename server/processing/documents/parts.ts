/**
 * The parts of a document that is a zip of parts (Office Open XML, OpenDocument, EPUB, XPS). Parts are unpacked one by one
 * and only when they are asked for, and all of them together only up to a limit.
 */
import { Readable } from 'node:stream'
import { constants, createInflateRaw, inflateRawSync } from 'node:zlib'
import yauzl from 'yauzl'
import { Budget, LimitPassed } from '../budget.ts'
import type { Limits } from '../limits.ts'
import { Unreadable } from './reading.ts'

interface Packed {
  readonly name: string
  readonly method: number
  readonly encrypted: boolean
  readonly start: number
  readonly end: number
}

/** Gives what was deflated of an encrypted part; null where it is damaged. */
export type Decrypt = (encrypted: Buffer) => Buffer | null

export class Parts {
  /** In the order of the zip. */
  readonly names: readonly string[]
  /** Whether its directory was missing, so that only what could be found without it is here. */
  readonly salvaged: boolean
  readonly #bytes: Buffer
  readonly #packed: ReadonlyMap<string, Packed>
  readonly #limits: Limits
  readonly #budget: Budget
  readonly #locks: ReadonlyMap<string, Decrypt>
  constructor(
    bytes: Buffer,
    packed: readonly Packed[],
    salvaged: boolean,
    limits: Limits,
    locks: ReadonlyMap<string, Decrypt> = new Map(),
  ) {
    this.#bytes = bytes
    this.#locks = locks
    this.#packed = new Map(packed.map((part) => [keyOf(part.name), part]))
    this.names = [...this.#packed.values()].map(({ name }) => name)
    this.salvaged = salvaged
    this.#limits = limits
    this.#budget = new Budget({ ...limits, expandedBytes: limits.documentBytes }, bytes.length, null)
  }

  has(name: string): boolean {
    return this.#packed.has(keyOf(name))
  }

  /** One part as it lies in the zip; null where there is none of that name. */
  packed(name: string): Buffer | null {
    const part = this.#packed.get(keyOf(name))
    return part === undefined ? null : this.#bytes.subarray(part.start, part.end)
  }

  /** The same parts, of which some are encrypted: they are decrypted when they are read. */
  decrypted(locks: ReadonlyMap<string, Decrypt>): Parts {
    const byKey = new Map([...locks].map(([name, decrypt]) => [keyOf(name), decrypt]))
    return new Parts(this.#bytes, [...this.#packed.values()], this.salvaged, this.#limits, byKey)
  }

  /**
   * One part, unpacked; null where there is none of that name (in any case) or where it is damaged. Throws LimitPassed
   * when the document expands to more than it may.
   */
  read(name: string): Buffer | null {
    const part = this.#packed.get(keyOf(name))
    if (part === undefined) return null
    const bytes = this.#unpack(part)
    if (bytes !== null) this.#budget.spend(bytes.length)
    return bytes
  }

  /**
   * One part, unpacked piece by piece: for what may be too large to be held. Nothing where there is none of that name; what
   * is damaged ends where the damage is. Throws LimitPassed.
   */
  async *pieces(name: string): AsyncGenerator<Buffer> {
    const part = this.#packed.get(keyOf(name))
    const { packed, method } = this.#deflated(part)
    if (packed === null || (method !== 0 && method !== 8)) return
    if (method === 0) {
      this.#budget.spend(packed.length)
      yield packed
      return
    }
    const unpacked = Readable.from(slices(packed)).pipe(createInflateRaw({ chunkSize: 256 * 1024 }))
    try {
      for await (const piece of unpacked) {
        const bytes: Buffer = piece
        this.#budget.spend(bytes.length)
        yield bytes
      }
    } catch (error) {
      if (error instanceof LimitPassed) throw error
    } finally {
      unpacked.destroy()
    }
  }

  #unpack(part: Packed): Buffer | null {
    const { packed, method } = this.#deflated(part)
    if (method === 0) return packed
    if (method !== 8 || packed === null) return null
    try {
      // What is cut gives what there is of it.
      return inflateRawSync(packed, { maxOutputLength: this.#most(), finishFlush: constants.Z_SYNC_FLUSH })
    } catch (error) {
      if (error instanceof RangeError)
        throw new LimitPassed('tooLarge', 'A part of it expands to more than is read.')
      return null
    }
  }

  /** A part as it was packed. Below a lock all parts are deflated, and say of themselves that they are stored. */
  #deflated(part: Packed | undefined): { readonly packed: Buffer | null; readonly method: number } {
    if (part === undefined) return { packed: null, method: 0 }
    const packed = this.#bytes.subarray(part.start, part.end)
    const decrypt = this.#locks.get(keyOf(part.name))
    return decrypt === undefined ? { packed, method: part.method } : { packed: decrypt(packed), method: 8 }
  }

  /** No part of a small file becomes a large one. */
  #most(): number {
    const { ratio, ratioFrom, documentBytes } = this.#limits
    return Math.min(documentBytes, Math.max(ratioFrom, this.#bytes.length * ratio)) + 1
  }
}

function* slices(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 64 * 1024) yield bytes.subarray(at, at + 64 * 1024)
}

const keyOf = (name: string): string => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()

/** Rejects with Unreadable where there is nothing of a zip. */
export async function openParts(bytes: Buffer, limits: Limits): Promise<Parts> {
  const listed = await directoryOf(bytes, limits)
  if (listed?.some(({ encrypted }) => encrypted) === true)
    throw new Unreadable('encrypted', 'It is protected by a password.')
  if (listed !== null) return new Parts(bytes, listed, false, limits)
  const found = scan(bytes, limits)
  if (found.length === 0) throw new Unreadable('corrupt', 'It is not a whole zip, as such a document is.')
  return new Parts(bytes, found, true, limits)
}

async function directoryOf(bytes: Buffer, limits: Limits): Promise<Packed[] | null> {
  try {
    const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, decodeStrings: false })
    const packed: Packed[] = []
    for await (const entry of zip.eachEntry()) {
      if (packed.length >= limits.members * 10) break
      const at = entry.relativeOffsetOfLocalHeader
      if (at + 30 > bytes.length) continue
      const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
      packed.push({
        name: entry.fileNameRaw.toString('utf8'),
        method: entry.compressionMethod,
        encrypted: entry.isEncrypted(),
        start,
        end: start + entry.compressedSize,
      })
    }
    return packed
  } catch {
    return null
  }
}

/** The parts of a zip without a directory, as one is that was cut, by the header before each. */
function scan(bytes: Buffer, limits: Limits): Packed[] {
  const packed: Packed[] = []
  let at = bytes.indexOf(header)
  while (at >= 0 && at + 30 <= bytes.length && packed.length < limits.members * 10) {
    const named = bytes.readUInt16LE(at + 26)
    const start = at + 30 + named + bytes.readUInt16LE(at + 28)
    const next = bytes.indexOf(header, at + 4)
    const end = next < 0 ? bytes.length : next
    const name = bytes.toString('utf8', at + 30, Math.min(at + 30 + named, bytes.length))
    const encrypted = (bytes.readUInt16LE(at + 6) & 1) === 1
    if (start < end) packed.push({ name, method: bytes.readUInt16LE(at + 8), encrypted, start, end })
    at = next
  }
  return packed
}

const header = Buffer.from('PK\u0003\u0004', 'latin1')
