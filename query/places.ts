/**
 * Where the tokens of a text stand, for distances between them. Words of a reading with joined words (broken-words.ts) stand
 * where they stand in the text, a joined one where its parts do. Texts are so far from each other that nothing is near.
 */

/** First and last place of what is found. */
export interface Span {
  readonly first: number
  readonly last: number
}

export interface Places {
  /** The place where each token begins, and where it ends; of a gap they mean nothing. */
  readonly first: readonly number[]
  readonly last: readonly number[]
  /** Of each text: the place before its first word, and the one behind its last. */
  readonly texts: readonly Span[]
}

/** The longest distance that can be asked for. */
export const maxDistance = 999

/** `from`: of gaps before readings, which word of the text they begin with. `parts`: of joined words, how many they are. */
export function placesOf<T>(
  tokens: ArrayLike<T>,
  from: ReadonlyMap<number, number>,
  parts: ReadonlyMap<number, number>,
  gapToken: T,
): Places {
  const first: number[] = []
  const last: number[] = []
  const texts: Span[] = []
  let before = 0
  let place = 0
  let end = 0
  const endText = (): void => {
    if (end === before) return
    texts.push({ first: before, last: end + 1 })
    before = end + 1 + maxDistance
    end = before
  }
  let isReading = false
  for (let at = 0; at < tokens.length; at++) {
    if (tokens[at] === gapToken) {
      const begun = from.get(at)
      isReading = begun !== undefined
      if (begun === undefined) endText()
      place = before + (begun ?? 0)
      first.push(place)
      last.push(place)
      continue
    }
    first.push(place + 1)
    place += parts.get(at) ?? 1
    last.push(place)
    if (!isReading) end = place
  }
  endText()
  return { first, last, texts }
}
