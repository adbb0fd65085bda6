/**
 * What the job and its child say to each other. Texts of documents may take a child over, so that all it says is looked at
 * before any of it is used.
 */
import * as z from 'zod/mini'
import type { Wanted } from './asked.ts'

export interface MatchTask {
  readonly wanted: readonly Wanted[]
  readonly noise: readonly string[] | null
  /** The words of all pages, one page after the other. */
  readonly pages: string
  /** The texts of the document, and its fields: counted alone. */
  readonly texts: readonly string[]
  readonly fields: readonly string[]
  /** So many places are told at most. */
  readonly most: number
}

const count = z.int().check(z.minimum(0))
const counts = z.array(count)
const matched = z.object({
  places: z.array(z.object({ term: count, start: count, end: count })),
  /** On the pages by term, also where places are not told. */
  onPages: counts,
  /** By text and by field, then by term. */
  inTexts: z.array(counts),
  inFields: z.array(counts),
  /** Expressions that did not come to an end in time. */
  endless: z.array(count),
})
export type Matched = z.infer<typeof matched>

export const parseMatched = (said: unknown): Matched => matched.parse(said)
