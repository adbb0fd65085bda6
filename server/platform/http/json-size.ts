/**
 * How much a JSON text holds, found before it is parsed. A body of two megabytes can hold a million names; to parse them,
 * and to say what is wrong with each, would keep everybody else waiting for seconds.
 */
import { ApiError } from './error.ts'

/** Far above what any call takes: a list of 10,000 ids, or a form with the choices of all its fields. */
const most = { depth: 32, names: 30_000, values: 60_000 } as const

const code = (sign: string): number => sign.charCodeAt(0)
const [quote, backslash, comma, colon] = [code('"'), code('\\'), code(','), code(':')]
const opens = new Set([code('{'), code('[')])
const closes = new Set([code('}'), code(']')])

/** Throws where the text holds too much; what is no JSON is for the parser to find out. */
export function requireModest(text: string): void {
  let [depth, names, values] = [0, 0, 1]
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === quote) at = endOfString(text, at)
    else if (sign === colon) names += 1
    else if (sign === comma) values += 1
    else if (opens.has(sign)) {
      depth += 1
      values += 1
    } else if (closes.has(sign)) depth -= 1
    if (depth > most.depth) throw tooMuch(`is nested more than ${most.depth} levels deep`)
    if (names > most.names) throw tooMuch(`has more than ${most.names} fields`)
    if (values > most.values) throw tooMuch(`has more than ${most.values} values`)
  }
}

/** Where the string ends that begins here; the end of the text where it does not. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes += 1
    if (escapes % 2 === 0) return end
  }
  return text.length
}

const tooMuch = (what: string): ApiError =>
  new ApiError('request.invalid', `The body of the request ${what}.`, { detail: 'body' })
