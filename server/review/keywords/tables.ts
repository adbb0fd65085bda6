/** Keyword lists. */
import type { Generated } from 'kysely'
import type { Instant, Json } from '../../platform/records/schema.ts'

declare module '../../platform/records/schema.ts' {
  interface Schema {
    keyword_list: KeywordListTable
  }
}

/** A named list of terms, each a query. What they hit is kept nowhere. */
export interface KeywordListTable {
  keyword_list_id: Generated<number>
  project_id: number
  name: string
  /** The name case aside: unique in a project. */
  name_key: string
  /** JSON list of the terms, in order, as they were written. */
  terms: Json
  version: number
  made_by: number
  saved_by: number
  saved_at: Instant
}
