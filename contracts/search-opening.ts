/** Data of `search.opening`: how far the opening of a project's search index is. A large index takes a while after a pause. */
import * as z from 'zod/mini'

export const searchOpening = z.object({
  /** Documents that have been read. */
  done: z.int(),
  /** Documents that are to be read; 0 while the opening has not begun. */
  total: z.int(),
  /** Estimated time left; null while nothing is known. */
  secondsLeft: z.nullable(z.int()),
})
export type SearchOpening = z.infer<typeof searchOpening>
