/** Writes a zip of any size as a stream: nothing is held but what is under way. Sizes stand in the zip64 form throughout. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
import { directoryHeader, type EntryRecord, endRecords, localHeader, sizesRecord } from './records.ts'

export interface ZipEntry {
  readonly name: string
  readonly bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/** The bytes of a zip with the entries, in their order, dated at `at` (UTC). */
export async function* zipped(entries: Iterable<ZipEntry>, at: Date): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes } of entries) {
    const sum = {
      name: Buffer.from(name),
      crc: 0,
      bytes: 0,
      packedBytes: 0,
      packing: 'deflate',
      sizesBehind: true,
    } satisfies EntryRecord
    const local = localHeader(sum, at, 'always')
    yield local
    const packing = createDeflateRaw({ level: 3 })
    const packed = pipeline(Readable.from(counted(bytes, sum)), packing)
    // Where reading fails, the loop below hears of it.
    packed.catch(() => {})
    for await (const chunk of packing) {
      const part: Uint8Array = chunk
      sum.packedBytes += part.byteLength
      yield part
    }
    await packed
    const after = sizesRecord(sum)
    yield after
    directory.push(directoryHeader(sum, at, offset, 'always'))
    offset += local.length + sum.packedBytes + after.length
  }
  const bytes = directory.reduce((sum, { length }) => sum + length, 0)
  yield Buffer.concat([...directory, endRecords({ entries: directory.length, bytes, offset }, 'always')])
}

async function* counted(
  bytes: ZipEntry['bytes'],
  sum: { crc: number; bytes: number },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    sum.crc = crc32(chunk, sum.crc)
    sum.bytes += chunk.byteLength
    yield chunk
  }
}
