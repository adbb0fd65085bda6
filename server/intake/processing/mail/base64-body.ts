/**
 * Content in base64, which does not always go to the end: lists and scanners write their footers in plain text behind it, and
 * some programs say base64 of what is none. What is no base64 is kept as it stands.
 */

export interface Base64Content {
  readonly bytes: Buffer
  /** From where on it is none, in the content as it stands; null where all of it is. */
  readonly restFrom: number | null
}

const foreign = /[^A-Za-z0-9+/=\s]/
const line = /^[A-Za-z0-9+/=]*$/
/** A line of so many characters that are all of base64 is base64, whatever stands before it. */
const certain = 30

/** `raw`: the lines as they stand. */
export function readBase64(raw: Buffer): Base64Content {
  const text = raw.toString('latin1')
  if (isWhole(text)) return { bytes: Buffer.from(text, 'base64'), restFrom: null }
  const restFrom = startOfRest(text)
  return { bytes: decoded(restFrom === null ? text : text.slice(0, restFrom)), restFrom }
}

/** Whether all of it is one block of base64. */
function isWhole(text: string): boolean {
  if (foreign.test(text)) return false
  const end = text.indexOf('=')
  return end < 0 || /^={1,2}$/.test(text.slice(end).trimEnd())
}

/**
 * Where words begin that no base64 follows. Characters that are none of base64 may stand among it (RFC 2045, 6.8): a line of
 * them alone is passed by, unless it is what stands above a signature.
 */
function startOfRest(text: string): number | null {
  let rest: number | null = null
  /** Whether any line from there on is none of base64. */
  let isPlain = false
  let isEnded = false
  for (let at = 0; at < text.length; ) {
    const found = text.indexOf('\n', at)
    const next = found < 0 ? text.length : found + 1
    const words = text.slice(at, next).trim()
    if (!line.test(words)) {
      const isWords = /[A-Za-z0-9\x80-\xff]/.test(words)
      if (isWords || /^[-_=*]{2,}$/.test(words)) rest ??= at
      isPlain ||= isWords
    } else if (words.length >= certain || (words.includes('=') && !isPlain)) {
      rest = null
      isPlain = false
      isEnded ||= words.includes('=')
    } else if (isEnded && words !== '') {
      // What is only letters could be either: behind the end that was marked, it goes with what follows.
      rest ??= at
    }
    at = next
  }
  if (rest === null || isPlain) return rest
  // A block is of fours of characters.
  return text.slice(rest).replace(/\s+/g, '').length % 4 === 0 ? null : rest
}

/** Blocks one after the other, each of which may have its own end. */
const decoded = (text: string): Buffer =>
  Buffer.concat(
    text
      .replace(/[^A-Za-z0-9+/=]+/g, '')
      .split(/=+/)
      .map((block) => Buffer.from(block, 'base64')),
  )
