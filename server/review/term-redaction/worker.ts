/** What runs in a child process: a text may be made to keep whoever reads it busy. */
import { matcherOf } from './matching.ts'
import type { Matched, MatchTask } from './protocol.ts'

export async function work({ wanted, noise, pages, texts, fields, most }: MatchTask): Promise<Matched> {
  const find = matcherOf(wanted, noise === null ? null : new Set(noise))
  const endless = new Set<number>()
  const look = (text: string) => {
    const found = find(text)
    for (const term of found.endless) endless.add(term)
    return found
  }
  const countsOf = (text: string): number[] => [...look(text).counts]
  const { places, counts } = look(pages)
  const [inTexts, inFields] = [texts.map(countsOf), fields.map(countsOf)]
  return {
    places: places.slice(0, most),
    onPages: [...counts],
    ...{ inTexts, inFields, endless: [...endless] },
  }
}
