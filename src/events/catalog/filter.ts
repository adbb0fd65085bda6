/** What of a project's documents is looked at in early data assessment: one choice, which all tabs share. */
import * as z from 'zod/mini'
import { documentFilter } from '#contracts/filter.ts'
import { event } from '../define.ts'

export const chosenDocuments = z.strictObject({
  query: z.string().check(z.maxLength(15_000)),
  filter: documentFilter,
  /** Values of fields that the filter knows no list for, any of which will do; they are asked for in the query. */
  narrowed: z.record(z.string(), z.array(z.string())),
})
export type ChosenDocuments = z.infer<typeof chosenDocuments>

/** All documents. */
export const allDocuments: ChosenDocuments = { query: '', filter: {}, narrowed: {} }

export const filterChanged = event({
  log: 'project',
  retention: 'session',
  type: 'filter.changed',
  payload: chosenDocuments,
  stream: () => 'filter',
})
