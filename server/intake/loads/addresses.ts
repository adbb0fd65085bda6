/** The people whom a value of a load file names: `Ana Rivera <ana@example.com>; "Lee; Kim" <kim@example.com>`. */
import type { Address } from '../../review/documents/mail-address.ts'

/** Longer than any of them. */
const longest = 1_000

/** Parts at the sign between values, but not within quotes or angle brackets. */
export function addressesIn(text: string, sign: string): Address[] {
  const parts: string[] = []
  let part = ''
  let isQuoted = false
  let depth = 0
  for (const char of text) {
    if (char === '"') isQuoted = !isQuoted
    else if (!isQuoted && char === '<') depth = 1
    else if (!isQuoted && char === '>') depth = 0
    if (char === sign && !isQuoted && depth === 0) {
      parts.push(part)
      part = ''
    } else part += char
  }
  parts.push(part)
  // A quote that nothing closes is a letter like others.
  const whole = isQuoted ? text.split(sign) : parts
  return whole.flatMap((one) => addressOf(one.trim().slice(0, longest)) ?? [])
}

function addressOf(text: string): Address | null {
  const open = text.lastIndexOf('<')
  if (open >= 0 && text.endsWith('>')) {
    const address = text.slice(open + 1, -1).trim()
    const name = unquoted(text.slice(0, open).trim())
    if (address !== '') return { name, address }
    return name === '' ? null : { name, address: '' }
  }
  const plain = unquoted(text)
  if (plain === '') return null
  return /^[^\s@]+@[^\s@]+$/.test(plain) ? { name: '', address: plain } : { name: plain, address: '' }
}

const unquoted = (text: string): string => text.replace(/^"([^"]*)"$/, '$1').trim()
