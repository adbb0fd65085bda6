/** Where a term or a phrase stands in a list of tokens. */
import { gap } from './broken-words.ts'
import { isNoise } from './noise.ts'
import { isPattern, isRange, standsFor } from './pattern.ts'

export type Wanted<T = string> = (token: T) => boolean

/** Says for each token whether it is the one looked for; a pattern never matches a noise word, but a range does. */
export function matcher(token: string | null, noise: ReadonlySet<string> | null): Wanted {
  if (token === null) return (found) => found !== gap
  if (!isPattern(token)) return (found) => found === token
  const matches = standsFor(token)
  const isKept = (found: string): boolean => noise === null || !isNoise(found, noise)
  return isRange(token) ? matches : (found) => matches(found) && found !== gap && isKept(found)
}

/** How tokens are looked for: as they are written, or as an engine keeps them. */
export interface Matching<T = string> {
  readonly wanted: (token: string | null) => Wanted<T>
  /** The same where no word is noise. */
  readonly exactly: (token: string) => Wanted<T>
  readonly isNumber: (token: T) => boolean
}

/** Tokens as they are written. */
export const asWritten = (noise: ReadonlySet<string> | null): Matching => ({
  wanted: (token) => matcher(token, noise),
  exactly: (token) => matcher(token, null),
  isNumber,
})

/** Whether a token is a number or a part of one. */
export const isNumber = (token: string): boolean => /^\d+$/.test(token)

/** Indexes of the first token of each place where all are found one after the other. */
export function occurrences<T>(wanted: readonly Wanted<T>[], tokens: ArrayLike<T>): number[] {
  const found: number[] = []
  const [only] = wanted
  if (only !== undefined && wanted.length === 1) {
    for (let at = 0; at < tokens.length; at++) if (only(tokens[at] as T)) found.push(at)
    return found
  }
  const last = tokens.length - wanted.length
  for (let at = 0; at <= last; at++) {
    if (standsAt(wanted, tokens, at)) found.push(at)
  }
  return found
}

/** Whether there is any such place. */
export function occurs<T>(wanted: readonly Wanted<T>[], tokens: ArrayLike<T>): boolean {
  const last = tokens.length - wanted.length
  for (let at = 0; at <= last; at++) if (standsAt(wanted, tokens, at)) return true
  return false
}

/** Where each word of a list of tokens stands, in order: many terms are looked for without reading all tokens for each. */
export function wordIndex(
  tokens: readonly string[],
  /** The only words that will be asked for; absent: any may be. */
  only?: ReadonlySet<string>,
): ReadonlyMap<string, readonly number[]> {
  const index = new Map<string, number[]>()
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as string
    if (only !== undefined && !only.has(token)) continue
    const known = index.get(token)
    if (known === undefined) index.set(token, [at])
    else known.push(at)
  }
  return index
}

/** The letters that every word of a pattern begins with; none where an inflected form may begin otherwise, or a number. */
const beginningOf = (pattern: string): string =>
  pattern.includes('~') ? '' : (/^[^*?%]+/.exec(pattern)?.[0] ?? '')

/** The same as `occurrences`, by such an index. */
export function indexedOccurrences(
  words: readonly (string | null)[],
  wanted: readonly Wanted[],
  tokens: readonly string[],
  index: ReadonlyMap<string, readonly number[]>,
): number[] {
  const plain = words.findIndex((word) => word !== null && !isPattern(word))
  const anchor = plain >= 0 ? plain : words.findIndex((word) => word !== null)
  const word = words[anchor]
  const is = wanted[anchor]
  if (word === undefined || word === null || is === undefined) return occurrences(wanted, tokens)
  const places = plain >= 0 ? (index.get(word) ?? []) : placesOfPattern(is, beginningOf(word), index)
  return places.flatMap((place) => {
    const at = place - anchor
    return at >= 0 && standsAt(wanted, tokens, at) ? [at] : []
  })
}

function placesOfPattern(
  is: Wanted,
  beginning: string,
  index: ReadonlyMap<string, readonly number[]>,
): number[] {
  const places: number[] = []
  for (const [token, at] of index)
    if (token.startsWith(beginning) && is(token)) for (const place of at) places.push(place)
  return places.sort((a, b) => a - b)
}

function standsAt<T>(wanted: readonly Wanted<T>[], tokens: ArrayLike<T>, at: number): boolean {
  for (let i = 0; i < wanted.length; i++) {
    const token = tokens[at + i]
    if (token === undefined || wanted[i]?.(token) !== true) return false
  }
  return true
}
