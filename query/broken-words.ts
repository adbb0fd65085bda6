/**
 * Words that the end of a line breaks, as pages print them ("inter-" and "national" below it). A hyphen there may be one of
 * the word itself, as in "attorney-client", and nothing on the page tells. So such words have both readings: their parts
 * stand where they stand, and behind all words of the text they stand joined, with some of the words around them.
 */
import type { Token } from './tokenise.ts'

/** A place between two texts that no word fills: phrases do not reach over it. */
export const gap = '\u00b7'

/** Words on either side: a phrase that reaches further is found in the other reading alone. */
const around = 8

const lineEndBehind = /[-\u2010\u00ad][^\S\n\f]{0,100}[\n\f]/
const letterBefore = /\p{L}\p{M}*[-\u2010\u00ad][^\S\n\f]{0,100}[\n\f]/u
/** Whether a text may hold any: told before its words are looked at one by one. Most texts have no such line end at all. */
export const mayBreak = (text: string): boolean => lineEndBehind.test(text) && letterBefore.test(text)
const hyphens: ReadonlySet<string> = new Set(['-', '\u2010'])
/** It belongs to the word that it ends. */
const soft = '\u00ad'
const lineEnd = /^[^\S\n\f]*[\n\f]\s*$/
const small = /^\p{Ll}/u
const lastLetter = /\p{L}[\p{M}\u00ad]*$/u
const capitals = /^\p{Lu}[\p{Lu}\p{M}\u00ad]+$/u

const maxLines = 10
/** Of a line end what is longer is a page that is empty. */
const longestEnd = 200

/**
 * What is to be read behind the tokens of a text, each stretch behind a gap: around each broken word it alone joined, and
 * where others are near, all of them. `join` folds the parts to one word.
 */
export function joinedReadings(
  text: string,
  tokens: readonly Token[],
  join: (word: string) => string,
): Token[] {
  if (!mayBreak(text)) return []
  const broken = brokenWords(text, tokens)
  const read: Token[] = []
  const push = (token: Token): number => read.push({ ...token, position: tokens.length + read.length })
  const stretch = (first: number, last: number, isJoined: (at: number) => boolean): void => {
    const from = Math.max(0, first - around)
    const start = tokens[from]?.start ?? 0
    push({ text: gap, position: 0, start, end: start, from })
    for (let at = from; at < Math.min(tokens.length, last + 1 + around); at++) {
      const end = isJoined(at) ? (broken.get(at) ?? at) : at
      const parts = tokens.slice(at, end + 1)
      const [one] = parts
      if (one === undefined) break
      const whole = parts.map((part) => text.slice(part.start, part.end)).join('')
      const last = parts.at(-1) ?? one
      push(end === at ? one : { ...one, text: join(whole), end: last.end, parts: parts.length })
      at = end
    }
  }
  for (const [first, last] of broken) {
    stretch(first, last, (at) => at === first)
    const isNear = (at: number): boolean => at !== first && broken.has(at)
    const near = Array.from({ length: last - first + 1 + 2 * around }, (_, n) => first - around + n)
    if (near.some(isNear)) stretch(first, last, () => true)
  }
  return read
}

/** The last parts of broken words by their first ones: in a narrow column a word may be of more than two lines. */
function brokenWords(text: string, tokens: readonly Token[]): ReadonlyMap<number, number> {
  const broken = new Map<number, number>()
  for (let at = 0; at < tokens.length; at++) {
    const first = at
    while (at - first < maxLines && isBroken(text, tokens, at)) at++
    if (at > first) broken.set(first, at)
  }
  return broken
}

/** Whether a word and the one behind it are parts of one. */
function isBroken(text: string, tokens: readonly Token[], at: number): boolean {
  const start = tokens[at]
  const end = tokens[at + 1]
  if (start === undefined || end === undefined || end.start - start.end > longestEnd) return false
  const hyphen = hyphens.has(text.charAt(start.end))
  if (!hyphen && text.charAt(start.end - 1) !== soft) return false
  if (!lineEnd.test(text.slice(start.end + (hyphen ? 1 : 0), end.start))) return false
  const [before, behind] = [text.slice(start.start, start.end), text.slice(end.start, end.end)]
  return lastLetter.test(before) && (small.test(behind) || (capitals.test(before) && capitals.test(behind)))
}
