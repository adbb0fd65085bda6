/** The words that are too common to look for in a project: its own list, or the usual one. */
import { defaultNoise } from '#query/noise.ts'
import { tokenise } from '#query/tokenise.ts'

/** As the project keeps them: one a line; null is the usual list, and nothing no words at all. */
export const noiseOf = (kept: string | null): ReadonlySet<string> =>
  kept === null
    ? defaultNoise
    : new Set(
        kept
          .split('\n')
          .filter((word) => word !== '')
          .map(asNow),
      )

/** As words are folded by now: the list may be older than the index. */
function asNow(word: string): string {
  const [token, ...more] = tokenise(word)
  return token === undefined || more.length > 0 ? word : token.text
}
