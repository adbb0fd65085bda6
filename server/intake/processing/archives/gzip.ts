/**
 * Gzip (RFC 1952), unpacked while it streams by. Several members in a row are one content. The platform's own unpacker fails
 * over what stands behind the last member, and keeps back what it has read before.
 */
import type { TransformOptions } from 'node:stream'
import { crc32, createInflateRaw, type ZlibOptions } from 'node:zlib'
import { DamagedEntry } from './archive.ts'
import { passPadding } from './behind.ts'
import { ByteReader } from './byte-reader.ts'

const magic = Buffer.from('1f8b08', 'hex')
const headerBytes = 10
const flag = { headerSum: 0x02, extra: 0x04, name: 0x08, comment: 0x10, unknown: 0xe0 } as const
/** So little at a time that what it may expand to is no burden. */
const pieceBytes = 16 * 1024
/** It never waits for what it has given to be taken: all that a piece expands to is there when the piece is done. */
const options: ZlibOptions & TransformOptions = {
  chunkSize: 64 * 1024,
  readableHighWaterMark: Number.MAX_SAFE_INTEGER,
}

/** The content of all members. Throws where one is damaged or cut, and `BytesBehind` where they are whole. */
export async function* unpackGzip(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const input = new ByteReader(chunks)
  try {
    do yield* member(input)
    while ((await input.ahead(magic.length)).equals(magic))
    await passPadding(input)
  } finally {
    await input.stop()
  }
}

async function* member(input: ByteReader): AsyncGenerator<Buffer> {
  await passHeader(input)
  let sum = 0
  let size = 0
  for await (const chunk of inflated(input)) {
    sum = crc32(chunk, sum)
    size += chunk.length
    yield chunk
  }
  const end = await take(input, 8)
  if (end.readUInt32LE(0) !== sum || end.readUInt32LE(4) !== size % 2 ** 32)
    throw new DamagedEntry('its checksum does not fit its bytes.')
}

async function take(input: ByteReader, count: number): Promise<Buffer> {
  if (!(await input.has(count))) throw new DamagedEntry('it is cut.')
  return await input.take(count)
}

async function passHeader(input: ByteReader): Promise<void> {
  const header = await take(input, headerBytes)
  const flags = header[3] ?? 0
  if (!header.subarray(0, magic.length).equals(magic) || (flags & flag.unknown) !== 0)
    throw new DamagedEntry('its header is damaged.')
  if ((flags & flag.extra) !== 0) await take(input, (await take(input, 2)).readUInt16LE(0))
  if ((flags & flag.name) !== 0) await passText(input)
  if ((flags & flag.comment) !== 0) await passText(input)
  if ((flags & flag.headerSum) !== 0) await take(input, 2)
}

/** Up to the zero at its end, and with that. */
async function passText(input: ByteReader): Promise<void> {
  for (;;) {
    const piece = await input.ahead(pieceBytes)
    if (piece.length === 0) throw new DamagedEntry('it is cut.')
    const end = piece.indexOf(0)
    await input.pass(end < 0 ? piece.length : end + 1)
    if (end >= 0) return
  }
}

/** One deflated stream: what stands behind it is left to the reader. */
async function* inflated(input: ByteReader): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw(options)
  const faults: Error[] = []
  let answer = (): void => {}
  inflate.on('error', (error) => {
    faults.push(error)
    answer()
  })
  try {
    for (let isAtEnd = false; !isAtEnd; ) {
      const piece = await input.ahead(pieceBytes)
      if (piece.length === 0) throw new DamagedEntry('it is cut.')
      const before = inflate.bytesWritten
      await new Promise<void>((resolve) => {
        answer = resolve
        inflate.write(piece, (error) => {
          if (error) faults.push(error)
          resolve()
        })
      })
      for (const fault of faults) throw fault
      const given: Buffer | null = inflate.read()
      if (given !== null) yield given
      const used = inflate.bytesWritten - before
      await input.pass(used)
      isAtEnd = used < piece.length
    }
  } finally {
    inflate.destroy()
  }
}
