/** Whether letters that were taken from a page are words: fonts may name their letters as they like, and set each by itself. */

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

export type LetterFault = 'noLetters' | 'apart' | 'endless'

/** Why the text of a page is not what can be read on it; null where it may be. */
export function letterFault(text: string): LetterFault | null {
  const strange = text.match(noLetter)?.length ?? 0
  if (strange > 0 && strange > noLetters * text.replace(/\s+/g, '').length) return 'noLetters'
  if (!letter.test(text)) return null
  const found = text.match(words) ?? []
  if (found.length >= enough && found.filter((word) => word.length === 1).length > apart * found.length)
    return 'apart'
  const long = found.reduce((sum, word) => sum + word.length, 0)
  return found.length >= 4 && long > endless * found.length && long > (endless * enough) / 3
    ? 'endless'
    : null
}
