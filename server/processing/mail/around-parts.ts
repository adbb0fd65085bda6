/**
 * Words before the first part of a message and behind the last (RFC 2046, 5.1.1): no mail program shows them, and somebody
 * may have written them.
 */
import { decodeText, isBlank } from '../text.ts'

/** The field of what stands there. */
export const aroundField = 'Text_Around_Parts'

/** Characters of one value, and values that are kept of each place. */
const valueChars = 1000
const mostValues = 100

/** What stands there of a body with such a boundary, in values of a field; empty where it is nothing, or the usual notice. */
export function aroundParts(body: Buffer, boundary: string): readonly string[] {
  const first = lineOf(body, `--${boundary}`)
  const last = lineOf(body, `--${boundary}--`)
  const before = first === null ? '' : decodeText(body.subarray(0, first.start)).trim()
  const behind = last === null ? '' : decodeText(body.subarray(last.end)).trim()
  return [...valuesOf(isNotice(before) ? '' : before), ...valuesOf(behind)]
}

/** The first line that is this and blanks behind it. */
function lineOf(body: Buffer, text: string): { start: number; end: number } | null {
  for (let at = body.indexOf(text); at >= 0; at = body.indexOf(text, at + 1)) {
    // Asked first: one line may hold it a million times.
    if (at > 0 && body[at - 1] !== 0x0a) continue
    const behind = at + Buffer.byteLength(text)
    const feed = body.indexOf('\n', behind)
    const end = feed < 0 ? body.length : feed + 1
    if (isBlank(body.subarray(behind, end))) return { start: at, end }
  }
  return null
}

/** What programs say to those who read mail without MIME. */
const isNotice = (text: string): boolean => text.length <= 500 && /\bMIME\b/i.test(text)

function valuesOf(text: string): readonly string[] {
  const values: string[] = []
  for (let at = 0; at < text.length && values.length < mostValues; at += valueChars)
    values.push(text.slice(at, at + valueChars).toWellFormed())
  return values
}
