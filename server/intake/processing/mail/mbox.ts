/**
 * Splits mbox into messages while it streams by. All dialects in use separate by a line `From sender date` after an
 * empty line; a body line that begins so was written `>From ` (mboxo, mboxrd), which is undone here. MMDF is another format
 * of the same use: a line of its own kind stands before and behind each message, and nothing is quoted (mmdf.ts). So is
 * Babyl, in which each message has two headers (babyl.ts).
 *
 * Not every program quotes. A line that looks like a separator is none where no header follows it, where a message says by its
 * length (`Content-Length`) that it goes on and another separator stands where it ends, or where Git wrote it into a patch.
 *
 * Nothing is done line by line: a message may be millions of them. Of each chunk a message keeps one slice.
 */
import { type Large, LargeWriter } from '../large.ts'
import { streamWithLineFeeds } from '../line-ends.ts'
import { BabylWriter, babylStartAt, beginsBabyl, messageOfBabyl, nextInBabyl } from './babyl.ts'
import { beginsMarked, markersAt, nextMarkers } from './mmdf.ts'

export interface MboxMessage {
  /** Bytes of the whole file before this message's separator, and behind its last byte. */
  readonly start: number
  readonly end: number
  /** The separator without `From `: the envelope's sender and date. */
  readonly envelope: string
  /** The message, unquoted; null where it is longer than the limit, or not asked for. */
  readonly bytes: Buffer | null
  /** The same of a longer one, where there is a place for those. */
  readonly large: Large | null
}

export interface MboxOptions {
  /** Where in the file the chunks begin (at a separator). */
  readonly offset?: number
  /** What the file begins with, where the chunks do not: it tells how lines end. */
  readonly head?: Buffer
  readonly maxBytes: number
  /** Called when a message begins, before any of it is kept; false: only its extent is asked for. */
  readonly onBegin?: (start: number) => boolean
  /** Where longer messages are written to; without it they are passed by. */
  readonly spoolFolder?: string
}

const newline = 0x0a
const carriageReturn = 0x0d
const quote = 0x3e
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
  try {
    for await (const chunk of streamWithLineFeeds(chunks, options.head ?? null)) yield* splitter.take(chunk)
    yield* splitter.end()
  } finally {
    splitter.stop()
  }
}

class Splitter {
  readonly #options: MboxOptions
  /** Read, and not yet part of a message. */
  #bytes: Buffer = Buffer.alloc(0)
  /** Where that begins in the file. */
  #base: number
  #open: OpenMessage | null = null
  #dialect: Dialect = mbox

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
    const open = this.#open
    this.#open = null
    if (open !== null) yield* this.#close(open)
  }

  /** Nothing is left of what was not given out. */
  stop(): void {
    this.#open?.discard()
  }

  *#split(ended: boolean): Generator<MboxMessage> {
    this.#open ??= this.#first(ended)
    while (this.#open !== null) {
      const { at, length } = this.#dialect.next(this.#bytes, this.#open.isEmpty, ended)
      if (length > 0) {
        const goesOn = this.#goesOnBehind(this.#open, at, ended)
        if (goesOn !== 'no') {
          const isLast = goesOn === this.#bytes.length
          const surely = Math.max(0, (goesOn === 'unknown' ? at : goesOn) - lookBehind)
          this.#open.add(this.#cut(isLast ? goesOn : surely))
          if (isLast || goesOn === 'unknown') return
          continue
        }
      }
      this.#open.add(this.#cut(at))
      if (length === 0) return
      const closed = this.#open
      this.#open = null
      // Given out before the next one begins: who is told of that one is done with this one.
      yield* this.#close(closed)
      this.#open = this.#begin(length)
    }
  }

  /**
   * Where a message ends that says by its length that it goes on behind this separator, in what was read: another one, or the
   * end, stands there.
   */
  #goesOnBehind(open: OpenMessage, at: number, ended: boolean): number | 'no' | 'unknown' {
    const end = open.endSaid(this.#bytes.subarray(0, at)) - this.#base
    if (this.#dialect.isClosed || end <= at || end > longestSaid) return 'no'
    const needed = end + longest + headerLine
    if (this.#bytes.length < needed && !ended) return 'unknown'
    if (end > this.#bytes.length) return 'no'
    const next = end + emptyLines(this.#bytes.subarray(end))
    if (next === this.#bytes.length) return this.#bytes.length
    const isSeparator = this.#bytes[next - 1] === newline && (separatorAt(this.#bytes, next, ended) ?? 0) > 0
    return isSeparator ? next : 'no'
  }

  /** Whatever stands before the first separator is not lost: it is a message without one. Empty lines are none. */
  #first(ended: boolean): OpenMessage | null {
    this.#cut(emptyLines(this.#bytes))
    const [first, second] = this.#bytes
    if (first === undefined || (first === carriageReturn && second === undefined && !ended)) return null
    this.#dialect = dialectOf(this.#bytes, this.#options.head ?? this.#bytes)
    const length = this.#dialect.at(this.#bytes, 0, ended)
    return length === null ? null : this.#begin(length)
  }

  /** Opens a message behind a separator of so many bytes. */
  #begin(length: number): OpenMessage {
    const start = this.#base
    const envelope = this.#dialect.envelopeOf(this.#cut(length))
    return new OpenMessage(start, start + length, envelope, this.#dialect, this.#options)
  }

  *#close(open: OpenMessage): Generator<MboxMessage> {
    if (open.isBegun) yield open.close(this.#base)
    else open.discard()
  }

  #cut(length: number): Buffer {
    const bytes = this.#bytes.subarray(0, length)
    this.#bytes = this.#bytes.subarray(length)
    this.#base += length
    return bytes
  }
}

type Writer = Pick<LargeWriter, 'write' | 'done' | 'discard'>

/** How messages stand in a mailbox. */
interface Dialect {
  /** How long the separator is that begins there; 0 where none does, null where that cannot be told yet. */
  readonly at: (bytes: Buffer, at: number, ended: boolean) => number | null
  /** The next separator; where there is none, up to where the bytes are surely the message's. */
  readonly next: (bytes: Buffer, fresh: boolean, ended: boolean) => { at: number; length: number }
  readonly envelopeOf: (separator: Buffer) => string
  /** The message by what stands between two separators. */
  readonly messageOf: (bytes: Buffer) => Buffer
  /** Writes the same of a longer one. */
  readonly writer: (spoolFolder: string) => Writer
  /** A separator stands behind each message as well: nothing, and empty lines, are none. */
  readonly isClosed: boolean
}
/** Lines of a message that look like separators are quoted, and an empty one behind it is none of its own. */
const mbox: Dialect = {
  at: separatorAt,
  next: (bytes, fresh, ended) => nextSeparator(bytes, fresh, ended, isOfPatch),
  envelopeOf: (separator) => separator.subarray(mark.length).toString('latin1').trim(),
  messageOf: (bytes) => unquote(withoutLastEmptyLine(bytes)),
  writer: (spoolFolder) => new Unquoting(spoolFolder),
  isClosed: false,
}
/** A series of patches is a mailbox of Git's own separators. */
const patches: Dialect = {
  ...mbox,
  next: (bytes, fresh, ended) => nextSeparator(bytes, fresh, ended, () => false),
}
const mmdf: Dialect = {
  at: markersAt,
  next: nextMarkers,
  envelopeOf: () => '',
  messageOf: (bytes) => bytes,
  writer: (spoolFolder) => new LargeWriter(spoolFolder),
  isClosed: true,
}
const babyl: Dialect = {
  at: babylStartAt,
  next: nextInBabyl,
  envelopeOf: () => '',
  messageOf: messageOfBabyl,
  writer: (spoolFolder) => new BabylWriter(spoolFolder),
  isClosed: true,
}

/** `head`: what the file begins with. */
function dialectOf(bytes: Buffer, head: Buffer): Dialect {
  if (beginsMarked(bytes)) return mmdf
  if (beginsBabyl(bytes)) return babyl
  return isOfPatch(head.toString('latin1', 0, 100)) ? patches : mbox
}

/** Git writes this day into each patch, whenever that was made. */
const isOfPatch = (line: string): boolean => /^From [0-9a-f]{40,64} Mon Sep 17 00:00:00 2001\s/.test(line)

/** Bytes of a header in which its length is looked for. */
const headerBytes = 64 * 1024
/** Bytes that are held to see whether a message is as long as it says. */
const longestSaid = 8 * 1024 * 1024
/** Bytes of a line by which it is known to be of a header. */
const headerLine = 200

class OpenMessage {
  readonly #start: number
  /** Where it begins behind its separator. */
  readonly #from: number
  /** Its first bytes, as far as they were given. */
  #head: Buffer[] = []
  readonly #envelope: string
  readonly #dialect: Dialect
  readonly #onBegin: MboxOptions['onBegin']
  #maxBytes: number
  #spoolFolder: string | null
  #isBegun = false
  #slices: Buffer[] = []
  #size = 0
  /** Of a message that is too long to be held. */
  #writer: Writer | null = null

  constructor(
    start: number,
    from: number,
    envelope: string,
    dialect: Dialect,
    { maxBytes, spoolFolder, onBegin }: MboxOptions,
  ) {
    this.#start = start
    this.#from = from
    this.#envelope = envelope
    this.#dialect = dialect
    this.#onBegin = onBegin
    this.#maxBytes = maxBytes
    this.#spoolFolder = spoolFolder ?? null
    if (!dialect.isClosed) this.#begin()
  }

  get isEmpty(): boolean {
    return this.#size === 0
  }

  /** Whether it is known to be a message. */
  get isBegun(): boolean {
    return this.#isBegun
  }

  /** Where its header says that it ends, in the file; where it begins, where that says nothing. `more`: what follows. */
  endSaid(more: Buffer): number {
    const head = Buffer.concat([...this.#head, more.subarray(0, headerBytes)]).subarray(0, headerBytes)
    if (!head.includes('ontent-')) return this.#from
    const header = /^[\s\S]*?\n\r?\n/.exec(head.toString('latin1'))?.[0] ?? ''
    const length = /^content-length:[ \t]*(\d{1,9})[ \t]*\r?$/im.exec(header)?.[1]
    return length === undefined ? this.#from : this.#from + header.length + Number(length)
  }

  add(slice: Buffer): void {
    if (this.#size < headerBytes && slice.length > 0) this.#head.push(slice.subarray(0, headerBytes))
    this.#size += slice.length
    if (slice.length > 0) this.#slices.push(slice)
    if (!this.#isBegun && slice.some((byte) => byte !== newline && byte !== carriageReturn)) this.#begin()
    if (this.#size <= this.#maxBytes) return
    if (this.#spoolFolder !== null) {
      this.#writer ??= this.#dialect.writer(this.#spoolFolder)
      for (const one of this.#slices) this.#writer.write(one)
    }
    this.#slices = []
  }

  #begin(): void {
    this.#isBegun = true
    if (this.#onBegin?.(this.#start) ?? true) return
    this.#maxBytes = -1
    this.#spoolFolder = null
    this.discard()
  }

  close(end: number): MboxMessage {
    const isHeld = this.#size <= this.#maxBytes
    const bytes = isHeld ? this.#dialect.messageOf(Buffer.concat(this.#slices)) : null
    const large = this.#writer?.done() ?? null
    // A large message is not kept twice while it is worked on.
    this.#slices = []
    this.#writer = null
    return { start: this.#start, end, envelope: this.#envelope, bytes, large }
  }

  discard(): void {
    this.#writer?.discard()
    this.#writer = null
  }
}

/** Bytes at the end that wait for what follows: an empty line behind a line (`\n\r\n`), or what may become a quoted mark. */
const maxEndBytes = 3

/** Writes a message as `unquote` and `withoutLastEmptyLine` make it, of which only a piece is in memory. */
class Unquoting {
  readonly #to: LargeWriter
  /** Not yet given on: it may be the last empty line. */
  #end: Buffer = Buffer.alloc(0)
  /** Not yet written: it may begin a quoted mark. */
  #begun: Buffer = Buffer.alloc(0)
  /** Whether what is written ends in the beginning of a line, and nothing but `>` behind it. */
  #isLineBegun = true

  constructor(spoolFolder: string) {
    this.#to = new LargeWriter(spoolFolder)
  }

  write(slice: Buffer): void {
    const bytes = Buffer.concat([this.#end, slice])
    const ready = Math.max(0, bytes.length - maxEndBytes)
    this.#end = bytes.subarray(ready)
    this.#unquote(bytes.subarray(0, ready))
  }

  done(): Large {
    this.#unquote(withoutLastEmptyLine(this.#end))
    this.#give(this.#begun)
    return this.#to.done()
  }

  discard(): void {
    this.#to.discard()
  }

  #unquote(more: Buffer): void {
    const bytes = Buffer.concat([this.#begun, more])
    let from = 0
    for (
      let at = bytes.indexOf(quotedMark);
      at >= 0;
      at = bytes.indexOf(quotedMark, at + quotedMark.length)
    ) {
      this.#give(bytes.subarray(from, at))
      from = this.#isLineBegun ? at + 1 : at
    }
    let begun = Math.min(quotedMark.length - 1, bytes.length - from)
    while (begun > 0 && !bytes.subarray(bytes.length - begun).equals(quotedMark.subarray(0, begun))) begun--
    this.#give(bytes.subarray(from, bytes.length - begun))
    this.#begun = bytes.subarray(bytes.length - begun)
  }

  #give(bytes: Buffer): void {
    let line = bytes.length
    while (line > 0 && bytes[line - 1] === quote) line--
    if (line > 0) this.#isLineBegun = bytes[line - 1] === newline
    this.#to.write(bytes)
  }
}

/**
 * The next separator and its length; where there is none, up to where the bytes are surely the message's. `fresh`: they
 * begin behind a separator, which counts as an empty line.
 */
function nextSeparator(
  bytes: Buffer,
  fresh: boolean,
  ended: boolean,
  isNone: (line: string) => boolean,
): { at: number; length: number } {
  const undecided = (at: number) => ({ at: Math.max(0, at - lookBehind), length: 0 })
  let at = fresh ? 0 : nextMark(bytes, 0)
  while (at >= 0) {
    if (isAfterEmptyLine(bytes, at, fresh)) {
      const length = separatorAt(bytes, at, ended)
      const follows = length === null || length === 0 ? length : headerFollows(bytes, at + length, ended)
      if (length === null || follows === null) return undecided(at)
      if (length > 0 && follows === true && !isNone(bytes.toString('latin1', at, at + 100)))
        return { at, length }
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

/**
 * Whether a header begins here, or bytes of which no text is made: where a message was damaged, what is left of it is not the
 * text of the one before. Null where that cannot be told yet. Behind a separator another one is quoted by some.
 */
function headerFollows(bytes: Buffer, at: number, ended: boolean): boolean | null {
  // Readers of mail pass by empty lines before a header.
  const from = at + emptyLines(bytes.subarray(at, at + headerLine))
  const begin = bytes.toString('latin1', from, from + headerLine)
  const end = begin.indexOf('\n')
  const isWhole = begin.length === headerLine || ended
  if (end < 0 && !isWhole) return null
  if (/^(>?From |[!-9;-~]{1,100}[ \t]*:)/.test(end < 0 ? begin : begin.slice(0, end))) return true
  return isWhole ? noText.test(begin) : null
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const noText = /[\x00-\x08\x0e-\x1a\x1c-\x1f]/

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
    while (bytes[line - 1] === quote) line--
    if (line > 0 && bytes[line - 1] !== newline) continue
    bytes.copyWithin(written, read, line)
    written += line - read
    read = line + 1
  }
  if (read === 0) return bytes
  bytes.copyWithin(written, read)
  return bytes.subarray(0, written + bytes.length - read)
}
