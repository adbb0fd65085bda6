/**
 * Signs: what stands between words, as far as a query can ask for it (`"=AT&T"`). Only signs of ASCII count; typographic
 * quotes and dashes are the plain ones; any other character is a space.
 */
import { gap } from './broken-words.ts'
import { straighten } from './lex.ts'
import { isNumber } from './occurrences.ts'
import type { Places } from './places.ts'
import type { Token } from './tokenise.ts'

/** The same sign oftener in a row is so often: a line of hyphens says nothing by its length. */
export const mostAlike = 3

/** What stands between two words as it counts; never empty. */
export const signsOf = (between: string): string =>
  straighten(between)
    .text.replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[^!-~]+/g, ' ')
    .replace(/(.)\1{3,}/g, '$1$1$1') || ' '

/**
 * What stands before, between and behind the tokens of a text: one more than there are tokens. Nothing stands beside a gap,
 * behind which words of the text are told once more.
 */
export function signsAround(text: string, tokens: readonly Token[]): string[] {
  const firstGap = tokens.findIndex((token) => token.text === gap)
  const end = firstGap < 0 ? tokens.length : firstGap
  const signs: string[] = []
  for (let at = 0; at <= tokens.length; at++) {
    const [before, after] = [tokens[at - 1], tokens[at]]
    if (at === end) signs.push(signsOf(text.slice(before?.end ?? 0)))
    else if (after === undefined || after.text === gap || before?.text === gap) signs.push(' ')
    else signs.push(signsOf(text.slice(before?.end ?? 0, after.start)))
  }
  return signs
}

/** Words as they stand in a query: tokens, and signs before, between and behind them; '' where none is asked for. */
export interface AsWritten {
  readonly tokens: readonly string[]
  readonly signs: readonly string[]
}

/**
 * Whether the signs fit where the tokens are known to stand from `at` on. Where none is asked for, any may stand, so that
 * "=not to be" finds "not, to be". Spaces beside signs do not matter, but within numbers: those are found whole or not at all.
 */
export function signsFit<T = string>(
  signs: AsWritten['signs'],
  found: Stretch<T>,
  at: number,
  isDigits: (token: T) => boolean,
): boolean {
  const isNumberAt = (place: number): boolean => {
    const token = found.tokens[place]
    return token !== undefined && isDigits(token)
  }
  const last = signs.length - 1
  for (let i = 0; i <= last; i++) {
    const wanted = signs[i] ?? ''
    const stands = found.signs[at + i] ?? ' '
    const inNumber = isNumberAt(at + i - 1) && isNumberAt(at + i)
    const isEdge = i === 0 || i === last
    if (wanted === '') {
      if (isEdge && inNumber && /^[.,]$/.test(stands)) return false
      continue
    }
    const compared = inNumber ? stands : stands.replaceAll(' ', '')
    const fits =
      i === 0 ? compared.endsWith(wanted) : i === last ? compared.startsWith(wanted) : compared === wanted
    if (!fits) return false
  }
  return true
}

/** Tokens of a text, the signs around them, and where they stand. */
export interface Stretch<T = string> extends Places {
  readonly tokens: ArrayLike<T>
  readonly signs: readonly string[]
}

/** Whether words alone decide: no signs are asked for, and no number that could be part of a longer one. */
export const wordsDecide = ({ tokens, signs }: AsWritten): boolean =>
  signs.every((sign) => sign === '') && !isNumber(tokens[0] ?? '') && !isNumber(tokens.at(-1) ?? '')
