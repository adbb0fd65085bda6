/**
 * One zip out of the parts of a split one (APPNOTE.TXT, 8): the parts one behind the other, and a directory behind them in
 * which each entry is where it stands now. Entries keep their numbers, those in parts that are missing too.
 */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { LimitPassed } from '../budget.ts'
import { appendTo } from './append-to.ts'
import type { SplitPart } from './split.ts'
import { endOfZip, maxEndBytes, type ZipEnd } from './zip-records.ts'

const headerMagic = Buffer.from('PK\x01\x02', 'latin1')
const headerBytes = 46
const none32 = 0xffffffff
const none16 = 0xffff
/** A directory is held in memory while it is written anew: that of a million entries fits. */
const maxDirectory = 256 * 1024 * 1024

/** Where a part stands in the file that all are put into. */
interface Placed {
  readonly part: SplitPart
  readonly start: number
  /** Where the next part that is missing would stand; those up to there follow one another. */
  runEnd: number
}

/** Returns the numbers of the entries that are not there, with the reason. */
export async function joinZip(
  disks: readonly (SplitPart | null)[],
  file: string,
  onBusy: () => void,
): Promise<ReadonlyMap<number, string>> {
  const last = disks.at(-1) ?? null
  const from = Math.max(0, (last?.size ?? 0) - maxEndBytes)
  const end = last === null ? null : endOfZip(await bytesOf(last, from, maxEndBytes), from)
  const placed = place(disks)
  const found = end === null ? null : await directoryOf(placed, end)
  const renewed = found === null ? null : rewritten(found, placed)
  let isFirst = true
  for (const one of placed) {
    if (one === null) continue
    // The last part's own directory stays where it is, as bytes that nobody names.
    await appendTo(file, createReadStream(one.part.file), onBusy, isFirst)
    isFirst = false
  }
  const start = placed.reduce((most, one) => (one === null ? most : one.start + one.part.size), 0)
  // By the headers before them some entries are found all the same.
  if (renewed === null) return new Map()
  const { headers, absent } = renewed
  await appendTo(file, once(Buffer.concat([...headers, ending(headers, start)])), onBusy, isFirst)
  return absent
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

async function bytesOf(part: SplitPart, at: number, most: number): Promise<Buffer> {
  const file = await open(part.file)
  try {
    const bytes = Buffer.alloc(Math.max(0, Math.min(most, part.size - at)))
    const { bytesRead } = await file.read(bytes, 0, bytes.length, at)
    return bytes.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

function place(disks: readonly (SplitPart | null)[]): (Placed | null)[] {
  let start = 0
  let run: Placed[] = []
  return disks.map((part) => {
    if (part === null) {
      run = []
      return null
    }
    const own = { part, start, runEnd: 0 }
    start += part.size
    run.push(own)
    for (const one of run) one.runEnd = start
    return own
  })
}

/** The directory may begin in a part before the last one, and goes on through those behind it; null where it is not all there. */
async function directoryOf(placed: readonly (Placed | null)[], end: ZipEnd): Promise<Buffer | null> {
  if (end.length > maxDirectory) throw new LimitPassed('tooLarge', 'Its directory is too large to be read.')
  const bytes: Buffer[] = []
  let left = end.length
  let at = end.directory
  for (let disk = end.directoryDisk; left > 0; disk++) {
    const one = placed[disk] ?? null
    if (one === null) return null
    const piece = await bytesOf(one.part, at, left)
    bytes.push(piece)
    left -= piece.length
    at = 0
  }
  return Buffer.concat(bytes)
}

interface Rewritten {
  readonly headers: readonly Buffer[]
  readonly absent: ReadonlyMap<number, string>
}

/** Null for a directory that is damaged. */
function rewritten(directory: Buffer, placed: readonly (Placed | null)[]): Rewritten | null {
  const headers: Buffer[] = []
  const absent = new Map<number, string>()
  let at = 0
  for (; at + headerBytes <= directory.length; ) {
    const header = directory.subarray(at, at + headerBytes)
    if (!header.subarray(0, 4).equals(headerMagic)) break
    const [name, extra, comment] = [28, 30, 32].map((place) => header.readUInt16LE(place)) as [
      number,
      number,
      number,
    ]
    const beyond = directory.subarray(at + headerBytes, at + headerBytes + name + extra + comment)
    at += headerBytes + name + extra + comment
    const told = fieldsOf(header, beyond.subarray(name, name + extra))
    const there = placed[told.disk] ?? null
    const start = there === null ? 0 : there.start + told.at
    const reaches = start + 30 + name + told.packed
    if (there === null || reaches > there.runEnd)
      absent.set(headers.length, absenceOf(placed, there === null ? told.disk : told.disk + 1))
    headers.push(headerAt(start, header, beyond, told))
  }
  return at !== directory.length || headers.length === 0 ? null : { headers, absent }
}

/** The first part from a number on that is not there. */
function absenceOf(placed: readonly (Placed | null)[], from: number): string {
  const missing = placed.findIndex((one, disk) => disk >= from && one === null)
  return missing < 0
    ? 'It is not where the directory of the archive says.'
    : `It is in part ${missing + 1} of the split archive, which is missing.`
}

interface HeaderFields {
  readonly disk: number
  readonly at: number
  readonly packed: number
  /** Numbers of 64 bits, in the order in which they stand in a field of their own; null where there is none. */
  readonly size64: bigint | null
  readonly packed64: bigint | null
}

/** Of numbers that are too large for the header, a field behind it has those, and only those, in this order (4.5.3). */
function fieldsOf(header: Buffer, extra: Buffer): HeaderFields {
  let field: Buffer = Buffer.alloc(0)
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2))
    if (extra.readUInt16LE(at) === 1) field = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2))
  const next = (isThere: boolean): bigint | null => {
    if (!isThere || field.length < 8) return null
    const value = field.readBigUInt64LE(0)
    field = field.subarray(8)
    return value
  }
  const size64 = next(header.readUInt32LE(24) === none32)
  const packed64 = next(header.readUInt32LE(20) === none32)
  const at64 = next(header.readUInt32LE(42) === none32)
  const disk = header.readUInt16LE(34)
  return {
    disk: disk === none16 && field.length >= 4 ? field.readUInt32LE(0) : disk,
    at: at64 === null ? header.readUInt32LE(42) : Number(at64),
    packed: packed64 === null ? header.readUInt32LE(20) : Number(packed64),
    size64,
    packed64,
  }
}

/** The header of an entry that stands at `start` of the only part. */
function headerAt(start: number, header: Buffer, beyond: Buffer, { size64, packed64 }: HeaderFields): Buffer {
  const name = header.readUInt16LE(28)
  const extra = header.readUInt16LE(30)
  const fields: Buffer[] = []
  const others = beyond.subarray(name, name + extra)
  for (let at = 0; at + 4 <= others.length; ) {
    const length = 4 + others.readUInt16LE(at + 2)
    if (others.readUInt16LE(at) !== 1) fields.push(others.subarray(at, at + length))
    at += length
  }
  const isFar = start >= none32
  const large = [size64, packed64, isFar ? BigInt(start) : null].filter((one) => one !== null)
  if (large.length > 0) {
    const field = Buffer.alloc(4 + 8 * large.length)
    field.writeUInt16LE(1, 0)
    field.writeUInt16LE(8 * large.length, 2)
    for (const [i, value] of large.entries()) field.writeBigUInt64LE(value, 4 + 8 * i)
    fields.unshift(field)
  }
  const written = Buffer.from(header)
  const all = Buffer.concat(fields).subarray(0, none16)
  written.writeUInt16LE(all.length, 30)
  written.writeUInt16LE(0, 34)
  written.writeUInt32LE(isFar ? none32 : start, 42)
  return Buffer.concat([written, beyond.subarray(0, name), all, beyond.subarray(name + extra)])
}

/** The records behind a directory that begins at `start`. */
function ending(headers: readonly Buffer[], start: number): Buffer {
  const length = headers.reduce((sum, header) => sum + header.length, 0)
  const count = headers.length
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(Math.min(count, none16), 8)
  end.writeUInt16LE(Math.min(count, none16), 10)
  end.writeUInt32LE(Math.min(length, none32), 12)
  end.writeUInt32LE(Math.min(start, none32), 16)
  if (count < none16 && start < none32) return end
  const large = Buffer.alloc(56)
  large.write('PK\x06\x06', 'latin1')
  large.writeBigUInt64LE(44n, 4)
  large.writeUInt16LE(45, 12)
  large.writeUInt16LE(45, 14)
  large.writeBigUInt64LE(BigInt(count), 24)
  large.writeBigUInt64LE(BigInt(count), 32)
  large.writeBigUInt64LE(BigInt(length), 40)
  large.writeBigUInt64LE(BigInt(start), 48)
  const locator = Buffer.alloc(20)
  locator.write('PK\x06\x07', 'latin1')
  locator.writeBigUInt64LE(BigInt(start + length), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([large, locator, end])
}
