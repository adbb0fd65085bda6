/** The records of a zip around the bytes of its entries, in the plain form and in that of zip64. */

/** What records say of an entry. */
export interface EntryRecord {
  /** In UTF-8. */
  readonly name: Buffer
  readonly crc: number
  readonly bytes: number
  /** As they stand in the zip. */
  readonly packedBytes: number
  readonly packing: 'none' | 'deflate'
  /** Whether checksum and sizes stand behind the bytes: who writes them did not know them before. */
  readonly sizesBehind: boolean
}

const full32 = 0xffffffff
const full16 = 0xffff

/** Whether records are in the form of zip64 throughout, or where nothing else can say it: from 4 GiB and from 65,535 entries. */
export type Zip64 = 'always' | 'needed'

const isLongIn = ({ bytes, packedBytes }: Sizes, zip64: Zip64): boolean =>
  zip64 === 'always' || bytes >= full32 || packedBytes >= full32
const isFarIn = (offset: number, zip64: Zip64): boolean => zip64 === 'always' || offset >= full32

type Sizes = Pick<EntryRecord, 'bytes' | 'packedBytes'>

const localBytes = 30
const directoryBytes = 46
const extraBytes = (values: number): number => (values === 0 ? 0 : 4 + 8 * values)

/** How long the header before an entry is. */
export const localHeaderBytes = (nameBytes: number, sizes: Sizes, zip64: Zip64): number =>
  localBytes + nameBytes + extraBytes(isLongIn(sizes, zip64) ? 2 : 0)

/** How long the line of an entry in the directory is. */
export const directoryHeaderBytes = (nameBytes: number, sizes: Sizes, offset: number, zip64: Zip64): number =>
  directoryBytes + nameBytes + extraBytes((isLongIn(sizes, zip64) ? 2 : 0) + (isFarIn(offset, zip64) ? 1 : 0))

/** Before the bytes of an entry. */
export function localHeader(entry: EntryRecord, at: Date, zip64: Zip64): Buffer {
  const isLong = isLongIn(entry, zip64)
  const sizes = entry.sizesBehind ? [0, 0] : [entry.bytes, entry.packedBytes]
  const long = isLong ? sizes : []
  const header = Buffer.alloc(localBytes + entry.name.length + extraBytes(long.length))
  header.write('PK\x03\x04', 0, 'latin1')
  writeCommon(header, 4, entry, at, isLong, long.length)
  writeNameAndExtra(header, localBytes, entry.name, long)
  return header
}

/** In the directory, with where the entry begins. */
export function directoryHeader(entry: EntryRecord, at: Date, offset: number, zip64: Zip64): Buffer {
  const isLong = isLongIn(entry, zip64)
  const isFar = isFarIn(offset, zip64)
  const long = [...(isLong ? [entry.bytes, entry.packedBytes] : []), ...(isFar ? [offset] : [])]
  const header = Buffer.alloc(directoryBytes + entry.name.length + extraBytes(long.length))
  header.write('PK\x01\x02', 0, 'latin1')
  header.writeUInt16LE(version(long.length), 4)
  writeCommon(header, 6, entry, at, isLong, long.length)
  header.writeUInt32LE(isFar ? full32 : offset, 42)
  writeNameAndExtra(header, directoryBytes, entry.name, long)
  return header
}

const version = (longValues: number): number => (longValues > 0 ? 45 : 20)

/** The 26 bytes that both kinds of headers have. */
function writeCommon(
  header: Buffer,
  from: number,
  { name, crc, bytes, packedBytes, packing, sizesBehind }: EntryRecord,
  at: Date,
  isLong: boolean,
  longValues: number,
): void {
  header.writeUInt16LE(version(longValues), from)
  // Names are UTF-8.
  header.writeUInt16LE(sizesBehind ? 0x0808 : 0x0800, from + 2)
  header.writeUInt16LE(packing === 'deflate' ? 8 : 0, from + 4)
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  const day = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  header.writeUInt16LE(time, from + 6)
  header.writeUInt16LE(day, from + 8)
  header.writeUInt32LE(crc, from + 10)
  header.writeUInt32LE(isLong ? full32 : packedBytes, from + 14)
  header.writeUInt32LE(isLong ? full32 : bytes, from + 18)
  header.writeUInt16LE(name.length, from + 22)
  header.writeUInt16LE(extraBytes(longValues), from + 24)
}

function writeNameAndExtra(header: Buffer, from: number, name: Buffer, long: readonly number[]): void {
  name.copy(header, from)
  if (long.length === 0) return
  const extra = from + name.length
  header.writeUInt16LE(1, extra)
  header.writeUInt16LE(8 * long.length, extra + 2)
  for (const [i, value] of long.entries()) writeLong(header, value, extra + 4 + 8 * i)
}

/** Behind the bytes of an entry whose sizes were not known before; in the form of zip64. */
export function sizesRecord({ crc, bytes, packedBytes }: EntryRecord): Buffer {
  const record = Buffer.alloc(24)
  record.write('PK\x07\x08', 'latin1')
  record.writeUInt32LE(crc, 4)
  writeLong(record, packedBytes, 8)
  writeLong(record, bytes, 16)
  return record
}

export interface Directory {
  readonly entries: number
  readonly bytes: number
  readonly offset: number
}

/** Behind the directory. */
export function endRecords({ entries, bytes, offset }: Directory, zip64: Zip64): Buffer {
  const isLong = zip64 === 'always' || entries >= full16 || bytes >= full32 || offset >= full32
  const last = Buffer.alloc(22)
  last.write('PK\x05\x06', 0, 'latin1')
  last.writeUInt16LE(Math.min(entries, full16), 8)
  last.writeUInt16LE(Math.min(entries, full16), 10)
  last.writeUInt32LE(zip64 === 'always' ? full32 : Math.min(bytes, full32), 12)
  last.writeUInt32LE(zip64 === 'always' ? full32 : Math.min(offset, full32), 16)
  if (!isLong) return last
  const long = Buffer.alloc(56 + 20)
  long.write('PK\x06\x06', 0, 'latin1')
  writeLong(long, 44, 4)
  long.writeUInt16LE(45, 12)
  long.writeUInt16LE(45, 14)
  writeLong(long, entries, 24)
  writeLong(long, entries, 32)
  writeLong(long, bytes, 40)
  writeLong(long, offset, 48)
  long.write('PK\x06\x07', 56, 'latin1')
  writeLong(long, offset + bytes, 64)
  long.writeUInt32LE(1, 72)
  return Buffer.concat([long, last])
}

const writeLong = (bytes: Buffer, value: number, at: number): void => {
  bytes.writeBigUInt64LE(BigInt(value), at)
}
