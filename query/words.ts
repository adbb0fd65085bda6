/** Words as they stand in a query → a term, a phrase, or words to be found exactly so. */
import { gap } from './broken-words.ts'
import { type Note, type Span, stop } from './fault.ts'
import { quoted } from './lex.ts'
import { isNoise } from './noise.ts'
import { signsAround } from './signs.ts'
import { fold, foldStart, holdsCjk, queryTokens, tokenise } from './tokenise.ts'
import { isPattern, type Node } from './tree.ts'

export interface WordRules {
  /** Noise words, for which any word may stand; `null` inside fields, whose words all count. */
  readonly noise: ReadonlySet<string> | null
  readonly quoted: boolean
  readonly note: (note: Note) => void
  /** Hears of each noise word, and how to ask for the words exactly as they stand. */
  readonly ignored: (word: string, exactly: string) => void
}

/** The sign that quoted words begin with where they are to be found exactly as they stand. */
const exactSign = '='
const asExact = (text: string): string => quoted(`${exactSign}${text.trim()}`)

/** The term or phrase that stands in `text`; stops where there is nothing to look for. */
export function wordsNode(text: string, at: Span, rules: WordRules): Node {
  if (rules.quoted && text.startsWith(exactSign)) return exactNode(text.slice(1), at, rules.note)
  if (rules.noise !== null && isNumbered(text) && holdsNoise(text, rules.noise))
    return exactNode(text, at, rules.note)
  const tokens = cutWords(text, at, rules)
  if (tokens.length === 0) noWords(text, at)
  // What has wildcards cannot be asked for exactly.
  const exactly = tokens.some((token) => token !== null && isPattern(token)) ? '' : asExact(text)
  const kept = tokens.map((token) => {
    if (token === null || rules.noise === null || isPattern(token) || !isNoise(token, rules.noise))
      return token
    rules.ignored(token, exactly)
    return null
  })
  if (kept.every((token) => token === null)) {
    stop(
      'noiseOnly',
      `“${text.trim()}” holds only words that are too common to look for. Add a less common word, or write ${asExact(text)} for exactly these words.`,
      at,
    )
  }
  const [first = null] = kept
  return kept.length === 1 && first !== null
    ? { kind: 'term', token: first, pattern: isPattern(first) }
    : { kind: 'phrase', tokens: kept }
}

/** Words exactly as they stand, with their signs. */
export function exactNode(text: string, at: Span, note: WordRules['note']): Node {
  if (holdsCjk(text)) {
    stop(
      'unsupported',
      'Chinese, Japanese and Korean words are found as they stand: leave out the sign of equality.',
      at,
    )
  }
  const all = tokenise(text)
  const readings = all.findIndex((token) => token.text === gap)
  const tokens = readings < 0 ? all : all.slice(0, readings)
  if (tokens.length === 0) noWords(text, at)
  if (/[*?]/.test(text)) {
    note({ code: 'wildcardInExact', message: `After “${exactSign}”, * and ? stand for themselves.` })
  }
  return {
    kind: 'exact',
    tokens: tokens.map((token) => token.text),
    signs: signsAround(text, tokens).map((sign) => sign.replaceAll(' ', '')),
  }
}

function noWords(text: string, at: Span): never {
  stop(
    'noWords',
    `There is no word to look for in “${text.trim()}”. Words are made of letters and digits.`,
    at,
  )
}

/** A number of a document or a page (`A-000123`): of one piece, and with digits enough that nobody means its letters alone. */
const isNumbered = (text: string): boolean => /^(?=.*\p{L})[\p{L}\p{N}][\p{L}\p{N}._-]*\d{4}$/u.test(text)

const holdsNoise = (text: string, noise: ReadonlySet<string>): boolean =>
  tokenise(text).some((token) => isNoise(token.text, noise))

const pieces = /(?:\u200d|[\p{L}\p{N}\p{M}_*?\u00ad\u200b\u200c\u2060\ufeff])+/gu

/** `null` is a place that any word may fill. */
function cutWords(text: string, at: Span, rules: WordRules): (string | null)[] {
  const found = [...text.matchAll(pieces)].map((match) => match[0])
  let endsRun = false
  const tokens = found.flatMap((piece) => {
    if (!isPattern(piece)) {
      const cut = queryTokens(piece)
      if (cut.length > 0) endsRun = cut.at(-1) === null
      return cut
    }
    endsRun = false
    if (!/[^*?]/.test(piece)) {
      // Inside quotes, beside words, a lone star is how a noise word's place is printed.
      if (piece === '*' && rules.quoted && found.some((other) => /[^*?]/.test(other))) return [null]
      stop('bareWildcard', `“${piece}” stands alone. Put at least one letter or digit beside a wildcard.`, at)
    }
    return [pattern(piece, at, rules)]
  })
  // At the end, the place of a run's last character is never empty.
  return endsRun ? tokens.slice(0, -1) : tokens
}

function pattern(piece: string, at: Span, rules: WordRules): string {
  if (holdsCjk(piece)) {
    stop(
      'unsupported',
      `Wildcards are not supported in Chinese, Japanese and Korean words (“${piece}”). Leave them out: any part of such a word is found.`,
      at,
    )
  }
  if (/^[*?]/.test(piece)) {
    rules.note({
      code: 'leadingWildcard',
      message: `“${piece}” begins with a wildcard: it may find very many words.`,
    })
  }
  if (rules.quoted && /\?$/.test(piece)) {
    rules.note({
      code: 'wildcardInQuotes',
      message: `The question mark of “${piece}” stands for one character, inside quotes too.`,
    })
  }
  // Marks alone stay: nothing but the wildcard would be left.
  return piece
    .replace(/[^*?]+/g, (literal, at: number) =>
      at === 0 ? foldStart(literal) || fold(literal) : fold(literal),
    )
    .replace(/\*+/g, '*')
}
