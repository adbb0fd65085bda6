/**
 * In which charset a text in Latin letters is. Of most bytes these charsets make the same letter, or another one: a language
 * decides, by which of these letters it has, how often, and by its commonest words.
 */
import { type LatinLanguage, latinLanguages } from './latin-languages.ts'

/** Bytes that are looked at from the first beyond ASCII on, and before it: what stands around it tells the language too. */
const sampleBytes = 16 * 1024
const before = 1024

/** What weighs a letter of ASCII, or another, that the language has only by accident; all are logarithms. */
const rare = -8
const foreign = -12
/** What a sign does where none stands, within a word, or a letter where none does. */
const misplaced = -6
/** What any other sign weighs. */
const neutral = -6
/** What one of the commonest words does. */
const word = 1.5
/** How much likelier another charset has to be than Windows-1252, in which most of such texts are. */
const margins: Readonly<Record<string, number>> = { 'windows-1252': 0, 'iso-8859-2': 3, macintosh: 4 }
const margin = 2
/** Words on each side of one with such letters that are looked at: much of a text may be in another language. */
const around = 6

/** A name of `TextDecoder`; `from`: where the first byte beyond ASCII is. */
export function guessedLatin(bytes: Uint8Array, from: number): string {
  const sample = bytes.subarray(Math.max(0, from - before), from + sampleBytes)
  let best = { charset: 'windows-1252', score: Number.NEGATIVE_INFINITY }
  for (const [charset, languages] of byCharset) {
    const words = wordsOf(new TextDecoder(charset).decode(sample))
    const score =
      Math.max(...languages.map((language) => scoreOf(words, language))) - (margins[charset] ?? margin)
    if (score > best.score) best = { charset, score }
  }
  return best.charset
}

const charsets = [...new Set(latinLanguages.flatMap(({ charsets }) => charsets))]
const byCharset = charsets.map(
  (charset) => [charset, latinLanguages.filter(({ charsets }) => charsets.includes(charset))] as const,
)

/** Those with a character beyond ASCII, and those around them. */
function wordsOf(text: string): readonly string[] {
  const all = text.match(/[^\s\x21-\x26\x28-\x40\x5b-\x60\x7b-\x7e]+/g) ?? []
  const near = new Set<number>()
  for (const [at, one] of all.entries())
    if (beyond.test(one)) for (let n = at - around; n <= at + around; n++) near.add(n)
  return all.filter((_, at) => near.has(at))
}

const beyond = /\P{ASCII}/u

/** How likely it is that somebody wrote these words in a language, as a logarithm. */
function scoreOf(words: readonly string[], { letters, words: common }: LatinLanguage): number {
  let score = 0
  for (const one of words) {
    const isCommon = common.has(one.toLowerCase())
    if (isCommon) score += word
    const isWord = isCommon || hasPlainLetter.test(one)
    const all = [...one]
    for (const [at, character] of all.entries()) {
      const known = letters.get(character) ?? letters.get(character.toLowerCase())
      if (isPlain.test(character)) score += known ?? (character === "'" ? 0 : rare)
      else if (isLetter.test(character)) {
        score += known ?? foreign
        const isRaised = isCapital.test(character) && isSmall.test(all[at - 1] ?? '')
        if (!isWord || isRaised) score += misplaced
      } else score += isOdd.test(character) ? foreign : signIn(all, at)
    }
  }
  return score
}

/** Signs stand between words; numbers and other signs than of punctuation stand behind no word either. */
function signIn(all: readonly string[], at: number): number {
  const character = all[at] ?? ''
  if (character === '’' || !isLetter.test(all[at - 1] ?? '')) return neutral
  const isWithin = isLetter.test(all[at + 1] ?? '')
  return isWithin || isNoPunctuation.test(character) ? neutral + misplaced : neutral
}

const isPlain = /\p{ASCII}/u
const hasPlainLetter = /[a-z]/i
const isLetter = /\p{L}/u
const isCapital = /\p{Lu}/u
const isSmall = /\p{Ll}/u
const isNoPunctuation = /[\p{N}\p{S}]/u
/** Control characters of the upper half, and what is no character. */
const isOdd = /[\p{Cc}\ufffd]/u
