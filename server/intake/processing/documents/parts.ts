/**
 * The parts of a document that is a zip of parts (Office Open XML, OpenDocument, EPUB, XPS). Parts are unpacked one by one
 * and only when they are asked for, and all of them together only up to a limit.
 */
import { Readable } from 'node:stream'
import { constants, crc32, createInflateRaw, inflateRawSync } from 'node:zlib'
import { directoryOf, localHeader, localMagic, type ZipHeader } from '../archives/zip-records.ts'
import { Budget, LimitPassed } from '../budget.ts'
import type { Limits } from '../limits.ts'
import { Losses } from './losses.ts'
import { Unreadable } from './reading.ts'
import { decodeXml, endsXml } from './xml.ts'

interface Packed {
  readonly name: string
  readonly method: number
  readonly encrypted: boolean
  readonly start: number
  readonly end: number
  /** What the directory says of its bytes; null where there is none. */
  readonly told: { readonly size: number; readonly crc: number } | null
}

/** A part as far as it could be unpacked. */
export interface PartBytes {
  readonly bytes: Buffer
  /** What is wrong with it, as the end of a sentence; null where it is whole. */
  readonly fault: string | null
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
  readonly #losses: Losses
  readonly #read = new Set<string>()
  constructor(
    bytes: Buffer,
    packed: readonly Packed[],
    salvaged: boolean,
    limits: Limits,
    locks: ReadonlyMap<string, Decrypt> = new Map(),
    losses = new Losses(),
  ) {
    this.#losses = losses
    this.#bytes = bytes
    this.#locks = locks
    this.#packed = new Map(packed.map((part) => [partKey(part.name), part]))
    this.names = [...this.#packed.values()].map(({ name }) => name)
    this.salvaged = salvaged
    this.#limits = limits
    this.#budget = new Budget({ ...limits, expandedBytes: limits.documentBytes }, bytes.length, null)
  }

  has(name: string): boolean {
    return this.#packed.has(partKey(name))
  }

  /** One part as it lies in the zip; null where there is none of that name. */
  packed(name: string): Buffer | null {
    const part = this.#packed.get(partKey(name))
    return part === undefined ? null : this.#bytes.subarray(part.start, part.end)
  }

  /** The same parts, of which some are encrypted: they are decrypted when they are read. */
  decrypted(locks: ReadonlyMap<string, Decrypt>): Parts {
    const byKey = new Map([...locks].map(([name, decrypt]) => [partKey(name), decrypt]))
    const packed = [...this.#packed.values()]
    return new Parts(this.#bytes, packed, this.salvaged, this.#limits, byKey, this.#losses)
  }

  /** What could not be read whole of all that was asked for, and what is missing: a sentence for each. */
  get losses(): readonly string[] {
    const cut = this.salvaged ? ['It is cut or damaged: what could be found of it was read.'] : []
    return [...cut, ...this.#losses.reasons]
  }

  /** That the document names this part. Where it is not there, it is lost; others may be looked for without a word. */
  expect(name: string): void {
    if (!this.has(name) && !this.has(unescaped(name)))
      this.#losses.tell(name, 'is missing: the document names it')
  }

  /** That a part names another without a way to it. */
  leadsNowhere(name: string): void {
    this.#losses.tell(name, 'names other parts that are not there')
  }

  /**
   * One part, unpacked as far as it goes; null where there is none of that name (in any case), or nothing can be read of
   * it. What is not whole is told among the losses. Throws LimitPassed when the document expands to more than it may.
   */
  read(name: string): Buffer | null {
    const part = this.file(name)
    if (part === null) return null
    if (part.fault !== null) this.#losses.tell(name, part.fault)
    return part.fault !== null && part.bytes.length === 0 ? null : part.bytes
  }

  /** The same, and null also where it is damaged: for those who would take what is wrong in it for what it says. */
  whole(name: string): Buffer | null {
    const part = this.file(name)
    if (part === null || part.fault === null) return part?.bytes ?? null
    this.#losses.tell(name, part.fault)
    return null
  }

  /** The same of a part that is a file of its own: what is wrong with it is said by that file. */
  file(name: string): PartBytes | null {
    const part = this.#packed.get(partKey(name))
    if (part === undefined) return null
    this.#read.add(partKey(name))
    const unpacked = this.#unpack(part)
    this.#budget.spend(unpacked.bytes.length)
    return unpacked
  }

  /** The same of a part that is XML, which must also be whole at its end. */
  xml(name: string): string | null {
    const bytes = this.read(name)
    if (bytes === null) return null
    const xml = decodeXml(bytes)
    if (!endsXml(xml)) this.cut(name)
    return xml
  }

  /** That a part ends too early, though all bytes of it are there. */
  cut(name: string): void {
    this.#losses.tell(name, 'ends too early: it is cut')
  }

  /**
   * Looks at what no reader asks for (pictures, fonts): it is part of the document all the same. Nothing is unpacked beyond
   * the size that the directory has.
   */
  checkOthers(): void {
    let left = this.#limits.documentBytes
    for (const [key, part] of this.#packed) {
      if (part.told === null || this.#read.has(key)) continue
      left -= part.told.size
      if (left < 0) return
      const packed = this.#bytes.subarray(part.start, part.end)
      const fault =
        part.method === 0 || this.#locks.has(key)
          ? faultOf(packed, part.told)
          : inflatedFault(packed, part.method, part.told)
      if (fault !== null) this.#losses.tell(part.name, fault)
    }
  }

  /**
   * One part, unpacked piece by piece: for what may be too large to be held. Nothing where there is none of that name; what
   * is damaged ends where the damage is. Throws LimitPassed.
   */
  async *pieces(name: string): AsyncGenerator<Buffer> {
    const part = this.#packed.get(partKey(name))
    if (part === undefined) return
    const { packed, method } = this.#deflated(part)
    if (packed === null || method !== 8) {
      const bytes = this.read(name)
      if (bytes !== null) yield bytes
      return
    }
    this.#read.add(partKey(name))
    const isLocked = this.#locks.has(partKey(name))
    let size = 0
    let crc = 0
    const unpacked = Readable.from(slices(packed)).pipe(createInflateRaw({ chunkSize: 256 * 1024 }))
    try {
      for await (const piece of unpacked) {
        const bytes: Buffer = piece
        this.#budget.spend(bytes.length)
        size += bytes.length
        crc = crc32(bytes, crc)
        yield bytes
      }
      if (!isLocked && part.told !== null && (size !== part.told.size || crc !== part.told.crc))
        this.#losses.tell(name, damaged)
    } catch (error) {
      if (error instanceof LimitPassed) throw error
      this.#losses.tell(name, damaged)
    } finally {
      unpacked.destroy()
    }
  }

  #unpack(part: Packed): PartBytes {
    const { packed, method } = this.#deflated(part)
    if (packed === null) return { bytes: nothing, fault: damaged }
    if (method !== 0 && method !== 8) return { bytes: nothing, fault: unknownMethod }
    // Of what is locked the directory tells the bytes below the lock.
    const isLocked = this.#locks.has(partKey(part.name))
    const below = isLocked ? faultOf(this.#bytes.subarray(part.start, part.end), part.told) : null
    const unpacked = method === 0 ? { bytes: packed, fault: null } : inflate(packed, this.#most())
    return {
      bytes: unpacked.bytes,
      fault: unpacked.fault ?? (isLocked ? below : faultOf(unpacked.bytes, part.told)),
    }
  }

  /** A part as it was packed. Below a lock all parts are deflated, and say of themselves that they are stored. */
  #deflated(part: Packed): { readonly packed: Buffer | null; readonly method: number } {
    const packed = this.#bytes.subarray(part.start, part.end)
    const decrypt = this.#locks.get(partKey(part.name))
    return decrypt === undefined ? { packed, method: part.method } : { packed: decrypt(packed), method: 8 }
  }

  /** No part of a small file becomes a large one. */
  #most(): number {
    const { ratio, ratioFrom, documentBytes } = this.#limits
    return Math.min(documentBytes, Math.max(ratioFrom, this.#bytes.length * ratio)) + 1
  }
}

/** Addresses of parts are escaped as others are, by some programs. */
function unescaped(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

const nothing = Buffer.alloc(0)
const damaged = 'is damaged: it could not be read whole'
const unknownMethod = 'is packed by a method that is not read'

const faultOf = (bytes: Buffer, told: Packed['told']): string | null =>
  told === null || (bytes.length === told.size && crc32(bytes) === told.crc) ? null : damaged

/** What is wrong with a part that is only looked at: it is not unpacked beyond the size that it should have. */
function inflatedFault(packed: Buffer, method: number, told: NonNullable<Packed['told']>): string | null {
  if (method !== 8) return unknownMethod
  try {
    return faultOf(inflateRawSync(packed, { maxOutputLength: told.size + 1 }), told)
  } catch {
    return damaged
  }
}

/** Throws LimitPassed where it expands to more than `most` bytes. */
function inflate(packed: Buffer, most: number): PartBytes {
  try {
    return { bytes: inflateRawSync(packed, { maxOutputLength: most }), fault: null }
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge()
    return { bytes: inflateSound(packed, most), fault: damaged }
  }
}

/** All that stands before the damage: the longest beginning that can be inflated, which is found by halves. */
function inflateSound(packed: Buffer, most: number): Buffer {
  let sound = nothing
  let from = 0
  let to = packed.length
  // What is cut is sound up to its end, and mostly that is the case.
  for (let length = to; from < length; length = Math.ceil((from + to) / 2))
    try {
      const options = { maxOutputLength: most, finishFlush: constants.Z_SYNC_FLUSH }
      sound = inflateRawSync(packed.subarray(0, length), options)
      if (length === to) break
      from = length
    } catch (error) {
      if (error instanceof RangeError) throw tooLarge()
      to = length - 1
    }
  return sound
}

const tooLarge = (): LimitPassed => new LimitPassed('tooLarge', 'A part of it expands to more than is read.')

function* slices(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 64 * 1024) yield bytes.subarray(at, at + 64 * 1024)
}

/** What a part is found by: names are the same in any case, and may lead up and down folders. */
export function partKey(name: string): string {
  const path = name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()
  if (!/(^|\/)\.\.?\//.test(path)) return path
  const steps: string[] = []
  for (const step of path.split('/'))
    if (step === '..') steps.pop()
    else if (step !== '.') steps.push(step)
  return steps.join('/')
}

/** Throws Unreadable where there is nothing of a zip. */
export function openParts(bytes: Buffer, limits: Limits): Parts {
  const most = limits.members * 10
  const listed = directoryOf(bytes, most)?.map((header) => listedPart(bytes, header))
  if (listed?.some(({ encrypted }) => encrypted) === true)
    throw new Unreadable('encrypted', 'It is protected by a password.')
  if (listed !== undefined) return new Parts(bytes, listed, false, limits)
  const found = scan(bytes, most)
  if (found.length === 0) throw new Unreadable('corrupt', 'It is not a whole zip, as such a document is.')
  return new Parts(bytes, found, true, limits)
}

function listedPart(
  bytes: Buffer,
  { at, rawName, method, encrypted, packedSize, size, crc }: ZipHeader,
): Packed {
  const start = localHeader(bytes, at)?.start ?? bytes.length
  const told = { size, crc }
  return { name: rawName.toString('utf8'), method, encrypted, start, end: start + packedSize, told }
}

/** The parts of a zip without a directory, as one is that was cut, by the header before each. */
function scan(bytes: Buffer, most: number): Packed[] {
  const packed: Packed[] = []
  let at = bytes.indexOf(localMagic)
  while (packed.length < most) {
    const header = localHeader(bytes, at)
    if (header === null) break
    const { rawName, method, encrypted, start } = header
    const next = bytes.indexOf(localMagic, at + 4)
    const end = next < 0 ? bytes.length : next
    if (start < end)
      packed.push({ name: rawName.toString('utf8'), method, encrypted, start, end, told: null })
    at = next
  }
  return packed
}
