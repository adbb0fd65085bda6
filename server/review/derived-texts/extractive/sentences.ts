/** The sentences of a text's prose, where they stand in the text. */
import { wordsOf } from '../../analysis/words.ts'
import { proseOf, type Stretch } from './prose.ts'

export interface Sentence {
  readonly start: number
  readonly length: number
  readonly words: readonly string[]
}

/** What is shorter is a heading, what is longer a table. */
const minWords = 4
const maxWords = 70
const maxChars = 700
/** What is looked at of one text. */
const maxRead = 400_000
const maxSentences = 3_000

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** In order, the author's own; of what is passed on with no more than a word, those of what is passed on. */
export function sentencesOf(text: string): readonly Sentence[] {
  const read = text.slice(0, maxRead)
  const { own, all } = proseOf(read)
  const sentences = sentencesIn(read, own)
  return sentences.length > 0 ? sentences : sentencesIn(read, all)
}

/** Lines that a program broke are one sentence still; places are those of the whole text. */
function sentencesIn(read: string, prose: readonly Stretch[]): readonly Sentence[] {
  const sentences: Sentence[] = []
  for (const { start, end } of prose) {
    // As long as before, so that places stay what they are.
    const flat = read.slice(start, end).replace(/[\r\n\f\t\v\u2028\u2029\u0085]/g, ' ')
    for (const { segment, index } of segmenter.segment(flat)) {
      const said = segment.trim()
      const words = said.length > maxChars ? [] : wordsOf(said)
      const written = words.filter((word) => /\p{L}/u.test(word)).length
      if (written < minWords || words.length > maxWords) continue
      const from = start + index + (segment.length - segment.trimStart().length)
      sentences.push({ start: from, length: said.length, words })
      if (sentences.length === maxSentences) return sentences
    }
  }
  return sentences
}
