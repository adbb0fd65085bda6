/** Whether bytes are text, and their first characters, whatever their encoding. */
import { looksLikeText } from '../text.ts'

export interface PlainText {
  /** The first characters, without byte order mark. Of encodings that are not told apart only ASCII is right. */
  readonly text: string
  /** Where the bytes leave no doubt although no mark says it. */
  readonly charset: string | null
  /** Whether the file ends with these characters. */
  readonly isAll: boolean
}

/** Bytes whose characters are looked at. */
const textBytes = 8 * 1024

/** Null where the bytes are no text. */
export function plainText(head: Buffer): PlainText | null {
  if (head.length === 0) return null
  const bytes = head.subarray(0, textBytes)
  const isAll = head.length <= textBytes
  const found = (text: string, charset: string | null): PlainText => ({ text, charset, isAll })
  // Korean among control characters that no other text has; it says so itself, before the first of them.
  if (bytes.toString('latin1', 0, 4) === '\x1b$)C') return found(bytes.toString('latin1'), 'iso-2022-kr')
  if (looksLikeText(head)) {
    const wide = wideMarks.get(bytes.toString('hex', 0, 2))
    if (wide !== undefined) return found(new TextDecoder(wide).decode(bytes), null)
    return found(bytes.toString('latin1').replace(/^\xef\xbb\xbf/, ''), null)
  }
  // Letters of ASCII are characters of Chinese two by two.
  if (nearlyAscii(bytes) !== null) return null
  for (const charset of wideMarks.values()) {
    const text = new TextDecoder(charset).decode(bytes.subarray(0, bytes.length & ~1))
    if (isWritten(text)) return found(text, charset)
  }
  // Load files part their values by a control character.
  const text = bytes.toString('latin1')
  return isConcordance(text) ? found(text, null) : null
}

/**
 * Text that is none by its bytes and of no other kind: characters of four bytes each (UTF-32), or a few zero bytes in what
 * is plainly text otherwise, or behind it, as programs leave them that were stopped. Null where it is not surely so.
 */
export function nearlyText(head: Buffer): PlainText | null {
  const bytes = head.subarray(0, textBytes)
  const isAll = head.length <= textBytes
  for (const charset of wideMarks.values()) {
    const text = fourByteText(bytes, charset)
    if (text !== null) return { text, charset, isAll }
  }
  const text = nearlyAscii(bytes)
  return text === null ? null : { text, charset: null, isAll }
}

/** With a space for each zero; null where more than a few of the bytes before the last zeros are no text. */
function nearlyAscii(bytes: Buffer): string | null {
  const end = bytes.findLastIndex((byte) => byte !== 0) + 1
  const said = bytes.subarray(0, end)
  return hasFewZeros(said) ? said.toString('latin1').replaceAll('\0', ' ') : null
}

/**
 * What is written in UTF-32. Decoded as UTF-16 each of its characters has a zero beside it, which no text keeps; those that
 * need two there (such as emoji) are not read.
 */
function fourByteText(bytes: Buffer, charset: string): string | null {
  const units = new TextDecoder(charset).decode(bytes.subarray(0, bytes.length & ~3))
  const every = (from: number): string =>
    Array.from({ length: units.length / 2 }, (_, n) => units.charAt(2 * n + from)).join('')
  const [own, beside] = charset === 'utf-16le' ? [every(0), every(1)] : [every(1), every(0)]
  return /^\0+$/.test(beside) && isWritten(own) ? own : null
}

/** Zeros in one of a hundred bytes, and nothing else that no text has. */
function hasFewZeros(said: Buffer): boolean {
  const others = Buffer.from(said.filter((byte) => byte !== 0))
  const zeros = said.length - others.length
  if (others.length < minBeside || zeros > 1 + said.length / 100) return false
  if (others.some((byte) => byte < 32 && !lineBytes.has(byte))) return false
  // The last character may be cut.
  const isUnicode = !others.toString('utf8').slice(0, -1).includes('\ufffd')
  return isUnicode || others.filter((byte) => byte >= 0x80).length <= others.length / 10
}
const lineBytes: ReadonlySet<number> = new Set(Buffer.from('\t\n\f\r'))
/** Bytes of text without which zeros say nothing. */
const minBeside = 16

const wideMarks: ReadonlyMap<string, string> = new Map([
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
])

/** Values between þ, in Windows-1252 or UTF-8, and device control 4 after each of them. */
export function isConcordance(text: string): boolean {
  const quote = ['þ', 'Ã¾'].find((mark) => text.startsWith(mark))
  return quote !== undefined && text.slice(0, 2000).split('\n', 1)[0]?.includes(`${quote}\u0014`) === true
}

/** Letters of scripts that are written today, with the punctuation and spaces that go with them. */
const written =
  /[\t\n\r\f -~\u00a0-\u024f\u0370-\u03ff\u0400-\u052f\u0590-\u05ff\u0600-\u06ff\u0900-\u097f\u0e00-\u0e7f\u2010-\u2027\u2030-\u203a\u20a0-\u20bf\u2100-\u2122\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff5e]/g
const spaces = /[\n\r -@\u3000-\u3002]/

/** Whether characters that were read as UTF-16 are a text: bytes that are none give characters of all planes. */
function isWritten(text: string): boolean {
  if (text.length < 4 || !spaces.test(text)) return false
  const good = text.match(written)?.length ?? 0
  return good >= text.length * 0.98
}
