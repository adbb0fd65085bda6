/** Wildcard patterns: `*` stands for any characters, also none, `?` for exactly one. */

/** A regular expression for a whole token. */
export function patternExpression(pattern: string): RegExp {
  return new RegExp(`^${patternSource(pattern)}$`, 'su')
}

/** The same as source, without anchors. `any` is what a wildcard may stand for. */
export function patternSource(pattern: string, any = '.'): string {
  return [...pattern].map((c) => (c === '*' ? `${any}*` : c === '?' ? any : c)).join('')
}

/** The letters that every match begins with. */
export const patternPrefix = (pattern: string): string => /^[^*?]*/.exec(pattern)?.[0] ?? ''

/** Whether the pattern is letters and one star behind them. */
export const isPrefixPattern = (pattern: string): boolean => /^[^*?]+\*$/.test(pattern)
