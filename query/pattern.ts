/**
 * Tokens that stand for several words. Wildcards: `*` for any characters, also none, `?` for exactly one. Other spellings
 * (`ba%nana`): as many letters as there are % may be others, missing or too many, none before the first %. Forms of a word
 * (`apply~`). Ranges of numbers (`900~~1300`).
 */
import { stem } from './stem.ts'

/** Whether a token stands for several words; the tokeniser makes none of these characters. */
export const isPattern = (token: string): boolean => /[*?%~]/.test(token)
const isWildcard = (token: string): boolean => /[*?]/.test(token)
const range = /^(\d+)~~(\d+)$/
/** Numbers are asked for as such: those of one digit are no noise. */
export const isRange = (token: string): boolean => range.test(token)

/** Says whether a word is one that the pattern stands for. */
export function standsFor(pattern: string): (word: string) => boolean {
  if (isWildcard(pattern)) return (word) => matchesPattern(pattern, word)
  const ends = range.exec(pattern)
  if (ends !== null) {
    const [from, to] = [digitsOf(ends[1] ?? ''), digitsOf(ends[2] ?? '')]
    return (word) => /^\d+$/.test(word) && from <= digitsOf(word) && digitsOf(word) <= to
  }
  if (pattern.endsWith('~')) {
    const wanted = stem(pattern.slice(0, -1))
    const begins = patternPrefix(pattern)
    return (word) => word.startsWith(begins) && stem(word) === wanted
  }
  const changes = pattern.split('%').length - 1
  const fixed = patternPrefix(pattern)
  const rest = [...pattern.slice(fixed.length).replaceAll('%', '')]
  return (word) => word.startsWith(fixed) && isWithin(changes, rest, [...word.slice(fixed.length)])
}

/** Digits that compare as the numbers do: without zeros before them, and by their length first. */
function digitsOf(number: string): string {
  const digits = number.replace(/^0+(?=\d)/, '')
  return String.fromCharCode(digits.length) + digits
}

/** Whether so many letters are changed, left out or put in at most. Two that changed places are two changes. */
function isWithin(changes: number, wanted: readonly string[], found: readonly string[]): boolean {
  if (Math.abs(wanted.length - found.length) > changes) return false
  let row = wanted.map((_, at) => at + 1)
  for (const [i, letter] of found.entries()) {
    let [diagonal, left] = [i, i + 1]
    let least = left
    row = row.map((above, at) => {
      left = Math.min(above + 1, left + 1, diagonal + (wanted[at] === letter ? 0 : 1))
      diagonal = above
      least = Math.min(least, left)
      return left
    })
    if (least > changes) return false
  }
  return (row.at(-1) ?? found.length) <= changes
}

/*
 * Wildcards are matched by hand: an expression with several stars would try every way to share a long word out among them.
 */
const star = 42
const question = 63

/** Whether the pattern stands for the whole of a text, or of the part of it from `from` to `to`. */
export function matchesPattern(pattern: string, text: string, from = 0, to = text.length): boolean {
  let p = 0
  let t = from
  /** Behind the last star, and where what follows it is tried next: an earlier star has nothing to win by more. */
  let resumeAt = -1
  let resume = from
  while (t < to) {
    const wanted = p < pattern.length ? pattern.charCodeAt(p) : -1
    if (wanted === star) {
      p++
      resumeAt = p
      resume = t
    } else if (wanted === question) {
      p++
      t += widthAt(text, t)
    } else if (wanted === text.charCodeAt(t)) {
      p++
      t++
    } else if (resumeAt >= 0) {
      resume += widthAt(text, resume)
      p = resumeAt
      t = resume
    } else return false
  }
  while (pattern.charCodeAt(p) === star) p++
  return p === pattern.length
}

/** A wildcard takes characters whole: those outside the first plane are two units wide. */
function widthAt(text: string, at: number): 1 | 2 {
  const unit = text.charCodeAt(at)
  if (unit < 0xd800 || unit > 0xdbff) return 1
  const next = text.charCodeAt(at + 1)
  return next >= 0xdc00 && next <= 0xdfff ? 2 : 1
}

/** The letters that every match begins with. */
export function patternPrefix(pattern: string): string {
  if (isRange(pattern)) return ''
  if (!pattern.endsWith('~')) return /^[^*?%]*/.exec(pattern)?.[0] ?? ''
  // The last letters change: "apply" and "applied", "die" and "dying".
  const base = stem(pattern.slice(0, -1))
  return base.slice(0, Math.max(1, base.length - 2))
}

/** Letters that stand in every match, in this order. */
export const certainParts = (token: string): string[] =>
  (isPattern(token) && !isWildcard(token) ? [patternPrefix(token)] : token.split(/[*?]/)).filter(
    (part) => part !== '',
  )

/** Whether the pattern is letters and one star behind them. */
export const isPrefixPattern = (pattern: string): boolean => /^[^*?%~]+\*$/.test(pattern)
