/** De-NIST lists. */
import type { Generated } from 'kysely'
import type { Instant } from '../../platform/records/schema.ts'

declare module '../../platform/records/schema.ts' {
  interface Schema {
    hash_list: HashListTable
    job_hash_list: JobHashListTable
  }
}

/** A list of known files; it can be searched once `entries` and `sha256` are set. */
export interface HashListTable {
  hash_list_id: Generated<number>
  project_id: number
  name: string
  version: string
  file_name: string
  size: number
  received: number
  entries: number | null
  /** Lines in which no hash was found. */
  rejected: number
  /** Of the sorted file. */
  sha256: string | null
  /** That makes the sorted file; null until the upload is whole. */
  job_id: number | null
  created_by: number
  created_at: Instant
}

/** The lists that a job tests files against. */
export interface JobHashListTable {
  job_id: number
  hash_list_id: number
}
