/** What people have searched. */
import type { Generated } from 'kysely'
import type { Instant, Json } from '../../platform/records/schema.ts'

declare module '../../platform/records/schema.ts' {
  interface Schema {
    search_history: SearchHistoryTable
  }
}

/** A search that a person has made in a project; made again, it is the same row. */
export interface SearchHistoryTable {
  search_history_id: Generated<number>
  project_id: number
  user_id: number
  /** SHA-256 of what tells one search from another. */
  search_key: string
  /** The search, as JSON (contracts/searching.ts, pastSearchSettings). */
  search: Json
  precedence: string
  /** What of the project the person saw: the count is shown only to who sees the same now. */
  view: string
  found: number
  searched_at: Instant
}
