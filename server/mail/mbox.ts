/**
 * Splits mbox into messages while it streams by. All dialects in use separate by a line `From sender date` after an
 * empty line; a body line that begins so was written `>From ` (mboxo, mboxrd), which is undone here.
 */

export interface MboxMessage {
  /** Bytes of the whole file before this message's separator, and behind its last byte. */
  readonly start: number
  readonly end: number
  /** The separator without `From `: the envelope's sender and date. */
  readonly envelope: string
  /** The message, unquoted; null where it is longer than the limit. */
  readonly bytes: Buffer | null
}

const newline = 0x0a
const mark = Buffer.from('From ')

/** Messages in order. `offset` is where in the file the chunks begin (at a separator). */
export async function* splitMbox(
  chunks: AsyncIterable<Uint8Array>,
  options: { readonly offset?: number; readonly maxBytes: number },
): AsyncGenerator<MboxMessage> {
  /** The beginning of a line whose end has not come; of a line past the limit only its beginning is kept. */
  let rest: Buffer[] = []
  let restLength = 0
  /** Where `rest` begins in the file. */
  let base = options.offset ?? 0
  let open: { start: number; envelope: string; lines: Buffer[]; size: number; empty: boolean } | null = null
  const close = (end: number): MboxMessage | null => {
    if (open === null) return null
    const bytes = open.size > options.maxBytes ? null : unquote(withoutLastEmptyLine(open.lines))
    return { start: open.start, end, envelope: open.envelope, bytes }
  }
  const take = (line: Buffer, length: number, start: number): MboxMessage | null => {
    let done: MboxMessage | null = null
    if (isSeparator(line) && (open === null || open.empty)) {
      done = close(start)
      open = { start, envelope: line.subarray(5).toString('latin1').trim(), lines: [], size: 0, empty: true }
      return done
    }
    // Whatever stands before the first separator is not lost: it is a message without one.
    if (open === null && isBlank(line)) return null
    open ??= { start, envelope: '', lines: [], size: 0, empty: false }
    open.size += length
    if (open.size <= options.maxBytes) open.lines.push(line)
    else open.lines = []
    open.empty = isBlank(line)
    return null
  }
  /** Ends the line that `rest` begins. */
  const wholeLine = (end: Buffer): Buffer => (rest.length === 0 ? end : Buffer.concat([...rest, end]))
  for await (const piece of chunks) {
    const chunk = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
    let at = 0
    for (;;) {
      const end = chunk.indexOf(newline, at)
      if (end < 0) break
      const length = restLength + end + 1 - at
      const done = take(wholeLine(chunk.subarray(at, end + 1)), length, base)
      if (done !== null) yield done
      base += length
      rest = []
      restLength = 0
      at = end + 1
    }
    if (at === chunk.length) continue
    if (restLength <= options.maxBytes) rest.push(chunk.subarray(at))
    restLength += chunk.length - at
  }
  if (restLength > 0) {
    const done = take(wholeLine(Buffer.alloc(0)), restLength, base)
    if (done !== null) yield done
  }
  const last = close(base + restLength)
  if (last !== null) yield last
}

/** A separator carries time and year: "From here on …" in the body of a careless program does not. */
function isSeparator(line: Buffer): boolean {
  if (line.length < 12 || line.length > 1000 || line.compare(mark, 0, 5, 0, 5) !== 0) return false
  const text = line.toString('latin1')
  return /\d{1,2}:\d{2}/.test(text) && /\b\d{4}\b/.test(text)
}

const isBlank = (line: Buffer): boolean =>
  line.length <= 2 && (line.length === 0 || line[0] === newline || (line[0] === 0x0d && line[1] === newline))

/** The empty line before the next separator belongs to the format, not to the message. */
function withoutLastEmptyLine(lines: readonly Buffer[]): readonly Buffer[] {
  const last = lines.at(-1)
  return last !== undefined && lines.length > 1 && isBlank(last) ? lines.slice(0, -1) : lines
}

function unquote(lines: readonly Buffer[]): Buffer {
  return Buffer.concat(lines.map((line) => (line[0] === 0x3e && quoted(line) ? line.subarray(1) : line)))
}

function quoted(line: Buffer): boolean {
  let at = 1
  while (line[at] === 0x3e) at++
  return line.length >= at + 5 && line.compare(mark, 0, 5, at, at + 5) === 0
}
