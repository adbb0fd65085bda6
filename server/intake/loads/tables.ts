/** Loads: what was asked for and what became of it, and what received documents bring besides. */
import type { Generated } from 'kysely'
import type { Flag, Instant, Json } from '../../platform/records/schema.ts'

declare module '../../platform/records/schema.ts' {
  interface Schema {
    load_job: LoadJobTable
    load_fault: LoadFaultTable
    load_unused: LoadUnusedTable
    load_template: LoadTemplateTable
    received_number: ReceivedNumberTable
    received_images: ReceivedImagesTable
  }
}

export interface LoadJobTable {
  job_id: number
  project_id: number
  source_id: number
  /** Of whoever started it: what is coded is on the record under it. */
  command_id: string
  /** In the project, of whoever started it. */
  role: string
  /** JSON of LoadSettings. */
  settings: Json
  /** JSON of LoadCounts, of what is done. */
  counts: Json
  /** JSON of what was made and told: see stored.ts. */
  made: Json
  fault_count: number
}

/** Why something of a load file is not on the record. Nothing of its content. */
export interface LoadFaultTable {
  load_fault_id: Generated<number>
  project_id: number
  job_id: number
  line: number
  from_byte: number
  to_byte: number
  column_name: string | null
  code: string
  reason: string
  refuses_row: Flag
}

/** Files that no load file named; they wait in their source again. */
export interface LoadUnusedTable {
  job_id: number
  project_id: number
  place: number
  /** JSON array: folders and name. */
  path: Json
}

export interface LoadTemplateTable {
  template_id: Generated<number>
  project_id: number
  name: string
  name_key: string
  /** JSON: names of columns and what they fill. */
  columns_said: Json
  saved_by: number
  saved_at: Instant
}

/** The pages under which somebody else produced a document, where its first and last number share a prefix. */
export interface ReceivedNumberTable {
  document_id: number
  project_id: number
  job_id: number
  /** What stands before the last run of digits, in lower case. */
  prefix_key: string
  /** Of the first number. */
  digits: number
  first_number: number
  last_number: number
}

/** The page images that came with a document that has a file of its own: one PDF of them. */
export interface ReceivedImagesTable {
  document_id: number
  project_id: number
  job_id: number
  sha256: string
  pages: number
}
