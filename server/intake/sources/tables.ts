/** Sources and their files. */
import type { Generated } from 'kysely'
import type { Flag, Instant, Json } from '../../platform/records/schema.ts'

declare module '../../platform/records/schema.ts' {
  interface Schema {
    source: SourceTable
    source_file: SourceFileTable
  }
}

/** Where material comes from, and whose it is. */
export interface SourceTable {
  source_id: Generated<number>
  project_id: number
  custodian_id: number
  name: string
  /** Lower-case trimmed name: unique in the project. */
  name_key: string
  auto_process: Flag
  auto_promote: Flag
  /** Counts up with each change. */
  version: Generated<number>
  created_by: number
  created_at: Instant
}

/** A file that came into a source. A job takes files in the order of their ids; its positions begin with their rank. */
export interface SourceFileTable {
  source_file_id: Generated<number>
  project_id: number
  source_id: number
  /** JSON array: folders and name, outermost first. */
  path: Json
  sha256: string
  size: number
  modified_at: Instant | null
  at: Instant
  /** Null until a job takes it. */
  job_id: number | null
  /** The collection that it came by; null where it was uploaded, or brought by the command line. */
  collected_by: Generated<number | null>
  /** The document whose file it becomes; null where what is in it are documents of their own. */
  document_id: Generated<number | null>
}
