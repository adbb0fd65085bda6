/** The words of a text: what is compared of it, and what stands beside a place in it. */

/** Writing that does not separate words, for a character class of a pattern with the flag v. */
export const unspaced =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}'

/** One sign of such writing has the marks above and below it. */
const word = new RegExp(`[[\\p{L}\\p{N}]&&[${unspaced}]]\\p{M}*|[[\\p{L}\\p{M}\\p{N}]--[${unspaced}]]+`, 'gv')

/** In lower case, without punctuation. Where words are not separated, each sign stands for one. */
export const wordsOf = (text: string): readonly string[] =>
  text.normalize('NFKC').toLowerCase().match(word) ?? []
