/**
 * An extractive summary: the sentences of a text whose words say most of what the text says, each word counted the less the
 * more of it has been said. The text alone decides: the same one is always summarised alike.
 */
import { defaultNoise } from '#query/noise.ts'
import { type Sentence, sentencesOf } from './sentences.ts'

/** Where a sentence begins, and how long it is. */
export type TextRange = readonly [start: number, length: number]

/** The rules, by their version: part of what a summary says it was made by. */
export const extractiveEngine = 'Extractive 1'

const maxSentences = 5
/** A short text is not repeated whole. */
const share = 0.4
const maxChars = 1_500
/** What is said first is said because it matters. */
const firstBonus = 0.3

/** The places of the sentences, in the order of the text; none where it has no sentences. */
export function extract(text: string): readonly TextRange[] {
  const sentences = sentencesOf(text)
  const weights = weightsOf(sentences)
  const left = firstOfEach(sentences)
  const wanted = Math.min(maxSentences, Math.ceil(left.size * share))
  const chosen: Sentence[] = []
  let room = maxChars
  while (chosen.length < wanted && left.size > 0) {
    let [best, most] = [-1, -1]
    for (const [index, sentence] of left) {
      const score = scoreOf(sentence, weights) * (1 + firstBonus / (1 + index))
      if (score > most) [best, most] = [index, score]
    }
    const sentence = left.get(best)
    left.delete(best)
    if (sentence === undefined || sentence.length > room) continue
    chosen.push(sentence)
    room -= sentence.length
    // Said once, a word says little more.
    for (const word of new Set(sentence.words)) weights.set(word, (weights.get(word) ?? 0) / 4)
  }
  return chosen.sort((a, b) => a.start - b.start).map(({ start, length }) => [start, length] as const)
}

/** Of sentences that say the same, the first, by its number: what is said often counts more and is said once. */
function firstOfEach(sentences: readonly Sentence[]): Map<number, Sentence> {
  const said = new Set<string>()
  const first = new Map<number, Sentence>()
  for (const [index, sentence] of sentences.entries()) {
    const words = sentence.words.join(' ')
    if (!said.has(words)) first.set(index, sentence)
    said.add(words)
  }
  return first
}

/** How much of the text each word stands for: its share of all words that say anything. */
function weightsOf(sentences: readonly Sentence[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { words } of sentences)
    for (const word of new Set(words)) if (isTelling(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  // A word of every sentence tells none of them from the others.
  return new Map(
    Array.from(counts, ([word, count]) => [word, Math.log1p(count) * Math.log(1 + sentences.length / count)]),
  )
}

const isTelling = (word: string): boolean => !defaultNoise.has(word) && !/^\d+$/.test(word)

/** By the square root of its words: the long ones do not win for their length, nor the short ones for theirs. */
function scoreOf({ words }: Sentence, weights: ReadonlyMap<string, number>): number {
  let sum = 0
  for (const word of new Set(words)) sum += weights.get(word) ?? 0
  return sum / Math.sqrt(words.length)
}
