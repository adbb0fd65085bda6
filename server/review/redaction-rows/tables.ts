/** Redactions. */
import type { Generated } from 'kysely'
import type { Instant, Json } from '../../platform/records/schema.ts'

declare module '../../platform/records/schema.ts' {
  interface Schema {
    redaction: RedactionTable
    redacted_cells: RedactedCellsTable
  }
}

/** What is covered on a page of a document. Rows are never deleted: what is removed can be restored. */
export interface RedactionTable {
  redaction_id: Generated<number>
  project_id: number
  document_id: number
  /** Chosen by whoever added it; once in the project. */
  key: string
  /** Of the document's file when it was drawn, or looked at again. */
  sha256: string
  /** Of the pages that it was drawn on (`document_pages.version`), or on which it was looked at again. */
  pages_version: number
  /** From 1. */
  page: number
  kind: string
  /** JSON list: left, top, right and bottom of each box, in parts of a page (contracts/redactions.ts). */
  boxes: Json
  /** Empty: none. */
  label: string
  /** Empty: none was given. */
  reason: string
  origin: string
  gesture: string
  version: number
  by_user: number
  at: Instant
  /** Who changed, restored or checked it last; null: nobody has. */
  changed_by: number | null
  changed_at: Instant | null
  /** Null while it is in force. */
  removed_by: number | null
  removed_at: Instant | null
}

/** What is covered of a spreadsheet, or stays open by somebody's word. Rows are never deleted. */
export interface RedactedCellsTable {
  redacted_cells_id: Generated<number>
  project_id: number
  document_id: number
  /** Chosen by whoever added it; once in the project. */
  key: string
  /** Of the document's file when it was added, or looked at again. */
  sha256: string
  /** From 0. */
  sheet: number
  /** Of contracts/redacted-cells.ts; `kept` covers nothing. */
  kind: string
  /** Null for a sheet and its name. */
  cell_range: string | null
  /** JSON list of `from` and `to`: pieces of a text. */
  pieces: Json
  /** Empty: none. */
  label: string
  /** Empty: none was given. */
  reason: string
  /** `hand` or `copy`. */
  origin: Generated<string>
  gesture: string
  version: number
  by_user: number
  at: Instant
  /** Who changed, restored or checked it last; null: nobody has. */
  changed_by: number | null
  changed_at: Instant | null
  /** Null while it is in force. */
  removed_by: number | null
  removed_at: Instant | null
}
