/**
 * Text → tokens. Letters, digits and the underscore make words; every other character separates. The index, the parser,
 * the evaluator and the viewer's marks all cut text with this one function, so that they cannot disagree.
 */
import { joinedReadings } from './broken-words.ts'

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
 * All tokens of a text. Runs of Chinese, Japanese and Korean characters give bigrams, and the run's last character. Behind
 * the last word come those that the ends of lines break, joined (broken-words.ts).
 */
export function tokenise(text: string): Token[] {
  const tokens = cutAll(text)
  return tokens.concat(joinedReadings(text, tokens, (word) => shortened(foldStart(word))))
}

function cutAll(text: string): Token[] {
  const tokens: Token[] = []
  for (const match of text.matchAll(wordChars)) {
    const word = match[0]
    const start = match.index
    if (!beyondAscii.test(word)) push(tokens, word.toLowerCase(), start, start + word.length)
    else if (cjk.test(word)) cutMixed(tokens, word, start)
    else push(tokens, foldStart(word), start, start + word.length)
  }
  return tokens
}

/**
 * The tokens that a query looks for where this text is written in it: a run of CJK characters becomes its bigrams
 * (`null` at the place of its last character, which the index fills with more than that), one alone becomes a pattern.
 */
export function queryTokens(text: string): (string | null)[] {
  const tokens = cutAll(text)
  return tokens.map((token, i) => {
    if (!isCjkCharacter(token.text)) return token.text
    const before = tokens[i - 1]
    const closesRun = before !== undefined && before.end === token.end && isBigram(before.text)
    return closesRun ? null : `${token.text}*`
  })
}

/** How the tokeniser folds one word: without case and accents. */
export function fold(word: string): string {
  const lower = word.replace(invisible, '').toLowerCase()
  if (!beyondAscii.test(lower)) return lower
  const compatible = lower.normalize('NFKC').toLowerCase()
  // Fractions fold to several words ("½" to "1⁄2"), circled ideographs to another script: those stay as they are.
  const base = onlyWordChars.test(compatible) && !cjk.test(compatible) ? compatible : lower
  return base
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(accents, '$1')
    .normalize('NFC')
    .replaceAll('ς', 'σ')
}

/** The same where a word begins: none begins with a mark, though a vowel may fold to a mark and a letter (Thai sara am). */
export const foldStart = (word: string): string => fold(word).replace(leadingMarks, '')

/** Whether a token is two characters of a run without spaces between words. */
export const isBigram = (token: string): boolean => cjkPair.test(token)
/** Whether a token is one such character. */
export const isCjkCharacter = (token: string): boolean => cjkOne.test(token)
/** Whether text holds characters of scripts that are cut into bigrams. */
export const holdsCjk = (text: string): boolean => cjk.test(text)

const beyondAscii = /\P{ASCII}/u
/** Scripts whose words are written with spaces between: in others a space without width parts words. */
const spaced = ['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Georgian', 'Hebrew', 'Arabic']
  .map((script) => `\\p{Script=${script}}`)
  .join('')
/**
 * Format characters are no separators: a soft hyphen may stand inside any word of a mail, and nobody sees where a word is cut by
 * characters that are not seen.
 */
const format =
  '[\\u00ad\\u061c\\u180e\\u200c-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufe00-\\ufe0f\\ufeff]'
/** A run without any separator of more than a million characters is several words: matching all of it would overflow. */
const wordChars = new RegExp(
  `(?:(?=[${spaced}\\p{N}])[\\p{L}\\p{N}](?:${format}|\\u200b)*\\p{M}*|[\\p{L}\\p{N}_](?:${format})*\\p{M}*){1,1000000}`,
  'gu',
)
const onlyWordChars = /^[\p{L}\p{N}\p{M}_]+$/u
const invisible = new RegExp(`${format}|\\u200b|[\\u20d0-\\u20ff]|[\\u{e0100}-\\u{e01ef}]`, 'gu')
const leadingMarks = /^\p{M}+/u
const accents = /([\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036f]+/gu
/** Without the marks of these scripts, which are no characters of their own. */
const cjkClass =
  '[[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}ー\\uff70々]--\\p{M}]'
const cjk = new RegExp(cjkClass, 'v')
const cjkOne = new RegExp(`^${cjkClass}$`, 'v')
const cjkPair = new RegExp(`^${cjkClass}{2}$`, 'v')
/** A Korean syllable that was taken apart (file names of some systems) is one character all the same. */
const apart = '[\\u1100-\\u1112]\\p{M}*[\\u1161-\\u1175]\\p{M}*(?:[\\u11a8-\\u11c2]\\p{M}*)?'
/** Voice marks belong to the character before them, half-width ones too. */
const cjkWhole = `(?:${apart}|${cjkClass}[\\p{M}\\uff9e\\uff9f]*)`
/** Most characters by far: they fold to themselves. */
const ideograph = /^[\u4e00-\u9fff]?$/
/** Letters that join their neighbours when text is composed: what is folded to them would not stay as it is. */
const joining = /[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]/
const runs = new RegExp(`(?:${cjkWhole})+|(?:(?!${cjkClass}).)+`, 'gsv')
const characters = new RegExp(cjkWhole, 'gv')

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
  for (const match of word.matchAll(runs)) {
    const run = match[0]
    const start = offset + match.index
    if (!cjk.test(run)) push(tokens, foldStart(run), start, start + run.length)
    else cutRun(tokens, run, start)
  }
}

/** Each character is one position: as a bigram with the next one, the last alone. */
function cutRun(tokens: Token[], run: string, offset: number): void {
  const parts = run.match(characters) ?? []
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

/** Composed, half-width forms made full ones, without marks. One that stands for several ("ヿ") stays as it is. */
function foldCharacter(character: string): string {
  if (ideograph.test(character)) return character
  const folded = character.normalize('NFKC').replace(/\p{M}/gu, '').normalize('NFC')
  return cjkOne.test(folded) && !joining.test(folded) ? folded : ([...character][0] ?? '')
}
