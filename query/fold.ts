/**
 * How one word is folded, so that it is found however it was typed: without case, accents and points, compatible forms made
 * one. A letter that a reader holds for another one than its plain form stays what it is: й, vowel signs of Indic scripts.
 */
import { invisible } from './unseen.ts'
import { holdsUnspaced } from './unspaced.ts'

/** Whether folding is more than small letters. */
export const beyondAscii = /\P{ASCII}/u

const onlyWordChars = /^[\p{L}\p{N}\p{M}_]+$/u
const leadingMarks = /^\p{M}+/u
/** Marks over letters of these scripts are accents, also where both are one character. */
const accents = /([\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036f]+/gu
/**
 * Those over letters of these are no part of a letter's name unless both are one character (й, ї, ؤ): points and chant of
 * Hebrew, vowels of Arabic, stress of Cyrillic.
 */
const points = /([\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Cyrillic}])\p{M}+/gu
/** A stroke that makes an Arabic word longer, and no letter. */
const stretched = /\u0640\p{M}*/gu

/** Letters that are not taken apart into a letter and a mark, and what is typed for them where there is no key. */
const plain = lettersBy(Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', đ: 'd', ø: 'o', ł: 'l', ı: 'i', ς: 'σ' }))
/** Letters of scripts whose marks are left out once they are composed. */
const plainComposed = lettersBy([
  // е with the marks that most texts leave out, and и with a stress.
  ...Object.entries({ ё: 'е', ѐ: 'е', ѝ: 'и' }),
  // Forms of alef; the final forms of ya and ta; kaf, ya and ha as keyboards for Persian and Urdu have them.
  ...[...'\u0622\u0623\u0625\u0671'].map((alef) => [alef, '\u0627'] as const),
  ...[...'\u0649\u06cc\u06d2\u06d3'].map((ya) => [ya, '\u064a'] as const),
  ...[...'\u0629\u06c0\u06c1\u06c2\u06c3'].map((ha) => [ha, '\u0647'] as const),
  ['\u06a9', '\u0643'],
])

function lettersBy(pairs: readonly (readonly [string, string])[]): (text: string) => string {
  const map = new Map(pairs)
  const any = new RegExp(`[${[...map.keys()].join('')}]`, 'gu')
  return (text) => text.replace(any, (letter) => map.get(letter) ?? letter)
}

/** How the tokeniser folds one word: without case, accents and points. */
export function fold(word: string): string {
  const lower = word.replace(invisible, '').toLowerCase()
  if (!beyondAscii.test(lower)) return lower
  const compatible = lower.normalize('NFKC').toLowerCase()
  // Fractions fold to several words ("½" to "1⁄2"), circled ideographs to another script: those stay as they are.
  const base = onlyWordChars.test(compatible) && !holdsUnspaced(compatible) ? compatible : lower
  const latin = plain(base.normalize('NFD').replace(accents, '$1')).normalize('NFC')
  return plainComposed(latin.replace(stretched, '').replace(points, '$1'))
}

/** The same where a word begins: none begins with a mark. */
export const foldStart = (word: string): string => fold(word).replace(leadingMarks, '')
