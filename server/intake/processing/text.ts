/** Bytes to text: byte order marks, declared charsets, and a guess that never fails. */
import { isAscii, isUtf8 } from 'node:buffer'
import { markedEncoding } from '../../platform/delimited/encoding.ts'
import { contradictedBy, guessedCharset, isEscapedJapanese } from './charset-guess.ts'
import { textOfOldCharset } from './charsets/old-charsets.ts'

/** What both databases can keep: well-formed Unicode without NUL, line ends as `\n`. */
export function storable(text: string): string {
  const well = text.isWellFormed() ? text : text.toWellFormed()
  const bare = well.includes('\0') ? well.replaceAll('\0', '') : well
  return bare.includes('\r') ? bare.replace(/\r\n?/g, '\n') : bare
}

/** As much of a text as a record keeps of it. */
export const storableUpTo = (text: string, max: number): string => storable(text.slice(0, max))

/** Decodes a text file. A byte order mark wins, then the declared charset, then UTF-8 where it fits, else the likeliest. */
export const decodeText = (bytes: Uint8Array, charset?: string): string =>
  storable(oldText(bytes, charset) ?? new TextDecoder(charsetOf(bytes, charset)).decode(bytes))

/** A text in a charset that `TextDecoder` does not know; null for all others, and where a byte order mark says another. */
export const oldText = (bytes: Uint8Array, charset = ''): string | null =>
  markedEncoding(bytes) === null ? textOfOldCharset(bytes, charset) : null

/** The charset by which `decodeText` decodes any other text: a name of `TextDecoder`. */
export function charsetOf(bytes: Uint8Array, charset?: string): string {
  const marked = markedEncoding(bytes)
  if (marked !== null) return marked
  const declared = decoderOf(charset)?.encoding
  return declared !== undefined && !belies(bytes, declared) ? declared : likeliest(bytes)
}

/** Shorter texts may be of two bytes for each character and UTF-8 as well. */
const enoughToTell = 8

/** Whether bytes are not of the charset that they are said to be of: "unicode" is what programs say who mean UTF-8. */
function belies(bytes: Uint8Array, encoding: string): boolean {
  if (encoding === 'utf-8') return !isUtf8(bytes)
  if (encoding.startsWith('utf-16'))
    return bytes.length >= enoughToTell && !bytes.includes(0) && isUtf8(bytes)
  if (isAscii(bytes)) return false
  // All of it in shifts of ASCII.
  if (encoding.startsWith('iso-2022')) return true
  if (isUtf8(bytes)) return charactersBeyondAscii(bytes) >= (leastOfUtf8.get(encoding) ?? 1)
  return (
    contradictedBy(bytes, encoding) !== null || (manyBytes.has(encoding) && isMostlyWrong(bytes, encoding))
  )
}

/** Charsets of several bytes for a character. */
const manyBytes: ReadonlySet<string> = new Set(['gbk', 'gb18030', 'big5', 'euc-kr', 'euc-jp', 'shift_jis'])

/**
 * How many characters beyond ASCII a text must have to be UTF-8 rather than of the charset that is declared, where a few could be
 * of both by chance. Of Western text not even one is: a capital with a mark before a sign.
 */
const leastOfUtf8: ReadonlyMap<string, number> = new Map([
  ...[...manyBytes].map((charset): [string, number] => [charset, 4]),
  ...['windows-1251', 'koi8-r', 'koi8-u', 'ibm866', 'iso-8859-5', 'x-mac-cyrillic', 'windows-874'].map(
    (charset): [string, number] => [charset, 3],
  ),
  ...['windows-1253', 'iso-8859-7', 'windows-1255', 'iso-8859-8', 'windows-1256', 'iso-8859-6'].map(
    (charset): [string, number] => [charset, 3],
  ),
])

const charactersBeyondAscii = (bytes: Uint8Array): number => {
  let count = 0
  for (const byte of bytes) if (byte >= 0xc0) count++
  return count
}

/** Whether more than a fiftieth of its characters are none in that charset: one that is cut does not say that all are of another. */
function isMostlyWrong(bytes: Uint8Array, encoding: string): boolean {
  const text = new TextDecoder(encoding).decode(bytes)
  return unreadable(text) * 50 > text.length
}

/** How many characters of a text stand for what could not be read. */
export function unreadable(text: string): number {
  let count = 0
  for (let at = text.indexOf('\ufffd'); at >= 0; at = text.indexOf('\ufffd', at + 1)) count++
  return count
}

function likeliest(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) return guessedCharset(bytes)
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return isEscapedJapanese(all) ? 'iso-2022-jp' : 'utf-8'
}

/** Whether bytes look like text: hardly any control characters in their first part. */
export function looksLikeText(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, 4096)
  if (markedEncoding(head) !== null) return true
  let odd = 0
  for (const byte of head) {
    if (byte === 0) return false
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 12 && byte !== 27) odd++
  }
  return odd * 100 <= head.length
}

/** Whether nothing but blanks, ends of lines and control characters stands in a text of one byte, or of UTF-8. */
export const isBlank = (bytes: Uint8Array): boolean => !bytes.some((byte) => byte > 0x20)

function decoderOf(charset: string | undefined): TextDecoder | null {
  const label = charset?.trim().toLowerCase() ?? ''
  // us-ascii is what programs declare when they did not look.
  if (label === '' || label === 'us-ascii' || label === 'ascii') return null
  try {
    return new TextDecoder(label)
  } catch {
    return null
  }
}
