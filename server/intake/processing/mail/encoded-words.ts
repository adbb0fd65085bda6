/** What is not ASCII in headers: encoded words (RFC 2047) and parameters (RFC 2231), in charsets that the parser does not know as well. */
import { decodeWords } from 'postal-mime'
import { isOldCharset } from '../charsets/old-charsets.ts'
import { decodeText } from '../text.ts'

/** Those in old charsets are written in UTF-8 before the parser reads all. */
export const decodedWords = (text: string): string => decodeWords(text.replace(encodedWord, inUtf8))

const encodedWord = /=\?([^?\s]+)\?([QqBb])\?([^?]*)\?=/g

function inUtf8(word: string, label: string, encoding: string, content: string): string {
  // A language may stand behind it (RFC 2231, 5).
  const [charset = ''] = label.split('*', 1)
  if (!isOldCharset(charset)) return word
  const bytes = /b/i.test(encoding) ? Buffer.from(content, 'base64') : quoted(content)
  return `=?utf-8?B?${Buffer.from(decodeText(bytes, charset)).toString('base64')}?=`
}

const quoted = (content: string): Buffer =>
  Buffer.from(
    content
      .replace(/_/g, ' ')
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
