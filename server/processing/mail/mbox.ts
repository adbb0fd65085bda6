/**
 * Splits mbox into messages while it streams by. All dialects in use separate by a line `From sender date` after an
 * empty line; a body line that begins so was written `>From ` (mboxo, mboxrd), which is undone here.
 *
 * Nothing is done line by line: a message may be millions of them. Of each chunk a message keeps one slice.
 */

export interface MboxMessage {
  /** Bytes of the whole file before this message's separator, and behind its last byte. */
  readonly start: number
  readonly end: number
  /** The separator without `From `: the envelope's sender and date. */
  readonly envelope: string
  /** The message, unquoted; null where it is longer than the limit, or not asked for. */
  readonly bytes: Buffer | null
}

export interface MboxOptions {
  /** Where in the file the chunks begin (at a separator). */
  readonly offset?: number
  readonly maxBytes: number
  /** Called when a message begins, before any of it is kept; false: only its extent is asked for. */
  readonly onBegin?: (start: number) => boolean
}

const newline = 0x0a
const carriageReturn = 0x0d
const mark = Buffer.from('From ')
const markedLine = Buffer.from('\nFrom ')
const quotedMark = Buffer.from('>From ')
/** Lines of other lengths are no separators. */
const shortest = 12
const longest = 1000
/** Of what was read so many bytes wait for the next: the end of a line, an empty line, and what may begin a mark. */
const lookBehind = 3 + mark.length

/** Messages in order. */
export async function* splitMbox(
  chunks: AsyncIterable<Uint8Array>,
  options: MboxOptions,
): AsyncGenerator<MboxMessage> {
  const splitter = new Splitter(options)
  for await (const chunk of chunks)
    yield* splitter.take(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
  yield* splitter.end()
}

class Splitter {
  readonly #options: MboxOptions
  /** Read, and not yet part of a message. */
  #bytes: Buffer = Buffer.alloc(0)
  /** Where that begins in the file. */
  #base: number
  #open: OpenMessage | null = null

  constructor(options: MboxOptions) {
    this.#options = options
    this.#base = options.offset ?? 0
  }

  *take(chunk: Buffer): Generator<MboxMessage> {
    this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk])
    yield* this.#split(false)
  }

  *end(): Generator<MboxMessage> {
    yield* this.#split(true)
    if (this.#open !== null) yield this.#open.close(this.#base)
  }

  *#split(ended: boolean): Generator<MboxMessage> {
    this.#open ??= this.#first(ended)
    while (this.#open !== null) {
      const { at, length } = nextSeparator(this.#bytes, this.#open.isEmpty, ended)
      this.#open.add(this.#cut(at))
      if (length === 0) return
      // Given out before the next one begins: who is told of that one is done with this one.
      yield this.#open.close(this.#base)
      this.#open = this.#begin(length)
    }
  }

  /** Whatever stands before the first separator is not lost: it is a message without one. Empty lines are none. */
  #first(ended: boolean): OpenMessage | null {
    this.#cut(emptyLines(this.#bytes))
    const [first, second] = this.#bytes
    if (first === undefined || (first === carriageReturn && second === undefined && !ended)) return null
    const length = separatorAt(this.#bytes, 0, ended)
    return length === null ? null : this.#begin(length)
  }

  /** Opens a message behind a separator of so many bytes. */
  #begin(length: number): OpenMessage {
    const start = this.#base
    const envelope = this.#cut(length).subarray(mark.length).toString('latin1').trim()
    const wanted = this.#options.onBegin?.(start) ?? true
    return new OpenMessage(start, envelope, wanted ? this.#options.maxBytes : -1)
  }

  #cut(length: number): Buffer {
    const bytes = this.#bytes.subarray(0, length)
    this.#bytes = this.#bytes.subarray(length)
    this.#base += length
    return bytes
  }
}

class OpenMessage {
  readonly #start: number
  readonly #envelope: string
  readonly #maxBytes: number
  #slices: Buffer[] = []
  #size = 0

  constructor(start: number, envelope: string, maxBytes: number) {
    this.#start = start
    this.#envelope = envelope
    this.#maxBytes = maxBytes
  }

  get isEmpty(): boolean {
    return this.#size === 0
  }

  add(slice: Buffer): void {
    this.#size += slice.length
    if (this.#size > this.#maxBytes) this.#slices = []
    else if (slice.length > 0) this.#slices.push(slice)
  }

  close(end: number): MboxMessage {
    const whole = this.#size <= this.#maxBytes
    const bytes = whole ? unquote(withoutLastEmptyLine(Buffer.concat(this.#slices))) : null
    // A large message is not kept twice while it is worked on.
    this.#slices = []
    return { start: this.#start, end, envelope: this.#envelope, bytes }
  }
}

/**
 * The next separator and its length; where there is none, up to where the bytes are surely the message's. `fresh`: they
 * begin behind a separator, which counts as an empty line.
 */
function nextSeparator(bytes: Buffer, fresh: boolean, ended: boolean): { at: number; length: number } {
  const undecided = (at: number) => ({ at: Math.max(0, at - lookBehind), length: 0 })
  let at = fresh ? 0 : nextMark(bytes, 0)
  while (at >= 0) {
    if (isAfterEmptyLine(bytes, at, fresh)) {
      const length = separatorAt(bytes, at, ended)
      if (length === null) return undecided(at)
      if (length > 0) return { at, length }
    }
    at = nextMark(bytes, at)
  }
  return ended ? { at: bytes.length, length: 0 } : undecided(bytes.length)
}

/** The next line that begins as separators do, behind `from`. */
const nextMark = (bytes: Buffer, from: number): number => {
  const end = bytes.indexOf(markedLine, from)
  return end < 0 ? -1 : end + 1
}

/** Whether the line before `at`, where one begins, is empty. */
function isAfterEmptyLine(bytes: Buffer, at: number, fresh: boolean): boolean {
  if (at === 0) return fresh
  const start = bytes[at - 2] === carriageReturn ? at - 2 : at - 1
  return start === 0 ? fresh : bytes[start - 1] === newline
}

/** How long the separator is that begins here; 0 where none does, null where that cannot be told yet. */
function separatorAt(bytes: Buffer, at: number, ended: boolean): number | null {
  const line = bytes.subarray(at, at + longest + 1)
  const common = Math.min(line.length, mark.length)
  if (line.compare(mark, 0, common, 0, common) !== 0) return 0
  const end = line.indexOf(newline)
  const length = end < 0 ? line.length : end + 1
  if (length > longest) return 0
  if (end < 0 && !ended) return null
  return length >= shortest && hasDate(line.toString('latin1', 0, length)) ? length : 0
}

/** A separator carries time and year: "From here on …" in the body of a careless program does not. */
const hasDate = (line: string): boolean => /\d{1,2}:\d{2}/.test(line) && /\b\d{4}\b/.test(line)

/** Bytes of the empty lines that these begin with. */
function emptyLines(bytes: Buffer): number {
  let at = 0
  for (;;) {
    if (bytes[at] === newline) at += 1
    else if (bytes[at] === carriageReturn && bytes[at + 1] === newline) at += 2
    else return at
  }
}

/** The empty line before the next separator belongs to the format, not to the message. */
function withoutLastEmptyLine(bytes: Buffer): Buffer {
  const last = bytes.length - 1
  if (bytes[last] !== newline) return bytes
  const start = bytes[last - 1] === carriageReturn ? last - 1 : last
  return start > 0 && bytes[start - 1] === newline ? bytes.subarray(0, start) : bytes
}

/** Takes one `>` from each quoted line, in place. */
function unquote(bytes: Buffer): Buffer {
  let written = 0
  let read = 0
  for (let at = bytes.indexOf(quotedMark); at >= 0; at = bytes.indexOf(quotedMark, at + quotedMark.length)) {
    let line = at
    while (bytes[line - 1] === 0x3e) line--
    if (line > 0 && bytes[line - 1] !== newline) continue
    bytes.copyWithin(written, read, line)
    written += line - read
    read = line + 1
  }
  if (read === 0) return bytes
  bytes.copyWithin(written, read)
  return bytes.subarray(0, written + bytes.length - read)
}
