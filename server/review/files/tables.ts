/** Files that documents had before. */
import type { Generated } from 'kysely'
import type { Instant } from '../../platform/records/schema.ts'

declare module '../../platform/records/schema.ts' {
  interface Schema {
    replaced_file: ReplacedFileTable
  }
}

/** A file that a document had before another was put in its place. */
export interface ReplacedFileTable {
  replaced_file_id: Generated<number>
  project_id: number
  document_id: number
  /** Of contracts/files.ts; a text is kept as UTF-8. */
  file_type: number
  sha256: string
  size: number
  file_name: string
  by_user: number
  at: Instant
}
