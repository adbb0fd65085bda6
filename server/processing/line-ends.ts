/**
 * Lines that end in a carriage return alone, as programs for the first Macintosh wrote them. Such bytes are read with line
 * feeds in their place: byte for byte, so that every position in them stays what it is.
 */

const lineFeed = 0x0a
const carriageReturn = 0x0d

/**
 * Whether a header, or the line before it, is written so: no line of it has a line feed. Two returns and a line feed are one
 * line end that was translated twice.
 */
function endsLinesByReturns(bytes: Buffer): boolean {
  const feed = bytes.indexOf(lineFeed)
  // At the end of what is here a return may be half of a line end.
  if (feed < 0) return bytes.subarray(0, -1).includes(carriageReturn)
  const blank = bytes.subarray(0, feed).indexOf('\r\r')
  return blank >= 0 && blank + 2 < feed
}

function withFeedsForReturns(bytes: Buffer): Buffer {
  const read = Buffer.from(bytes)
  for (let at = read.indexOf(carriageReturn); at >= 0; at = read.indexOf(carriageReturn, at + 1))
    if (read[at + 1] !== lineFeed) read[at] = lineFeed
  return read
}

/** The bytes themselves where their header ends its lines in another way. */
export const withLineFeeds = (bytes: Buffer): Buffer =>
  endsLinesByReturns(bytes) ? withFeedsForReturns(bytes) : bytes

/** Bytes that hold any line before a header, which tells how all lines end; a line feed tells it sooner. */
const enoughToTell = 1024

/** The same of what streams by; its first bytes tell of all. */
export async function* streamWithLineFeeds(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let head: Buffer | null = Buffer.alloc(0)
  let isByReturns = false
  for await (const chunk of chunks) {
    let bytes: Buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    if (head !== null) {
      bytes = head.length === 0 ? bytes : Buffer.concat([head, bytes])
      head = bytes.length < enoughToTell && !bytes.includes(lineFeed) ? bytes : null
      if (head !== null) continue
      isByReturns = endsLinesByReturns(bytes)
    }
    yield isByReturns ? withFeedsForReturns(bytes) : bytes
  }
  if (head !== null) yield withLineFeeds(head)
}
