/** The encodings of load files. Each decoder refuses what is not of its encoding, and each encoder counts what it lacks. */
import { isUtf8 } from 'node:buffer'
import type { loadEncodings } from '#contracts/load-file-forms.ts'

export type Encoding = (typeof loadEncodings)[number]

export const byteOrderMarks: Readonly<Record<Encoding, Buffer>> = {
  'utf-8': Buffer.from([0xef, 0xbb, 0xbf]),
  'utf-16le': Buffer.from([0xff, 0xfe]),
  'utf-16be': Buffer.from([0xfe, 0xff]),
  'windows-1252': Buffer.alloc(0),
}

/** Bytes of the smallest character. */
export const unitBytes = (encoding: Encoding): 1 | 2 => (encoding.startsWith('utf-16') ? 2 : 1)

/** What Windows-1252 has from 80 to 9F; an empty place is no character. */
const windowsOnly = '€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ'
const windowsBytes: ReadonlyMap<string, number> = new Map(
  [...windowsOnly].flatMap((char, at) => (char === '\0' ? [] : [[char, 0x80 + at] as const])),
)
const upperControls = /[\u0080-\u009f]/
const everyUpperControl = /[\u0080-\u009f]/g
// A character beyond the first plane is one, not two.
const notLatin = /[^\0-\u007f\u00a0-\u00ff]/gu

/** The text of whole characters; null where bytes are not of the encoding. A byte order mark stays. */
export function decoded(bytes: Buffer, encoding: Encoding): string | null {
  if (encoding === 'utf-8') return isUtf8(bytes) ? bytes.toString('utf8') : null
  if (encoding === 'windows-1252') {
    const text = bytes.toString('latin1')
    if (!upperControls.test(text)) return text
    let isLegal = true
    const whole = text.replace(everyUpperControl, (char) => {
      const own = windowsOnly.charAt(char.charCodeAt(0) - 0x80)
      if (own === '\0') isLegal = false
      return own
    })
    return isLegal ? whole : null
  }
  if (bytes.length % 2 > 0) return null
  const text = (encoding === 'utf-16le' ? bytes : Buffer.from(bytes).swap16()).toString('utf16le')
  return text.isWellFormed() ? text : null
}

export interface Encoded {
  readonly bytes: Buffer
  /** Characters that the encoding lacks. A question mark stands for each. */
  readonly lost: number
}

/** The bytes of a well-formed text. */
export function encoded(text: string, encoding: Encoding): Encoded {
  if (encoding === 'utf-8') return { bytes: Buffer.from(text), lost: 0 }
  if (encoding !== 'windows-1252') {
    const bytes = Buffer.from(text, 'utf16le')
    return { bytes: encoding === 'utf-16be' ? bytes.swap16() : bytes, lost: 0 }
  }
  let lost = 0
  const narrow = text.replace(notLatin, (char) => {
    const byte = windowsBytes.get(char)
    if (byte !== undefined) return String.fromCharCode(byte)
    lost++
    return '?'
  })
  return { bytes: Buffer.from(narrow, 'latin1'), lost }
}
