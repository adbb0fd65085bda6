/** Bulk changes and their receipts. */
import type { Flag, Instant, Json } from '../../platform/records/schema.ts'

declare module '../../platform/records/schema.ts' {
  interface Schema {
    bulk: BulkTable
    bulk_values: BulkValuesTable
    bulk_row: BulkRowTable
  }
}

/** A bulk change, by the job that does it: the head of its receipt. Kept as long as the project. */
export interface BulkTable {
  job_id: number
  project_id: number
  /** `do`, `undo`, `redo`. */
  kind: string
  /** The change that all of it began with. */
  root_id: number
  /** The bulk change that this one takes back: each is taken back once at most. */
  reverses: number | null
  command_id: string
  correlation_id: string
  /** The role in which it was asked for. */
  role: string
  /** `coding`, `tags`, `customIds` or `folders`. */
  what: string
  /** JSON of what was asked. */
  changes: Json
  families: Flag
  written_documents: number
  written: number
  already_so: number
}

/** What a bulk change has for each document of its own, in slices: read from a file, and fixed when it was asked for. */
export interface BulkValuesTable {
  job_id: number
  part: number
  /** JSON: [document, [[field, value] …]] …; a custom id stands in the place of field 0. */
  rows: Json
}

/** The receipt: what a bulk change wrote, and what it left as it was. */
export interface BulkRowTable {
  job_id: number
  document_id: number
  /** The field, or the category of tags; 0 for custom ids, and where the document is not there. */
  target_id: number
  /** `written`, or why it was left. */
  outcome: string
  /** JSON of the value before; of what it should have become where it was left. */
  before: Json
  before_version: number
  /** JSON of the value after; of what stood there where it was left. */
  after: Json
  after_version: number
  /** Who wrote the value of `after`, and when. */
  by_user: number | null
  at: Instant | null
}
