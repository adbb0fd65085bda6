/** The charset of a text that is too long to be held: as `decodeText` decides it, from the file piece by piece. */
import { isAscii, isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { markedEncoding, wholeUpTo } from '../../../platform/delimited/encoding.ts'
import { guessedCharset } from '../charset-guess.ts'

/**
 * By its mark, then as declared, then UTF-8 where all of it is, else what it is likeliest in: by what stands around its first
 * characters beyond ASCII, wherever they come.
 */
export async function charsetOf(file: string, head: Buffer, declared: string | undefined): Promise<string> {
  const marked = markedEncoding(head)
  if (marked !== null) return marked
  if (declared !== undefined && declared !== 'utf-8') return declared
  const told = await survey(createReadStream(file, { highWaterMark: 1024 * 1024 }))
  if (!told.isUtf8) return guessedCharset(told.sample)
  return told.sample.length === 0 && told.isEscaped ? 'iso-2022-jp' : 'utf-8'
}

/** Bytes before the first one beyond ASCII, and from it on, that are looked at. */
const sampleBytes = { before: 1024, behind: 16 * 1024 }

interface Surveyed {
  readonly isUtf8: boolean
  /** Around the first byte beyond ASCII; empty where there is none. */
  readonly sample: Buffer
  /** Whether it changes to Japanese as mail does it, which is all in ASCII. */
  readonly isEscaped: boolean
}

/** What bytes that come in pieces tell; a character may be parted between two of them. */
async function survey(pieces: AsyncIterable<Buffer>): Promise<Surveyed> {
  let isUnicode = true
  let isEscaped = false
  let sample: Buffer = Buffer.alloc(0)
  let most = 0
  let rest: Buffer = Buffer.alloc(0)
  for await (const piece of pieces) {
    const first = most > 0 || isAscii(piece) ? -1 : piece.findIndex((byte) => byte >= 0x80)
    if (first >= 0) most = Math.min(first, sampleBytes.before) + sampleBytes.behind
    const from = Math.max(0, first - sampleBytes.before)
    if (sample.length < most)
      sample = Buffer.concat([sample, piece.subarray(from, from + most - sample.length)])
    isEscaped ||= piece.includes('\u001b$B') || piece.includes('\u001b$@')
    if (isUnicode) {
      const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece])
      const end = wholeUpTo(bytes)
      isUnicode = isUtf8(bytes.subarray(0, end))
      rest = Buffer.from(bytes.subarray(end))
    }
    if (!isUnicode && sample.length >= most) break
  }
  return { isUtf8: isUnicode && isUtf8(rest), sample, isEscaped }
}
