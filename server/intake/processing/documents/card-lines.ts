/**
 * The lines of calendars and contacts as their parser takes them. Files before RFC 5545 and RFC 6350 (vCalendar 1.0,
 * vCard 2.1) state a charset for each property, encode values as quoted-printable and leave out the names of parameters.
 */
import { decodeText } from '../text.ts'

/**
 * All properties, unfolded, one a line. Bytes stand for characters until a property is whole: a line may be folded in
 * the middle of a character, and only the property says what its characters are.
 */
export function cardText(bytes: Buffer, charset: string | undefined): string {
  const isWide = /^(fffe|feff)/.test(bytes.toString('hex', 0, 2)) || /^utf-?16/i.test(charset ?? '')
  const [narrow, own] = isWide ? [Buffer.from(decodeText(bytes, charset)), 'utf-8'] : [bytes, charset]
  const start = narrow.toString('hex', 0, 3) === 'efbbbf' ? 3 : 0
  return properties(narrow.toString('latin1', start))
    .map((property) => decoded(property, own))
    .join('\n')
}

/** A value goes on in lines that begin with a space; in quoted-printable, behind a line that ends with `=`. */
function properties(text: string): string[] {
  const found: string[] = []
  let pieces: string[] = []
  let quoted = false
  const end = (): void => {
    if (pieces.length > 0) found.push(pieces.join(''))
    pieces = []
  }
  for (const line of text.split(/\r\n?|\n/)) {
    const before = pieces.at(-1)
    if (quoted && before?.endsWith('=') === true) pieces.splice(-1, 1, before.slice(0, -1), line)
    else if (before !== undefined && /^[ \t]/.test(line)) pieces.push(line.slice(1))
    else {
      end()
      pieces = [line]
      quoted = quotedPrintable.test(line.slice(0, valueStart(line)))
    }
  }
  end()
  return found
}

const quotedPrintable = /;(?:ENCODING=)?QUOTED-PRINTABLE(?=[;:]|$)/i

/** Behind the first colon that is not in quotes; 0 where there is none. */
function valueStart(line: string): number {
  let inQuotes = false
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at)
    if (character === '"') inQuotes = !inQuotes
    else if (character === ':' && !inQuotes) return at + 1
  }
  return 0
}

function decoded(property: string, charset: string | undefined): string {
  const start = valueStart(property)
  const head = property.slice(0, Math.max(0, start - 1))
  const value = property.slice(head === '' ? 0 : start)
  if (head === '') return textOf(property, charset)
  const own = /;CHARSET="?([^;:"]*)/i.exec(head)?.[1]
  const named = textOf(named21(head), charset)
  if (!quotedPrintable.test(head)) return `${named}:${textOf(value, own ?? charset, own !== undefined)}`
  const plain = value.replace(/=([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return `${named}:${textOf(plain, own ?? charset, true).replaceAll('\n', '\\n')}`
}

/** Characters that stand for bytes, as what those say. */
function textOf(bytes: string, charset: string | undefined, isEncoded = false): string {
  if (!isEncoded && !/[\u0080-\u00ff]/.test(bytes)) return bytes
  return decodeText(Buffer.from(bytes, 'latin1'), charset)
}

/** Parameters without a name are types, or encodings; those that say how the value was written have done their work. */
function named21(head: string): string {
  if (head.includes('"')) return head
  const [name = '', ...parameters] = head.replace(quotedPrintable, '').split(';')
  const kept = parameters
    .filter((parameter) => !/^CHARSET=/i.test(parameter) && parameter.trim() !== '')
    .map((parameter) => {
      if (parameter.includes('=')) return parameter
      return /^(BASE64|B|7BIT|8BIT)$/i.test(parameter) ? `ENCODING=${parameter}` : `TYPE=${parameter}`
    })
  return [name, ...kept].join(';')
}
