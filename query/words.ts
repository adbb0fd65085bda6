/** Words as they stand in a query → a term, a phrase, or words to be found exactly so. */
import { gap } from './broken-words.ts'
import { type Note, type Span, stop } from './fault.ts'
import { fold, foldStart } from './fold.ts'
import { quoted } from './lex.ts'
import { isNoise } from './noise.ts'
import { isPattern, isRange } from './pattern.ts'
import { signsAround } from './signs.ts'
import { queryTokens, tokenise } from './tokenise.ts'
import type { Node } from './tree.ts'
import { holdsUnspaced, unspacedNames } from './unspaced.ts'

export interface WordRules {
  /** Noise words, for which any word may stand; `null` inside fields, whose words all count. */
  readonly noise: ReadonlySet<string> | null
  readonly quoted: boolean
  readonly note: (note: Note) => void
  /** Hears of each noise word, and how to ask for the words exactly as they stand. */
  readonly ignored: (word: string, exactly: string) => void
  /** Hears of each pattern and where it stands. */
  readonly pattern: (token: string, at: Span) => void
}

/** The sign that quoted words begin with where they are to be found exactly as they stand. */
const exactSign = '='
const asExact = (text: string): string => quoted(`${exactSign}${text.trim()}`)

/** The term or phrase that stands in `text`; stops where there is nothing to look for. */
export function wordsNode(text: string, at: Span, rules: WordRules): Node {
  if (rules.quoted && text.startsWith(exactSign)) return exactNode(text.slice(1), at, rules.note)
  if (rules.noise !== null && isNumbered(text) && holdsNoise(text, rules.noise))
    return exactNode(text, at, rules.note)
  const domain = rules.quoted ? null : addressesAt.exec(text)
  if (domain !== null && !holdsUnspaced(text)) return exactNode(domain[1] ?? '', at, rules.note)
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
  if (holdsUnspaced(text)) {
    stop(
      'unsupported',
      `Words of ${unspacedNames} are found as they stand: leave out the sign of equality.`,
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

/** All addresses of a domain: `*@northwind.example`. */
const addressesAt = /^\*(@[\p{L}\p{N}][^\s*?%~]*?)[.,;]*$/u

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

const word = '(?:\\u200d|[\\p{L}\\p{N}\\p{M}_*?\\u00ad\\u200b\\u200c\\u2060\\ufeff])+'
const noWordBehind = '(?![\\p{L}\\p{N}\\p{M}_*?~])'
/** Ranges, words with other spellings, forms of words, words. */
const pieces = new RegExp(`\\d+~~\\d+${noWordBehind}|${word}(?:%+${word})*(?:~${noWordBehind})?`, 'gu')
/** What is left of a text without them. */
export const withoutPieces = (text: string): string => text.replace(pieces, ' ')

const bareWildcard = (piece: string, at: Span): never =>
  stop('bareWildcard', `“${piece}” stands alone. Put at least one letter or digit beside a wildcard.`, at)

/** `null` is a place that any word may fill. */
function cutWords(text: string, at: Span, rules: WordRules): (string | null)[] {
  const matches = [...text.matchAll(pieces)]
  const found = matches.map((match) => match[0])
  let endsRun = false
  const tokens = matches.flatMap(({ 0: piece, index }) => {
    const start = at.start + index
    const here = rules.quoted ? at : { start, end: start + piece.length }
    if (!isPattern(piece)) {
      const cut = queryTokens(piece)
      if (cut.length > 0) endsRun = cut.at(-1) === null
      return cut
    }
    endsRun = false
    if (!/[^*?]/.test(piece)) {
      // Inside quotes, beside words, a lone star is how a noise word's place is printed.
      if (piece === '*' && rules.quoted && found.some((other) => /[^*?]/.test(other))) return [null]
      bareWildcard(piece, at)
    }
    const token = /[%~]/.test(piece) ? otherWords(piece, here, rules) : pattern(piece, at, rules)
    rules.pattern(token, here)
    return [token]
  })
  // At the end, the place of a run's last character is never empty.
  return endsRun ? tokens.slice(0, -1) : tokens
}

/** Letters of a word that may be others. */
const maxChanges = 3

/** A range of numbers, a word with other spellings, or the forms of a word. */
function otherWords(piece: string, at: Span, rules: WordRules): string {
  if (isRange(piece)) {
    const [from = '', to = ''] = piece.split('~~')
    if (BigInt(from) > BigInt(to)) stop('badNumber', `“${piece}”: ${from} is more than ${to}.`, at)
    rules.note({
      code: 'numberRange',
      message: `“${piece}” finds whole numbers without separators: 1,250 is the words 1 and 250.`,
    })
    return piece
  }
  const plain = piece.replace(/[%~]/g, '')
  const [only, ...more] = tokenise(plain)
  if (/[*?]/.test(plain) || holdsUnspaced(plain) || (piece.includes('%') && piece.endsWith('~'))) {
    stop(
      'unsupported',
      `“${piece}”: wildcards, % and ~ cannot stand in one word, nor % and ~ in words of ${unspacedNames}.`,
      at,
    )
  }
  const folded = piece.replace(/[^%~]+/g, (part, from: number) => (from === 0 ? foldStart(part) : fold(part)))
  if (
    only === undefined ||
    more.length > 0 ||
    folded.replace(/[%~]/g, '') !== only.text ||
    folded.startsWith('%') ||
    folded.endsWith('%')
  ) {
    stop('unsupported', `“${piece}” cannot be read as one word. Write it without % and ~.`, at)
  }
  const changes = piece.split('%').length - 1
  if (changes > maxChanges) {
    stop('unsupported', `“${piece}” may differ in ${changes} letters; there may be ${maxChanges} %.`, at)
  }
  if (changes === 0) {
    rules.note({
      code: 'wordForms',
      message: `“${piece}” finds the word's forms by the rules of English (plurals, -ed, -ing), not irregular ones.`,
    })
  }
  return folded
}

function pattern(piece: string, at: Span, rules: WordRules): string {
  if (holdsUnspaced(piece)) {
    stop(
      'unsupported',
      `Wildcards are not supported in words of ${unspacedNames} (“${piece}”). Leave them out: any part of such a word is found.`,
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
  const folded = piece
    .replace(/[^*?]+/g, (literal, at: number) =>
      at === 0 ? foldStart(literal) || fold(literal) : fold(literal),
    )
    .replace(/\*+/g, '*')
  if (!/[^*?]/.test(folded)) bareWildcard(piece, at)
  return folded
}
