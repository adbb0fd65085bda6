/** What is not ASCII in headers: encoded words (RFC 2047) and parameters (RFC 2231), in charsets that the parser does not know as well. */
import { isUtf8 } from 'node:buffer'
import { isOldCharset } from '../charsets/old-charsets.ts'
import { decodeText, unreadable } from '../text.ts'

interface Word {
  readonly charset: string
  readonly bytes: Buffer
}

/**
 * A header with its encoded words read. What stands between two of them is their folding (RFC 2047, 6.2), and one character may
 * be cut over both, which they must not be and are: words of one charset are read as one.
 */
export function decodedWords(text: string): string {
  if (!text.includes('=?')) return text
  const parts: string[] = []
  let run: Word[] = []
  let at = 0
  for (const word of text.matchAll(encodedWord)) {
    const between = text.slice(at, word.index)
    at = word.index + word[0].length
    if (run.length === 0 || !/^[ \t\r\n]*$/.test(between)) {
      parts.push(readRun(run), between)
      run = []
    }
    // A language may stand behind the charset (RFC 2231, 5).
    const [charset = ''] = (word[1] ?? '').toLowerCase().split('*', 1)
    const content = word[3] ?? ''
    const isBase64 = /b/i.test(word[2] ?? '')
    run.push({ charset, bytes: isBase64 ? fromBase64(content) : quoted(content) })
  }
  parts.push(readRun(run), text.slice(at))
  return parts.join('')
}

const encodedWord = /=\?([^?\s]+)\?([QqBb])\?([^?]*)\?=/g

/** Words without anything between them. */
function readRun(run: readonly Word[]): string {
  const parts: string[] = []
  for (let from = 0; from < run.length; ) {
    const charset = run[from]?.charset ?? ''
    const end = run.findIndex((word, at) => at > from && word.charset !== charset)
    const same = run.slice(from, end < 0 ? run.length : end)
    parts.push(readSame(same, charset))
    from += same.length
  }
  return parts.join('')
}

/** As one where a character can be cut, or each for itself where more of it can be read so. */
function readSame(words: readonly Word[], charset: string): string {
  const all = Buffer.concat(words.map(({ bytes }) => bytes))
  const mayBeCut = words.length === 1 || ofManyBytes.test(charset) || isUtf8(all)
  const whole = mayBeCut ? decodeText(all, charset) : '\ufffd'
  if (words.length === 1 || !whole.includes('\ufffd')) return whole
  const apart = words.map(({ bytes }) => decodeText(bytes, charset)).join('')
  return !mayBeCut || unreadable(apart) < unreadable(whole) ? apart : whole
}

const ofManyBytes = /^(utf|gb|big5|euc|shift|sjis|x-sjis|ks_c|iso-2022|hz|cp9|ms9|windows-9|johab|unicode)/

/** Each may have its own end, and more behind it. */
const fromBase64 = (content: string): Buffer =>
  Buffer.concat(content.split(/=+/).map((block) => Buffer.from(block, 'base64')))

const quoted = (content: string): Buffer =>
  Buffer.from(
    content
      // A line that was cut where it must not be.
      .replace(/=\s+(?=[0-9a-f])/gi, '=')
      .replace(/[_\s]/g, ' ')
      .replace(/=([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  )

/**
 * A parameter of a header as it was meant, of which the parser gave this value: what it does not know it reads as
 * Windows-1252, of which each byte is a character.
 */
export function decodedParameter(header: string, name: string, value: string): string {
  const charset = new RegExp(`;\\s*${name}\\*(?:0\\*)?\\s*=\\s*"?([^'"\\s;]+)'`, 'i').exec(header)?.[1] ?? ''
  if (!isOldCharset(charset)) return value
  const bytes = Array.from(value, (character) => windowsBytes.get(character))
  if (!bytes.every((byte) => byte !== undefined)) return value
  return decodeText(Uint8Array.from(bytes), charset)
}

const windowsBytes: ReadonlyMap<string, number> = new Map(
  Array.from(
    new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, n) => n)),
    (c, n) => [c, n],
  ),
)
