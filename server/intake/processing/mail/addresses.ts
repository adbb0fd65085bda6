/**
 * Address lists as mail has them: RFC 5322, and what programs really wrote — unquoted "Last, First <…>", X.500 names,
 * bare names of a directory, list archives' "name at host".
 */
import type { Address } from '../../../review/documents/mail-address.ts'
import { decodedWords } from './encoded-words.ts'

/** The addresses of one header's raw (unfolded) value, groups flattened, encoded words decoded. */
export function readAddresses(header: string): Address[] {
  const found: Address[] = []
  let pending = ''
  for (const part of split(header)) {
    const text = part.trim().slice(0, longest)
    if (text === '') continue
    // A bare phrase is no address. Before "name <address>" it is the other half of an unquoted "Last, First".
    if (isBare(text)) {
      if (pending !== '') found.push(bare(pending))
      pending = text
      continue
    }
    if (pending !== '' && text.includes('<') && !text.startsWith('<') && !text.startsWith('"')) {
      found.push(one(`${pending}, ${text}`))
    } else {
      if (pending !== '') found.push(bare(pending))
      found.push(one(text))
    }
    pending = ''
  }
  if (pending !== '') found.push(bare(pending))
  return found
}

/** Nobody is called so; longer ones are made to keep parsers busy. */
const longest = 2000

const isBare = (text: string): boolean =>
  !text.includes('<') && !text.includes('@') && !isX500(text) && obfuscated(text) === null

const isX500 = (text: string): boolean => /^\/?O=[^/]*\/(OU|CN)=/i.test(text)

/** A list archive's "name at host.example (Comment)". Each part of the pattern ends where the next begins: one way only. */
function obfuscated(text: string): Address | null {
  const [, name, host = '', comment = ''] = /^(\S+) at ([^\s(]+) *(?:\((.*)\))?$/.exec(text) ?? []
  const hasDot = host.slice(1, -1).includes('.')
  return name !== undefined && hasDot ? { name: phrase(comment), address: `${name}@${host}` } : null
}

/** "name@host.example (Comment)". */
function commented(text: string): Address | null {
  const open = text.indexOf('(')
  const address = text.slice(0, Math.max(open, 0))
  if (!address.includes('@') || address.includes(')')) return null
  const comment = text.slice(open + 1).trimEnd()
  return { name: phrase(comment.endsWith(')') ? comment.slice(0, -1) : comment), address: address.trim() }
}

function bare(text: string): Address {
  return { name: phrase(text), address: '' }
}

function one(text: string): Address {
  const open = text.lastIndexOf('<')
  if (open >= 0) {
    const close = text.indexOf('>', open)
    const address = text.slice(open + 1, close < 0 ? undefined : close).replace(/^mailto:/i, '')
    const name = phrase(text.slice(0, open) + (close < 0 ? '' : ` ${text.slice(close + 1)}`))
    return { name: name === '' ? x500Name(address) : name, address: decodedWords(address).trim() }
  }
  if (isX500(text)) return { name: x500Name(text), address: text }
  const known = obfuscated(text) ?? commented(text)
  if (known !== null) return known
  const words = decodedWords(text).split(' ')
  const at = words.findIndex((word) => word.includes('@'))
  const address = (words[at] ?? text).replace(/^mailto:/i, '')
  return { name: phrase(words.toSpliced(at, 1).join(' ')), address: stripQuotes(address) }
}

/** The readable part of an X.500 name: its last CN. */
const x500Name = (address: string): string => (isX500(address) ? (address.split(/\/CN=/i).at(-1) ?? '') : '')

function phrase(text: string): string {
  // What opens and never closes is taken to the end at once: looking again from each later quote would cost the square.
  const unquoted = text.replace(/"((?:[^"\\]|\\.)*)(?:"|(\\?$))/gs, (whole, inner: string, open?: string) =>
    open === undefined ? inner.replace(/\\(.)/g, '$1') : whole,
  )
  return stripQuotes(decodedWords(unquoted).replace(/\s+/g, ' ').replace(/ ,/g, ',').trim())
}

const stripQuotes = (text: string): string => /^'(.*)'$/.exec(text)?.[1] ?? text

/** Cuts at commas and semicolons that stand outside of quotes, comments and angle brackets; drops group names. */
function split(header: string): string[] {
  // An odd quote quotes nothing.
  const quotes = header.replace(/\\./g, '').split('"').length % 2 === 1
  const lastClose = header.lastIndexOf('>')
  const lastSemicolon = header.lastIndexOf(';')
  const parts: string[] = []
  let part = ''
  /** Whether the part has an @; asking it each time would cost its whole length. */
  let at = false
  let quoted = false
  let angle = false
  let comment = 0
  for (let i = 0; i < header.length; i++) {
    const c = header.charAt(i)
    if (c === '\\' && quoted) {
      part += c + header.charAt(++i)
      continue
    }
    if (quotes && c === '"' && comment === 0) quoted = !quoted
    else if (!quoted && c === '(') comment++
    else if (!quoted && c === ')' && comment > 0) comment--
    else if (!quoted && comment === 0 && c === '<') angle = lastClose > i
    else if (!quoted && c === '>') angle = false
    const free = !quoted && comment === 0 && !angle
    if (free && c === ':' && !at && lastSemicolon > i) {
      // An empty group ("undisclosed-recipients:;") stays as a name; of others the members count.
      if (/^\s*;/.test(header.slice(i + 1, i + 50))) parts.push(part)
      part = ''
    } else if (free && (c === ',' || c === ';')) {
      parts.push(part)
      part = ''
      at = false
    } else {
      part += c
      if (c === '@') at = true
    }
  }
  // An unclosed comment swallowed the rest: better cut it roughly than lose the addresses.
  return parts.concat(comment > 0 ? part.split(',') : part)
}
