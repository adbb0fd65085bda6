/** How many documents the steps of a bulk change take. */

/** A transaction takes about so long, so that nobody's save waits for it. */
const stepMs = 10

/**
 * What a step takes however little it writes (its turn, two dozen statements, the sync of the disk) is about what so many
 * values take. A step of fewer is hardly shorter: on a machine that is busy it would only become ten times as many steps.
 */
const minValues = 100
/** Of long values these count as one. */
const valueCharacters = 1_000
const maxDocuments = 500

/** Before it is known what its documents take. Sizes are multiples of it: statements of one shape are prepared once. */
export const firstSize = 10

/** What a step took, and wrote. */
export interface Took {
  readonly documents: number
  readonly ms: number
  readonly values: number
  readonly characters: number
}

/** How many documents the next step takes: as many as fit, and no fewer than are worth a step. */
export function nextSize(size: number, { documents, ms, values, characters }: Took): number {
  const fitting = (documents * stepMs) / Math.max(ms, 1)
  const worth = (documents * minValues) / Math.max(values + characters / valueCharacters, documents)
  const next = Math.min(maxDocuments, Math.max((size + fitting) / 2, worth))
  return next < firstSize ? Math.max(1, Math.floor(next)) : Math.round(next / firstSize) * firstSize
}
