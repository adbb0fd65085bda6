/**
 * Wildcard patterns: `*` stands for any characters, also none, `?` for exactly one. Matched by hand: an expression with
 * several stars would try every way to share a long word out among them.
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
export const patternPrefix = (pattern: string): string => /^[^*?]*/.exec(pattern)?.[0] ?? ''

/** Whether the pattern is letters and one star behind them. */
export const isPrefixPattern = (pattern: string): boolean => /^[^*?]+\*$/.test(pattern)
