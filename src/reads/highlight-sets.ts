/** The highlight sets of the project. Whether there are any decides whether what paints them is fetched, so it is known without it. */
import * as z from 'zod/mini'
import { listHighlightSets } from '#contracts/highlights.ts'
import { read } from './read.ts'

export const highlightSets = read({
  name: 'review.highlightSets',
  label: 'Look up highlight sets',
  log: 'project',
  payload: z.strictObject({}),
  limit: 1,
  ask: (_, { call }) => call(listHighlightSets),
})
