/** What is told of anything that somebody keeps under a name, for oneself or shared with the project. */
import * as z from 'zod/mini'
import { instant } from './ids.ts'

export const ownOrShared = {
  shared: z.boolean(),
  madeBy: z.string(),
  savedBy: z.string(),
  savedAt: instant,
  /** Grows with each save; saving over it states the version that was seen. */
  version: z.int(),
  /** The caller made it, or it is shared and the caller may share. */
  mayChange: z.boolean(),
}
