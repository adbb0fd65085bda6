/** Writes a zip of any size as a stream: nothing is held but what is under way. Sizes stand in the zip64 form throughout. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

export interface ZipEntry {
  readonly name: string
  readonly bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/** The bytes of a zip with the entries, in their order, dated at `at` (UTC). */
export async function* zipped(entries: Iterable<ZipEntry>, at: Date): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes } of entries) {
    const nameBytes = Buffer.from(name)
    const local = header('PK\x03\x04', nameBytes, at, { crc: 0, size: 0, packed: 0, offset: null })
    yield local
    const sum = { crc: 0, size: 0, packed: 0, offset }
    const packing = createDeflateRaw({ level: 3 })
    const packed = pipeline(Readable.from(counted(bytes, sum)), packing)
    // Where reading fails, the loop below hears of it.
    packed.catch(() => {})
    for await (const chunk of packing) {
      const part: Uint8Array = chunk
      sum.packed += part.byteLength
      yield part
    }
    await packed
    const after = Buffer.alloc(24)
    after.write('PK\x07\x08', 'latin1')
    after.writeUInt32LE(sum.crc, 4)
    writeLong(after, sum.packed, 8)
    writeLong(after, sum.size, 16)
    yield after
    directory.push(header('PK\x01\x02', nameBytes, at, sum))
    offset += local.length + sum.packed + after.length
  }
  yield Buffer.concat([...directory, end(directory, offset)])
}

interface Sum {
  crc: number
  size: number
  packed: number
  readonly offset: number | null
}

async function* counted(bytes: ZipEntry['bytes'], sum: Sum): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    sum.crc = crc32(chunk, sum.crc)
    sum.size += chunk.byteLength
    yield chunk
  }
}

/** The header before an entry (without an offset: sizes follow the bytes), or its line in the directory. */
function header(kind: string, name: Buffer, at: Date, { crc, size, packed, offset }: Sum): Buffer {
  const inDirectory = offset !== null
  const sizes = inDirectory ? [size, packed, offset] : [size, packed]
  const extra = Buffer.alloc(4 + 8 * sizes.length)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(8 * sizes.length, 2)
  for (const [i, value] of sizes.entries()) writeLong(extra, value, 4 + 8 * i)
  const common = Buffer.alloc(26)
  common.writeUInt16LE(45, 0)
  // UTF-8 names; sizes and checksum stand behind the bytes.
  common.writeUInt16LE(0x0808, 2)
  common.writeUInt16LE(8, 4)
  common.writeUInt16LE((at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1), 6)
  common.writeUInt16LE(
    ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    8,
  )
  common.writeUInt32LE(crc, 10)
  common.writeUInt32LE(0xffffffff, 14)
  common.writeUInt32LE(0xffffffff, 18)
  common.writeUInt16LE(name.length, 22)
  common.writeUInt16LE(extra.length, 24)
  if (!inDirectory) return Buffer.concat([Buffer.from(kind, 'latin1'), common, name, extra])
  const place = Buffer.alloc(14)
  place.writeUInt32LE(0xffffffff, 10)
  return Buffer.concat([Buffer.from(kind, 'latin1'), Buffer.from([45, 0]), common, place, name, extra])
}

function end(directory: readonly Buffer[], offset: number): Buffer {
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const bytes = Buffer.alloc(56 + 20 + 22)
  bytes.write('PK\x06\x06', 0, 'latin1')
  writeLong(bytes, 44, 4)
  bytes.writeUInt16LE(45, 12)
  bytes.writeUInt16LE(45, 14)
  writeLong(bytes, directory.length, 24)
  writeLong(bytes, directory.length, 32)
  writeLong(bytes, size, 40)
  writeLong(bytes, offset, 48)
  bytes.write('PK\x06\x07', 56, 'latin1')
  writeLong(bytes, offset + size, 64)
  bytes.writeUInt32LE(1, 72)
  bytes.write('PK\x05\x06', 76, 'latin1')
  bytes.writeUInt16LE(directory.length, 84)
  bytes.writeUInt16LE(directory.length, 86)
  bytes.writeUInt32LE(0xffffffff, 88)
  bytes.writeUInt32LE(0xffffffff, 92)
  return bytes
}

const writeLong = (bytes: Buffer, value: number, at: number): void => {
  bytes.writeBigUInt64LE(BigInt(value), at)
}
