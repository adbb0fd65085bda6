/** The privilege log on the record. What its rows say beside this is made from the documents when it is asked for. */
import type { Generated } from 'kysely'
import type { LogTreatment } from '#contracts/privilege-log.ts'
import type { Flag, Instant, Json } from '../../platform/records/schema.ts'

declare module '../../platform/records/schema.ts' {
  interface Schema {
    privilege_log: PrivilegeLogTable
    privilege_log_entry: PrivilegeLogEntryTable
    privilege_log_number: PrivilegeLogNumberTable
    privilege_log_version: PrivilegeLogVersionTable
    privilege_log_row: PrivilegeLogRowTable
  }
}

/** What the log of a project is made by, where somebody has saved it. */
export interface PrivilegeLogTable {
  project_id: number
  version: number
  /** JSON (contracts/privilege-log.ts). */
  settings: Json
  changed_by: number
  changed_at: Instant
}

/** What people have written about a document. It stays where the document leaves the log, and is there when it comes back. */
export interface PrivilegeLogEntryTable {
  document_id: number
  project_id: number
  version: number
  /** JSON: source → what was written. */
  cells: Json
  /** JSON: source → what the record said when it was written. */
  facts: Json
  by_user: number
  at: Instant
}

/** Given once, with the first version that has the document. */
export interface PrivilegeLogNumberTable {
  document_id: number
  project_id: number
  log_number: number
}

export interface PrivilegeLogVersionTable {
  version_id: Generated<number>
  project_id: number
  /** From 1, in the order in which they were made. */
  place: number
  name: string
  name_key: string
  /** JSON: its columns, as they were. */
  columns: Json
  settings_version: number
  made_by: number
  made_at: Instant
  /** All of its rows are there: before that there is no such version for anybody. */
  whole: Flag
}

/** A row of a version as it stood. */
export interface PrivilegeLogRowTable {
  version_id: number
  document_id: number
  project_id: number
  log_number: number
  treatment: LogTreatment
  /** The date of the document. */
  dated: Instant | null
  /** JSON: source → what it says. */
  cells: Json
}
