/** Highlight sets. */
import type { Generated } from 'kysely'
import type { Instant, Json } from '../../platform/records/schema.ts'

declare module '../../platform/records/schema.ts' {
  interface Schema {
    highlight_set: HighlightSetTable
  }
}

/** A named list of terms that are highlighted in every document of a project. */
export interface HighlightSetTable {
  highlight_set_id: Generated<number>
  project_id: number
  name: string
  /** The name case aside: unique among the sets of a project that are not deleted. */
  name_key: string
  color: string
  line: string
  /** JSON list of the terms, in order, as they were written. */
  terms: Json
  /** Sets stand in its order. */
  position: number
  version: number
  saved_by: number
  saved_at: Instant
  /** Null unless it is deleted. */
  deleted_by: number | null
  deleted_at: Instant | null
}
