/** Words as they stand in a query → a term or a phrase. */
import { type Note, type Span, stop } from './fault.ts'
import { isNoise } from './noise.ts'
import { fold, foldStart, holdsCjk, queryTokens } from './tokenise.ts'
import { isPattern, type Node } from './tree.ts'

export interface WordRules {
  /** Noise words, left out of terms; `null` inside fields, whose words all count. */
  readonly noise: ReadonlySet<string> | null
  readonly quoted: boolean
  readonly note: (note: Note) => void
  readonly ignored: (word: string) => void
}

/** The term or phrase that stands in `text`; stops where there is nothing to look for. */
export function wordsNode(text: string, at: Span, rules: WordRules): Node {
  const tokens = cutWords(text, at, rules)
  if (tokens.length === 0) {
    stop(
      'noWords',
      `There is no word to look for in “${text.trim()}”. Words are made of letters and digits.`,
      at,
    )
  }
  const kept = tokens.map((token) => {
    if (token === null || rules.noise === null || isPattern(token) || !isNoise(token, rules.noise))
      return token
    rules.ignored(token)
    return null
  })
  while (kept.length > 0 && kept[0] === null) kept.shift()
  while (kept.length > 0 && kept.at(-1) === null) kept.pop()
  const first = kept[0]
  if (first === undefined || first === null) {
    stop(
      'noiseOnly',
      `“${text.trim()}” holds only words that are too common to look for. Add a less common word.`,
      at,
    )
  }
  return kept.length === 1
    ? { kind: 'term', token: first, pattern: isPattern(first) }
    : { kind: 'phrase', tokens: kept }
}

const pieces = /(?:\u200d|[\p{L}\p{N}\p{M}_*?\u00ad\u200b\u200c\u2060\ufeff])+/gu

/** `null` is a place that any word may fill. */
function cutWords(text: string, at: Span, rules: WordRules): (string | null)[] {
  const found = [...text.matchAll(pieces)].map((match) => match[0])
  return found.flatMap((piece, i) => {
    if (!isPattern(piece)) return queryTokens(piece)
    if (!/[^*?]/.test(piece)) {
      // Inside quotes, between words, a lone star is how a noise word's place is printed.
      if (piece === '*' && rules.quoted && i > 0 && i < found.length - 1) return [null]
      stop('bareWildcard', `“${piece}” stands alone. Put at least one letter or digit beside a wildcard.`, at)
    }
    return [pattern(piece, at, rules)]
  })
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
