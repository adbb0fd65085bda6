/** What runs in a child process: a text may be made to keep whoever reads it busy. */
import { matcherOf } from './matching.ts'
import type { Matched, MatchTask } from './protocol.ts'

export async function work({ wanted, noise, pages, texts, fields, most }: MatchTask): Promise<Matched> {
  const find = matcherOf(wanted, noise === null ? null : new Set(noise))
  const countsOf = (text: string): number[] => [...find(text).counts]
  const { places, counts } = find(pages)
  return {
    places: places.slice(0, most),
    onPages: [...counts],
    inTexts: texts.map(countsOf),
    inFields: fields.map(countsOf),
  }
}
