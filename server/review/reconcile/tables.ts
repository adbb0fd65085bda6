/** Browsers' logs as they were reported. */
import type { Generated } from 'kysely'
import type { Instant, Json } from '../../platform/records/schema.ts'

declare module '../../platform/records/schema.ts' {
  interface Schema {
    client_log: ClientLogTable
    client_log_report: ClientLogReportTable
  }
}

/** A browser's log of a project, as it has reported last. */
export interface ClientLogTable {
  client_log_id: Generated<number>
  project_id: number
  user_id: number
  /** The browser's own id, and that of the log in it. */
  browser: string
  log: string
  machine: string
  seq: number
  version: string
  clock_offset: number | null
  reconciled_at: Instant | null
  reconciled_to: number
  /** Its entries by how they stand. */
  acknowledged: number
  matched: number
  differs: number
  missing: number
  unsent: number
  local_only: number
  /** JSON: the entries that differ or are missing. */
  odd: Json
  first_at: Instant
  last_at: Instant
}

/** What it reported before. */
export interface ClientLogReportTable {
  client_log_id: number
  seq: number
  at: Instant
  acknowledged: number
  matched: number
  differs: number
  missing: number
  unsent: number
  local_only: number
}
