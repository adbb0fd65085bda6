/** Whether letters that were taken from a page are words: fonts may name their letters as they like, and set each by itself. */

import { defaultNoise } from '#query/noise.ts'
import { latinLanguages } from '../latin-languages.ts'

/** Letters of scripts that are written in words. */
const letter = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u
const words = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}]+/gu
/** Characters of private use, and what stands for none. */
const noLetter = /[\p{Co}\ufffd]/gu

/** Words, letters apart too, by which a page is judged. */
const enough = 30
/** Where so many of them are single letters, they stand apart. */
const apart = 0.6
/** Where words are so long, no spaces stand between them. */
const endless = 25
/** Where so many of its characters stand for no letters, nobody can read them. */
const noLetters = 0.2

/** Words of so many letters tell what is written: shorter ones may be tickers, units, and codes of airports. */
const telling = /(?<![\p{L}\p{N}])[a-z]{4,}(?![\p{L}\p{N}])/giu
/** So many of them, with so many letters, are judged. */
const enoughTelling = 40
const enoughLetters = 240
/**
 * How likely their letters are, as the mean of logarithms, in the language that they fit best. Prose in any language is above
 * -3.3, of those that have no table as well (Vietnamese, Welsh, Zulu, romanized Japanese); so are names, drugs and program
 * code. Letters that stand for others, as where a font without a table shifts them, are below -3.5.
 */
const unlikely = -3.45
/** What a letter weighs that a language has by accident. */
const accident = -7
/** Where so many of all words are the commonest ones of a language, somebody wrote them. */
const written = 0.03

/** Where so many of the words that tell have one of two lengths, they are codes: of banks (8 and 11), containers, cipher groups. */
const sameLengths = 0.8
/**
 * How much more often two neighboring letters are the same two than they would be if each letter stood there by itself. It is
 * the same whatever the letters stand for: 1.3 to 2.4 in a page of any language, 0.9 to 1.2 in codes without a language.
 */
const bound = 1.25
/** Of fewer pairs, in words that are counted once each, chance decides. */
const enoughPairs = 150

/** `others`: its letters stand for other ones. */
export type LetterFault = 'noLetters' | 'apart' | 'endless' | 'others'

/** Why the text of a page is not what can be read on it; null where it may be. */
export function letterFault(text: string): LetterFault | null {
  const strange = text.match(noLetter)?.length ?? 0
  if (strange > 0 && strange > noLetters * text.replace(/\s+/g, '').length) return 'noLetters'
  if (!letter.test(text)) return null
  const found = text.match(words) ?? []
  if (found.length >= enough && found.filter((word) => word.length === 1).length > apart * found.length)
    return 'apart'
  const long = found.reduce((sum, word) => sum + word.length, 0)
  if (found.length >= 4 && long > endless * found.length && long > (endless * enough) / 3) return 'endless'
  return standForOthers(text, found) ? 'others' : null
}

/**
 * Whether words of Latin letters are of no language by how often each letter comes, and none of them is a common one; though
 * they are built as words are. Codes are not: they stand for nothing but themselves.
 */
function standForOthers(text: string, all: readonly string[]): boolean {
  const plain = text.normalize('NFD').replace(/\p{M}+/gu, '')
  // What is encoded changes between small and capital letters within a word.
  const found = plain.match(telling)?.filter((word) => !/[a-z][A-Z]/.test(word)) ?? []
  if (found.length < enoughTelling) return false
  const counts = counted([...found.join('').toLowerCase()])
  const letters = found.reduce((sum, word) => sum + word.length, 0)
  if (letters < enoughLetters) return false
  const likely = latinLanguages.map(({ letters: table }) =>
    [...counts].reduce(
      (sum, [one, count]) => sum + count * Math.max(accident, table.get(one) ?? accident),
      0,
    ),
  )
  if (Math.max(...likely) >= unlikely * letters) return false
  if (all.filter((word) => commonest.has(word.toLowerCase())).length >= written * all.length) return false
  return !areCodes(found)
}

function areCodes(found: readonly string[]): boolean {
  const lengths = [...counted(found.map((word) => word.length)).values()].sort((a, b) => b - a)
  if ((lengths[0] ?? 0) + (lengths[1] ?? 0) >= sameLengths * found.length) return true
  // Once each: a list may name the same code in each of its lines.
  const distinct = [...new Set(found.map((word) => word.toLowerCase()))]
  const pairs = distinct.flatMap((word) => Array.from(word.slice(1), (next, at) => `${word[at]}${next}`))
  return pairs.length >= enoughPairs && sameness(pairs) < bound * sameness([...distinct.join('')]) ** 2
}

/** How likely two of them, drawn at random, are the same. */
function sameness(all: readonly string[]): number {
  const same = [...counted(all).values()].reduce((sum, count) => sum + count * (count - 1), 0)
  return same / (all.length * (all.length - 1))
}

function counted<T>(all: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>()
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1)
  return counts
}

/** Of one letter are names of columns and variables. */
const commonest: ReadonlySet<string> = new Set(
  [...defaultNoise, ...latinLanguages.flatMap(({ words }) => [...words])].filter((word) => word.length > 1),
)
