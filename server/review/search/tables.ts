/** What the index has yet to take, and saved searches. */
import type { Generated } from 'kysely'
import type { Instant, Json } from '../../platform/records/schema.ts'

declare module '../../platform/records/schema.ts' {
  interface Schema {
    index_queue: IndexQueueTable
    saved_search: SavedSearchTable
    saved_search_opening: SavedSearchOpeningTable
  }
}

/** Changes that the search index has yet to take: written with the record, taken in order of `change_id`. */
export interface IndexQueueTable {
  change_id: Generated<number>
  project_id: number
  document_id: number
  /** `document` (all of it), `facts` (all but its text) or `coding` (its coded values and tags). */
  what: string
}

/** A search under a name. */
export interface SavedSearchTable {
  saved_search_id: Generated<number>
  project_id: number
  name: string
  /** The name case aside: unique among those that are listed together. */
  name_key: string
  /** The folder of searches; empty: in none. */
  folder: string
  /** Whose list it is in: its author, or 0 for the shared ones. */
  listed_for: number
  /** The search, as JSON (contracts/saved-searches.ts, searchSettings). */
  settings: Json
  /** How its query was read when it was saved. */
  reading: string
  version: number
  made_by: number
  saved_by: number
  saved_at: Instant
}

/** What somebody found when they last opened one. */
export interface SavedSearchOpeningTable {
  saved_search_id: number
  user_id: number
  project_id: number
  opened_at: Instant
  /** Ids of the documents, packed (saved-searches/documents-kept.ts). */
  documents: string
}
