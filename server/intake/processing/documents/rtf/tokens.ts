/** The tokens of RTF (Rich Text Format 1.9.1): groups, control words with their number, bytes of text, and binary data. */

export interface RtfHandler {
  beginGroup(): void
  endGroup(): void
  /** A control word, or a symbol as its one character; `value` is null where no number follows. */
  control(word: string, value: number | null): void
  /** Bytes of text that stand there as they are, or one that was written as `\'hh`. */
  bytes(run: Buffer): void
  binary(bytes: Buffer): void
}

const backslash = 0x5c
const [open, close, quote, minus, space] = [0x7b, 0x7d, 0x27, 0x2d, 0x20]

/** Longer ones there are none, and their digits mean nothing. */
const longestWord = 32
const longestNumber = 10

export function walkRtf(bytes: Buffer, handler: RtfHandler): void {
  let at = 0
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0
    if (byte === open) handler.beginGroup()
    else if (byte === close) handler.endGroup()
    else if (byte === backslash) {
      at = escaped(bytes, at + 1, handler)
      continue
    } else if (!isPassedOver(byte)) {
      const from = at
      while (at < bytes.length && isPlain(bytes[at] ?? 0)) at++
      handler.bytes(bytes.subarray(from, at))
      continue
    }
    at++
  }
}

/** Line ends of the file mean nothing. */
const isPassedOver = (byte: number): boolean => byte === 0x0d || byte === 0x0a || byte === 0
const isPlain = (byte: number): boolean =>
  byte !== open && byte !== close && byte !== backslash && !isPassedOver(byte)

/** What stands behind a backslash; gives where it ends. */
function escaped(bytes: Buffer, from: number, handler: RtfHandler): number {
  const first = bytes[from] ?? 0
  if (first === quote) {
    const hex = Number.parseInt(bytes.toString('latin1', from + 1, from + 3), 16)
    if (!Number.isNaN(hex)) handler.bytes(Buffer.of(hex))
    return from + 3
  }
  if (!isLetter(first)) {
    // A backslash at the end of a line is a paragraph's end.
    if (first === open || first === close || first === backslash) handler.bytes(Buffer.of(first))
    else if (first === 0x0d || first === 0x0a) handler.control('par', null)
    else handler.control(String.fromCharCode(first), null)
    return from + 1
  }
  let at = from
  while (at - from < longestWord && isLetter(bytes[at] ?? 0)) at++
  const word = bytes.toString('latin1', from, at)
  const digits = at
  if (bytes[at] === minus) at++
  while (at - digits < longestNumber && isDigit(bytes[at] ?? 0)) at++
  const number = Number.parseInt(bytes.toString('latin1', digits, at), 10)
  const value = Number.isNaN(number) ? null : number
  if (bytes[at] === space) at++
  if (word !== 'bin') {
    handler.control(word, value)
    return at
  }
  const end = Math.min(bytes.length, at + Math.max(0, value ?? 0))
  handler.binary(bytes.subarray(at, end))
  return end
}

const isLetter = (byte: number): boolean => (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a)
const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39
