/** The words that are too common to look for in a project: its own list, or the usual one. */
import { defaultNoise } from '#query/noise.ts'

/** As the project keeps them: one a line; null is the usual list, and nothing no words at all. */
export const noiseOf = (kept: string | null): ReadonlySet<string> =>
  kept === null ? defaultNoise : new Set(kept.split('\n').filter((word) => word !== ''))
