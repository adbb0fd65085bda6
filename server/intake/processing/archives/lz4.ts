/**
 * LZ4 frames (the LZ4 Frame Format, version 1.6), unpacked while they stream by. Several frames in a row are one content, and
 * frames that are to be skipped are. The form before frames ("legacy") is blocks of eight megabytes without an end.
 */
import { passPadding } from './behind.ts'
import { ByteReader } from './byte-reader.ts'
import { XxHash32 } from './xxhash.ts'

/** What a block may refer back to. */
const windowBytes = 64 * 1024
const blockSizes: Readonly<Record<number, number>> = { 4: 1 << 16, 5: 1 << 18, 6: 1 << 20, 7: 1 << 22 }
const frameMagic = 0x184d2204
const legacyMagic = 0x184c2102
const legacyBlock = 8 * 1024 * 1024
/** What cannot be packed is a little longer than it was: a longer block is none, but what follows. */
const longestLegacy = legacyBlock + legacyBlock / 255 + 16

/** The content of the frames. Throws where it is damaged, cut, or needs a dictionary. */
export async function* unpackLz4(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const input = new ByteReader(chunks)
  try {
    for (let magic = await nextMagic(input); ; magic = await nextMagic(input)) {
      if (magic === legacyMagic) yield* legacyFrame(input)
      else if (magic === frameMagic) yield* frame(input)
      else if (magic >>> 4 === 0x184d2a5) await input.pass((await input.take(8)).readUInt32LE(4))
      else break
    }
    await passPadding(input)
  } finally {
    await input.stop()
  }
}

/** What the next bytes say that follows; 0 where nothing does. */
async function nextMagic(input: ByteReader): Promise<number> {
  const next = await input.ahead(4)
  return next.length < 4 ? 0 : next.readUInt32LE(0)
}

/** Up to what is no block: a size of zero, or one that no block may have. */
async function* legacyFrame(input: ByteReader): AsyncGenerator<Buffer> {
  await input.take(4)
  for (;;) {
    const size = await nextMagic(input)
    if (size === 0 || size > longestLegacy) return
    await input.take(4)
    yield unpackBlock(await input.take(size), Buffer.alloc(0), legacyBlock)
  }
}

async function* frame(input: ByteReader): AsyncGenerator<Buffer> {
  const [, , , , flags = 0, sizes = 0] = await input.take(6)
  const most = blockSizes[(sizes >> 4) & 7]
  if (flags >> 6 !== 1 || most === undefined) throw new Error('its header is damaged.')
  const areChained = (flags & 0x20) === 0
  const hasBlockSum = (flags & 0x10) !== 0
  const hasSum = (flags & 0x04) !== 0
  if ((flags & 0x01) !== 0) throw new Error('it needs a dictionary.')
  await input.pass((flags & 0x08) === 0 ? 1 : 9)
  const sum = new XxHash32()
  let window = Buffer.alloc(0)
  for (;;) {
    const header = (await input.take(4)).readUInt32LE(0)
    if (header === 0) break
    const size = header & 0x7fffffff
    if (size > most) throw new Error('a block of it is larger than it may be.')
    const block = await input.take(size)
    if (hasBlockSum) await input.pass(4)
    const bytes = header === size ? unpackBlock(block, window, most) : block
    if (areChained) window = Buffer.concat([window, bytes]).subarray(-windowBytes)
    if (hasSum) sum.update(bytes)
    yield bytes
  }
  if (hasSum && (await input.take(4)).readUInt32LE(0) !== sum.digest())
    throw new Error('its checksum does not fit its bytes.')
}

function unpackBlock(block: Buffer, before: Buffer, most: number): Buffer {
  const out = Buffer.alloc(before.length + most)
  before.copy(out)
  let to = before.length
  let at = 0
  const length = (nibble: number): number => {
    let sum = nibble
    if (nibble < 15) return sum
    for (let byte = 255; byte === 255; ) {
      byte = block[at++] ?? 0
      sum += byte
    }
    return sum
  }
  while (at < block.length) {
    const token = block[at++] ?? 0
    const literals = length(token >> 4)
    if (at + literals > block.length || to + literals > out.length)
      throw new Error('a block of it is damaged.')
    block.copy(out, to, at, at + literals)
    at += literals
    to += literals
    if (at >= block.length) break
    const offset = (block[at] ?? 0) | ((block[at + 1] ?? 0) << 8)
    at += 2
    const match = length(token & 15) + 4
    if (offset === 0 || offset > to || to + match > out.length) throw new Error('a block of it is damaged.')
    // What is copied may overlap what it is copied to: that is how runs are packed.
    for (let end = to + match; to < end; ) {
      const count = Math.min(offset, end - to)
      out.copyWithin(to, to - offset, to - offset + count)
      to += count
    }
  }
  return out.subarray(before.length, to)
}
