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

/** Bytes that hold any line before a header, which tells how all lines end. */
const enoughToTell = 1024

/** Whether all lines of a file are written so. Its first bytes tell: however it is read, and wherever that is gone on with. */
const isByReturns = (head: Buffer): boolean => endsLinesByReturns(head.subarray(0, enoughToTell))

/** The same of what streams by. `head`: what its file begins with, where this is a later piece of it. */
export async function* streamWithLineFeeds(
  chunks: AsyncIterable<Uint8Array>,
  head: Buffer | null,
): AsyncGenerator<Buffer> {
  let isRead = head === null ? null : isByReturns(head)
  /** Nothing is told of these yet. */
  let held: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const more = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    const bytes: Buffer = held.length === 0 ? more : Buffer.concat([held, more])
    held = bytes
    // What follows a line feed tells nothing any more.
    if (isRead === null && bytes.length < enoughToTell && !bytes.includes(lineFeed)) continue
    isRead ??= isByReturns(bytes)
    // A return at the end may be half of a line end.
    const ready = isRead && bytes.at(-1) === carriageReturn ? bytes.length - 1 : bytes.length
    held = bytes.subarray(ready)
    const told = bytes.subarray(0, ready)
    if (ready > 0) yield isRead ? withFeedsForReturns(told) : told
  }
  if (held.length > 0) yield (isRead ?? isByReturns(held)) ? withFeedsForReturns(held) : held
}
