/** A set of documents as it is asked for: what a search finds, in all of the project or in something that holds documents. */
import * as z from 'zod/mini'
import { listFilter, listViewer, searchQuery } from './documents.ts'

export const documentSet = z.strictObject({ query: searchQuery, viewer: listViewer, filter: listFilter })
export type DocumentSet = z.infer<typeof documentSet>

/** The same as it was when it was kept. */
export const keptSet = z.object({
  ...documentSet.shape,
  /** Of what was searched in, as it was called then; null: all documents. */
  inside: z.nullable(z.string()),
  /** How the query was read, fully bracketed; empty for all documents. */
  reading: z.string(),
})
export type KeptSet = z.infer<typeof keptSet>
