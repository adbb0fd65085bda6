/** OpenPGP in a text (RFC 9580, 6.2): a message that only its receivers can read, written in lines of letters. */
import type { ProcessingException } from '../member.ts'

const begin = '-----BEGIN PGP MESSAGE-----'
const end = '-----END PGP MESSAGE-----'

/** What is not readable of a text that holds such a message; null where it holds none, or only speaks of one. */
export function lockedIn(text: string): ProcessingException | null {
  for (let at = text.indexOf(begin); at >= 0; at = text.indexOf(begin, at + begin.length)) {
    const start = at + begin.length
    if ((at === 0 || text[at - 1] === '\n') && isArmoured(text, start))
      return { code: 'encrypted', reason: 'Its text, or a part of it, is encrypted.', stage: 'text' }
  }
  return null
}

/**
 * Whether nothing but the message follows: lines of `Name: value`, then its bytes in base64, of which the first is that of a
 * packet, and its end.
 */
function isArmoured(text: string, start: number): boolean {
  let first = ''
  for (let at = start; at < text.length; ) {
    const feed = text.indexOf('\n', at)
    const next = feed < 0 ? text.length : feed + 1
    const line = next - at > longest ? null : text.slice(at, next).trim()
    if (line === end) return isPacket(first)
    if (line === null || !(first === '' ? /^([A-Za-z]+: .*|[A-Za-z0-9+/=]*)$/ : base64).test(line))
      return false
    if (first === '' && base64.test(line)) first = line
    at = next
  }
  return false
}

/** Characters of a line; programs write at most 76. */
const longest = 1000
const base64 = /^[A-Za-z0-9+/=]*$/

/** The first bit of a packet is set (RFC 9580, 4.2). */
const isPacket = (line: string): boolean => ((Buffer.from(line, 'base64')[0] ?? 0) & 0x80) !== 0
