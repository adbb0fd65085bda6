/**
 * Mailboxes of Rmail (Babyl). The file says first how it is meant to be shown; each message then begins behind a line of two
 * control characters (^_ ^L) with a line of labels, its header as it came, a mark, its header as it was shown, and its body;
 * ^_ stands behind the last one. Where the header was never reshaped, it stands behind the mark alone.
 *
 * Labels, and what only the header as it was shown says, become fields of the header that the message came with.
 */
import { LargeWriter } from '../large.ts'

const beginning = Buffer.from('BABYL OPTIONS:')
const newline = 0x0a
const carriageReturn = 0x0d
const unitEnd = 0x1f
const formFeed = 0x0c
const markedLine = Buffer.from([newline, unitEnd])
const shownMark = '*** EOOH ***'
const labelField = 'X-Rmail-Label'
const shownField = 'X-Rmail-Shown'
/** Bytes in which both headers of a message end; what does not is kept as it stands. */
const maxHeader = 256 * 1024

export const beginsBabyl = (bytes: Buffer): boolean =>
  bytes.subarray(0, beginning.length).equals(beginning) || (bytes[0] === unitEnd && bytes[1] === formFeed)

/** How long what stands before the first message is, or the line between two; null where that cannot be told yet. */
export function babylStartAt(bytes: Buffer, at: number, ended: boolean): number | null {
  if (bytes[at] === unitEnd) return separatorAt(bytes, at, ended)
  const { at: first, length } = nextInBabyl(bytes.subarray(at), false, ended)
  if (length > 0) return isOnlyOptions(bytes.toString('latin1', at, at + first)) ? first + length : 0
  // What never comes to a message is one itself: nothing of it is lost.
  return ended || bytes.length - at > maxHeader ? 0 : null
}

/** The next line between two messages, or behind the last; where there is none, up to where the bytes are surely the message's. */
export function nextInBabyl(bytes: Buffer, fresh: boolean, ended: boolean): { at: number; length: number } {
  let at = fresh && bytes[0] === unitEnd ? 0 : nextMarked(bytes, 0)
  while (at >= 0) {
    const length = separatorAt(bytes, at, ended)
    // With the end of the line before it, by which it is found again.
    if (length === null) return { at: Math.max(0, at - 1), length: 0 }
    if (length > 0) return { at, length }
    at = nextMarked(bytes, at)
  }
  return { at: ended ? bytes.length : Math.max(0, bytes.length - 1), length: 0 }
}

const nextMarked = (bytes: Buffer, from: number): number => {
  const end = bytes.indexOf(markedLine, from)
  return end < 0 ? -1 : end + 1
}

/** How long the line is that begins here; 0 where it is one of a message, null where that cannot be told yet. */
function separatorAt(bytes: Buffer, at: number, ended: boolean): number | null {
  const next = bytes[at + 1] === formFeed ? endOfLine(bytes, at + 2) : null
  if (next !== null) return next === bytes.length && !ended ? null : next - at
  // Behind the last one nothing follows but the end of its line.
  const rest = bytes.subarray(at + 1, at + 4)
  if (rest.length === 3) return 0
  if (!ended) return null
  return rest.every((byte) => byte === newline || byte === carriageReturn || byte === formFeed)
    ? bytes.length - at
    : 0
}

const endOfLine = (bytes: Buffer, at: number): number | null => {
  if (bytes[at] === newline) return at + 1
  return bytes[at] === carriageReturn && bytes[at + 1] === newline ? at + 2 : null
}

/** What Rmail itself writes before the first message. */
const option = new RegExp(
  `^(?:${[
    '',
    String.raw`BABYL OPTIONS:\s*(?:-\*-\s*(?:mode:\s*)?rmail(?:;\s*coding:\s*[\w-]+)?;?\s*-\*-)?`,
    String.raw`Version:\s*\d*`,
    String.raw`Labels:\s*(?:[\w.-]+\s*,\s*)*[\w.-]*`,
    String.raw`Note:\s*This is the header(?: of an rmail file)?\.`,
    String.raw`Note:\s*If you are seeing it in rmail,`,
    String.raw`Note:\s*it means the file has no messages in it\.`,
  ].join('|')})$`,
  'i',
)

/** Whether nothing stands there that somebody wrote. */
const isOnlyOptions = (text: string): boolean => text.split('\n').every((line) => option.test(line.trim()))

/** A message with the header that it came with; `bytes` stand between two of those lines, or before the first. */
export function messageOfBabyl(bytes: Buffer): Buffer {
  const isFirst = bytes.subarray(0, beginning.length).equals(beginning)
  if (isFirst && !isOnlyOptions(bytes.toString('latin1', 0, maxHeader)))
    return Buffer.concat([Buffer.from('Subject: BABYL OPTIONS\n\n'), bytes])
  const head = headOf(bytes)
  return head === null ? bytes : Buffer.concat([head.header, bytes.subarray(head.bodyAt)])
}

/** The header of the message, and where what follows it begins; null where that is not to be seen. */
function headOf(bytes: Buffer): { readonly header: Buffer; readonly bodyAt: number } | null {
  const head = bytes.toString('latin1', 0, maxHeader)
  const labels = /^[01],[^\n]*\n/.exec(head)
  if (labels === null) return null
  const [labelLine] = labels
  const start = labelLine.length
  const mark = head.startsWith(shownMark, start) ? start : head.indexOf(`\n${shownMark}`, start - 1) + 1
  const shown = mark <= 0 ? 0 : head.indexOf('\n', mark) + 1
  if (shown === 0) return null
  const lineEnd = labelLine.endsWith('\r\n') ? '\r\n' : '\n'
  const original = head.slice(start, mark)
  const behindMark = head.slice(mark + shownMark.length, shown)
  const added = (shownHeader: string): string =>
    [
      ...oneLineEach(labelLine.slice(2).split(',')).map((label) => `${labelField}: ${label}`),
      ...shownOnly(`${behindMark}${shownHeader}`, original).map((words) => `${shownField}: ${words}`),
    ]
      .map((field) => `${field}${lineEnd}`)
      .join('')
  // The header was never reshaped: what is shown is all that there is.
  if (original.trim() === '') {
    const fields = added('')
    if (fields === '') return { header: Buffer.alloc(0), bodyAt: shown }
    const begin = shown + head.slice(shown).search(/[^\r\n]|$/)
    return isHeader.test(head.slice(begin))
      ? { header: Buffer.from(fields, 'latin1'), bodyAt: begin }
      : // Words that are no header stay words behind one.
        { header: Buffer.from(`${fields}${lineEnd}`, 'latin1'), bodyAt: shown }
  }
  const end = /^\r?\n|\n\r?\n/.exec(head.slice(shown))
  if (end === null && bytes.length > maxHeader) return null
  const bodyAt = end === null ? bytes.length : shown + end.index + end[0].length
  const separated = /(^|\n)\r?\n$/.test(original)
  const header = withFields(original, added(head.slice(shown, end === null ? undefined : shown + end.index)))
  return { header: Buffer.from(separated ? header : `${header}${lineEnd}`, 'latin1'), bodyAt }
}

const isHeader = /^(?:>?From |[!-9;-~]+[ \t]*:)/

/** The header with fields at its end, before the empty line where it has one. */
function withFields(header: string, fields: string): string {
  const end = /\n(?=\r?\n)/g
  end.lastIndex = Math.max(0, header.search(/\S/))
  const at = end.exec(header) === null ? header.length : end.lastIndex
  return `${header.slice(0, at)}${fields}${header.slice(at)}`
}

/** Fields of a header, or other lines in their place, each in one line. */
const fieldsOf = (header: string): string[] => oneLineEach(header.split(/\r?\n(?![ \t]+[^ \t\r\n])/))

/** Blanks of ASCII alone are blanks here: other bytes that look so are parts of characters. */
const oneLineEach = (all: readonly string[]): string[] =>
  all.map((one) => one.replace(/[ \t\r\n]+/g, ' ').replace(/^ | $/g, '')).filter((one) => one !== '')

/** What a header says and the other does not, however the lines of both are folded; in lines of which a field holds each. */
function shownOnly(shown: string, original: string): string[] {
  const there = new Set(fieldsOf(original))
  return fieldsOf(shown)
    .filter((field) => !there.has(field))
    .flatMap((field) => field.match(/.{1,900}(?= |$)|[^ ]+/g) ?? [])
}

/** Writes a message as `messageOfBabyl` makes it, of which only a piece is in memory. */
export class BabylWriter extends LargeWriter {
  #head: Buffer | null = Buffer.alloc(0)

  override write(slice: Buffer): void {
    if (this.#head === null) super.write(slice)
    else {
      this.#head = Buffer.concat([this.#head, slice])
      if (this.#head.length > maxHeader) this.#begin(this.#head)
    }
  }

  override done(): ReturnType<LargeWriter['done']> {
    if (this.#head !== null) this.#begin(this.#head)
    return super.done()
  }

  #begin(head: Buffer): void {
    this.#head = null
    super.write(messageOfBabyl(head))
  }
}
