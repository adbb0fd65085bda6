/**
 * Text → tokens. Letters, digits and the underscore make words; every other character separates. The index, the parser,
 * the evaluator and the viewer's marks all cut text with this one function, so that they cannot disagree.
 */
import { joinedReadings } from './broken-words.ts'
import { beyondAscii, foldStart } from './fold.ts'
import { format } from './unseen.ts'
import {
  foldCharacter,
  holdsUnspaced,
  isBigram,
  isUnspacedCharacter,
  runsOf,
  wholeCharacters,
} from './unspaced.ts'

export interface Token {
  /** Folded: lower-case, without accents, compatible forms made one. */
  readonly text: string
  /** Which word of the text it is, noise words counted. */
  readonly position: number
  /** UTF-16 offsets into the text as it was given. */
  readonly start: number
  readonly end: number
  /** Of how many words it is joined that line ends stand between; only among the readings behind all words of the text. */
  readonly parts?: number
  /** Of a gap before such a reading: which word of the text the reading begins with. */
  readonly from?: number
}

/** Longer words are cut, in the index and in queries alike (SQLite's FTS5 would cut them silently at 32 kB). */
export const longestToken = 500

/**
 * All tokens of a text. Runs of scripts without spaces (unspaced.ts) give bigrams, and the run's last character. Behind
 * the last word come those that the ends of lines break, joined (broken-words.ts).
 */
export function tokenise(text: string): Token[] {
  const tokens = cutAll(text)
  const readings = joinedReadings(text, tokens, (word) => shortened(foldStart(word)))
  return readings.length === 0 ? tokens : tokens.concat(readings)
}

/** Folded words of a text that are remembered: its words come again and again. */
const mostFolded = 20_000

function cutAll(text: string): Token[] {
  const tokens: Token[] = []
  /** Null: of several tokens. */
  const known = new Map<string, string | null>()
  const folded = (word: string): string | null => {
    const before = known.get(word)
    if (before !== undefined) return before
    const made = holdsUnspaced(word) ? null : foldStart(word)
    if (known.size < mostFolded) known.set(word, made)
    return made
  }
  let at = 0
  while (at < text.length) {
    const kind = kindAt(text, at)
    if (kind === separator) {
      at++
      continue
    }
    // Most words are of ASCII alone: they are found many times as fast by hand as by the expression.
    const start = at
    let seen = kind
    let next = kind
    while (isPlain(next)) {
      next = kindAt(text, ++at)
      seen |= next
    }
    if (next === separator && at - start <= longestRun) {
      const word = text.slice(start, at)
      push(tokens, (seen & capital) === 0 ? word : word.toLowerCase(), start, at)
      continue
    }
    wordChars.lastIndex = start
    const word = wordChars.exec(text)?.[0]
    if (word === undefined) {
      // A character that separates; those outside the first plane are two units wide.
      at = start + ((text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1)
      continue
    }
    at = start + word.length
    const one = beyondAscii.test(word) ? folded(word) : word.toLowerCase()
    if (one === null) cutMixed(tokens, word, start)
    else push(tokens, one, start, at)
  }
  return tokens
}

/** What a character is: bits, so that those of a word can be put together. */
const [separator, plain, capital, beyond] = [0, 1, 2, 4]
const isPlain = (kind: number): boolean => kind === plain || kind === capital
/** By code of ASCII. */
const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[A-Z]/.test(character)) return capital
  return /\w/.test(character) ? plain : separator
})
/** Behind the end of a text nothing stands: it separates. */
const kindAt = (text: string, at: number): number => {
  if (at >= text.length) return separator
  const code = text.charCodeAt(at)
  return code < 128 ? (kinds[code] as number) : beyond
}

/**
 * The tokens that a query looks for where this text is written in it: a run of a script without spaces becomes its bigrams
 * (`null` at the place of its last character, which the index fills with more than that), one alone becomes a pattern.
 */
export function queryTokens(text: string): (string | null)[] {
  const tokens = cutAll(text)
  return tokens.map((token, i) => {
    if (!isUnspacedCharacter(token.text)) return token.text
    const before = tokens[i - 1]
    const closesRun = before !== undefined && before.end === token.end && isBigram(before.text)
    return closesRun ? null : `${token.text}*`
  })
}

/** Scripts whose words are written with spaces between: in others a space without width parts words. */
const spaced = ['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Georgian', 'Hebrew', 'Arabic']
  .map((script) => `\\p{Script=${script}}`)
  // The stroke that makes Arabic words longer belongs to several scripts.
  .concat('\\u0640')
  .join('')
/** A run without any separator of more characters is several words: matching all of it would overflow. */
const longestRun = 1_000_000
/** One word, from where it is looked for. */
const wordChars = new RegExp(
  `(?:(?=[${spaced}\\p{N}])[\\p{L}\\p{N}][${format}\\u200b\\p{M}]*|[\\p{L}\\p{N}_][${format}\\p{M}]*){1,${longestRun}}`,
  'uy',
)

function push(tokens: Token[], folded: string, start: number, end: number): void {
  if (folded === '') return
  tokens.push({ text: shortened(folded), position: tokens.length, start, end })
}

const shortened = (folded: string): string => (folded.length > longestToken ? cut(folded) : folded)

/** Cuts a word that is too long, not through the middle of a character. */
function cut(word: string): string {
  const code = word.charCodeAt(longestToken - 1)
  return word.slice(0, code >= 0xd800 && code <= 0xdbff ? longestToken - 1 : longestToken)
}

function cutMixed(tokens: Token[], word: string, offset: number): void {
  for (const match of runsOf(word)) {
    const run = match[0]
    const start = offset + match.index
    if (!holdsUnspaced(run)) push(tokens, foldStart(run), start, start + run.length)
    else cutRun(tokens, run, start)
  }
}

/** Each character is one position: as a bigram with the next one, the last alone. */
function cutRun(tokens: Token[], run: string, offset: number): void {
  const parts = wholeCharacters(run)
  let start = offset
  let folded = foldCharacter(parts[0] ?? '')
  parts.forEach((character, i) => {
    const next = parts[i + 1] ?? ''
    const foldedNext = foldCharacter(next)
    push(tokens, folded + foldedNext, start, start + character.length + next.length)
    start += character.length
    folded = foldedNext
  })
}
