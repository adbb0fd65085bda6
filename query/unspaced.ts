/**
 * Scripts that put no spaces between words: Chinese, Japanese, Korean, Thai, Lao, Khmer, Burmese. Nothing in a text tells
 * where a word of theirs ends, so each two characters that stand side by side are a token, and words are found inside a run.
 */
import { format, invisible } from './unseen.ts'

/** What they are called where something cannot be asked in them. */
export const unspacedNames = 'Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese'

/** Without their marks, which are no characters of their own. */
const ideographic =
  '[[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}ー\\uff70々]--\\p{M}]'
/** Letters with vowel signs and tones around them; their digits are written as numbers are anywhere. */
const signed = '[[\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]&&[\\p{L}]]'
const letter = `(?:${ideographic}|${signed})`
/** A Korean syllable that was taken apart (file names of some systems) is one character all the same. */
const apart = '[\\u1100-\\u1112]\\p{M}*[\\u1161-\\u1175]\\p{M}*(?:[\\u11a8-\\u11c2]\\p{M}*)?'
/** Voice marks belong to the character before them, half-width ones too; of other signs no word has more than a few. */
const whole = `(?:${apart}|${ideographic}[\\p{M}\\uff9e\\uff9f${format}]*|${signed}[\\p{M}${format}]{0,20})`
/** The same, folded. */
const folded = `(?:${ideographic}|${signed}\\p{M}{0,20})`

const any = new RegExp(letter, 'v')
const one = new RegExp(`^${folded}$`, 'v')
const pair = new RegExp(`^${folded}{2}$`, 'v')
const eachFolded = new RegExp(folded, 'gv')
const eachWhole = new RegExp(whole, 'gv')
const runs = new RegExp(`(?:${whole})+|(?:(?!${letter}).)+`, 'gsv')
const isSigned = new RegExp(`^${signed}`, 'v')
/** Most characters by far: they fold to themselves. */
const ideograph = /^[\u4e00-\u9fff]?$/
/** Letters that join their neighbours when text is composed: what is folded to them would not stay as it is. */
const joining = /[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]/

/** Whether text holds characters of such scripts. */
export const holdsUnspaced = (text: string): boolean => any.test(text)
/** Whether a token is two characters of a run. */
export const isBigram = (token: string): boolean => pair.test(token)
/** Whether a token is one such character. */
export const isUnspacedCharacter = (token: string): boolean => one.test(token)
/** The characters of a bigram. */
export const charactersOf = (token: string): string[] => token.match(eachFolded) ?? []

/** A text without separators, cut where such scripts begin and end. */
export const runsOf = (text: string): RegExpExecArray[] => [...text.matchAll(runs)]
/** The characters of a run as they stand, with what belongs to each. */
export const wholeCharacters = (run: string): string[] => run.match(eachWhole) ?? []

/**
 * Composed and without what is not seen; half-width forms made full ones, without marks, but for those of the scripts in which
 * they are vowels and tones. One that stands for several ("ヿ") stays as it is.
 */
export function foldCharacter(character: string): string {
  if (ideograph.test(character)) return character
  if (isSigned.test(character)) return character.replace(invisible, '').normalize('NFC')
  const plain = character.normalize('NFKC').replace(/\p{M}/gu, '').replace(invisible, '').normalize('NFC')
  return one.test(plain) && !joining.test(plain) ? plain : ([...character][0] ?? '')
}
