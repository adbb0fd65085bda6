/** Files of values. */
import type { Generated } from 'kysely'
import type { Instant } from '../../platform/records/schema.ts'

declare module '../../platform/records/schema.ts' {
  interface Schema {
    overlay: OverlayTable
  }
}

/** A file of values that somebody brought, as it was looked at before it is loaded. */
export interface OverlayTable {
  overlay_id: Generated<number>
  project_id: number
  user_id: number
  /** `fields` or `customIds`; `folder`: it names documents to be filed in a folder, and has no values. */
  kind: string
  sha256: string
  /** The column that says which documents, as it was named; null: found by its name. */
  key_column: string | null
  /** What it holds, where that was said. */
  key_field: string | null
  /** What an empty cell means: `keep` or `clear`. */
  blank: string
  created_at: Instant
  /** The bulk change that loads it. */
  job_id: number | null
}
