/** Writes small zips: what an office file needs, no more. Bytes depend on nothing but what is in them. */
import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipFile {
  readonly name: string
  readonly bytes: Buffer
}

/** 2024-01-01, 00:00: zips have no way to say "no date". */
const dosDate = ((2024 - 1980) << 9) | (1 << 5) | 1

/** A zip of the files, in their order. */
export function zip(files: readonly ZipFile[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes } of files) {
    const packed = deflateRawSync(bytes, { level: 9 })
    const nameBytes = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(0x0800, 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt16LE(0, 6)
    common.writeUInt16LE(dosDate, 8)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(nameBytes.length, 22)
    parts.push(Buffer.from('PK\x03\x04'), common, nameBytes, packed)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), common, place, nameBytes)
    offset += 4 + common.length + nameBytes.length + packed.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, central, Buffer.from('PK\x05\x06'), end])
}
