/** The charset of a text that is too long to be held: as `decodeText` decides it, from the file piece by piece. */
import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { guessedCharset } from '../charset-guess.ts'

/** By its mark, then as declared, then UTF-8 where all of it is, else what its beginning is likeliest in. */
export async function charsetOf(file: string, head: Buffer, declared: string | undefined): Promise<string> {
  const marked = marks.find(([mark]) => head.subarray(0, mark.length).equals(mark))
  if (marked !== undefined) return marked[1]
  if (declared !== undefined && declared !== 'utf-8') return declared
  return (await isAllUtf8(createReadStream(file, { highWaterMark: 1024 * 1024 })))
    ? 'utf-8'
    : guessedCharset(head)
}

const marks: readonly (readonly [Buffer, string])[] = [
  [Buffer.from([0xef, 0xbb, 0xbf]), 'utf-8'],
  [Buffer.from([0xff, 0xfe]), 'utf-16le'],
  [Buffer.from([0xfe, 0xff]), 'utf-16be'],
]

/** Whether bytes that come in pieces are UTF-8; a character may be parted between two of them. */
async function isAllUtf8(pieces: AsyncIterable<Buffer>): Promise<boolean> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const piece of pieces) {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    const end = wholeUpTo(bytes)
    if (!isUtf8(bytes.subarray(0, end))) return false
    rest = Buffer.from(bytes.subarray(end))
  }
  return isUtf8(rest)
}

/** Where a last character begins that is not whole. */
function wholeUpTo(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) break
    if (byte < 0xc0) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    return length > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}
