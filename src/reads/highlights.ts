/** The highlight sets of the project. */
import * as z from 'zod/mini'
import { listHighlightSets } from '#contracts/highlights.ts'
import { read } from './read.ts'

export const highlightSets = read({
  name: 'highlights.list',
  event: 'highlights.requested',
  label: 'Look up highlight sets',
  log: 'project',
  payload: z.strictObject({}),
  ask: (_, { call }) => call(listHighlightSets),
})
