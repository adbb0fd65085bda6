/** The lines of a file as bytes, before anything is decoded: where a row stands is known to the byte. */
import { type Encoding, unitBytes } from './encodings.ts'

export interface Line {
  /** With its end. Of a line that is too long: its beginning. */
  readonly bytes: Buffer
  readonly from: number
  readonly to: number
  readonly tooLong: boolean
}

const beginningKept = 1024
const lineFeed = 0x0a
const carriageReturn = 0x0d

/** Cuts bytes that come in pieces into lines. Lines end with CR, LF or CRLF. */
export class LineCutter {
  readonly #unit: 1 | 2
  /** Of a character of two bytes, the one that says which it is. */
  readonly #low: 0 | 1
  readonly #maxBytes: number
  /** Bytes that no line end has followed yet; they begin with a line. */
  #held: Buffer = Buffer.alloc(0)
  /** What came behind those, put together when a line ends: a long one in small pieces is copied once. */
  #later: Buffer[] = []
  #laterBytes = 0
  /** A carriage return has come, and what follows it has not. */
  #endsInReturn = false
  /** Up to where those are known to hold no line end. */
  #searched = 0
  #from: number
  /** Bytes of a line that is too long, which are not held any more. */
  #dropped = 0
  #beginning: Buffer | null = null

  /** `from`: the byte of the file with which the first piece begins. */
  constructor(encoding: Encoding, maxBytes: number, from: number) {
    this.#unit = unitBytes(encoding)
    this.#low = encoding === 'utf-16be' ? 1 : 0
    this.#maxBytes = maxBytes
    this.#from = from
  }

  push(piece: Uint8Array): Line[] {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
    this.#later.push(bytes)
    this.#laterBytes += bytes.length
    const endsLine = bytes.includes(lineFeed) || bytes.includes(carriageReturn)
    const isLong = this.#held.length + this.#laterBytes > this.#maxBytes
    if (!endsLine && !isLong && !this.#endsInReturn) return []
    this.#join()
    return this.#cut(false)
  }

  /** What no line end follows is a line, too. */
  end(): Line[] {
    this.#join()
    const lines = this.#cut(true)
    if (this.#held.length > 0 || this.#dropped > 0) lines.push(this.#line(this.#held.length))
    return lines
  }

  #join(): void {
    if (this.#later.length > 0)
      this.#held =
        this.#held.length === 0 && this.#later.length === 1
          ? (this.#later[0] ?? this.#held)
          : Buffer.concat([this.#held, ...this.#later])
    this.#later = []
    this.#laterBytes = 0
  }

  #cut(isAll: boolean): Line[] {
    const lines: Line[] = []
    const unit = this.#unit
    let feed = this.#next(lineFeed, this.#searched)
    let back = this.#next(carriageReturn, this.#searched)
    while (feed >= 0 || back >= 0) {
      const isReturn = back >= 0 && (feed < 0 || back < feed)
      const at = isReturn ? back : feed
      // A line feed may follow, and would end the same line.
      if (isReturn && !isAll && at + 2 * unit > this.#held.length) break
      const end = at + unit + (isReturn && feed === at + unit ? unit : 0)
      lines.push(this.#line(end))
      feed = this.#behind(feed, end, lineFeed)
      back = this.#behind(back, end, carriageReturn)
    }
    const open = back >= 0 ? back : this.#held.length - (this.#held.length % unit)
    this.#searched = open
    this.#endsInReturn = back >= 0
    if (this.#dropped + this.#held.length > this.#maxBytes) this.#drop(open)
    return lines
  }

  /** Where a line end that was found at `at` stands now that the bytes before `cut` are gone; the next one if it went, too. */
  #behind(at: number, cut: number, code: number): number {
    if (at < 0) return at
    return at < cut ? this.#next(code, 0) : at - cut
  }

  #line(end: number): Line {
    const bytes = this.#held.subarray(0, end)
    const from = this.#from
    const to = from + this.#dropped + end
    const tooLong = this.#dropped > 0 || end > this.#maxBytes
    const line = {
      bytes: tooLong ? (this.#beginning ?? bytes.subarray(0, beginningKept)) : bytes,
      from,
      to,
      tooLong,
    }
    this.#held = this.#held.subarray(end)
    this.#from = to
    this.#dropped = 0
    this.#beginning = null
    this.#searched = 0
    return line
  }

  #drop(bytes: number): void {
    this.#beginning ??= Buffer.from(this.#held.subarray(0, beginningKept))
    this.#held = this.#held.subarray(bytes)
    this.#dropped += bytes
    this.#searched = 0
  }

  #next(code: number, from: number): number {
    const held = this.#held
    if (this.#unit === 1) return held.indexOf(code, from)
    const low = this.#low
    for (let at = held.indexOf(code, from); at >= 0; at = held.indexOf(code, at + 1)) {
      const start = at - low
      if (start % 2 === 0 && start + 1 < held.length && held[start + 1 - low] === 0) return start
    }
    return -1
  }
}
