/** Assignments and their batches. */
import type { Generated } from 'kysely'
import type { Flag, Instant, Json } from '../../platform/records/schema.ts'

declare module '../../platform/records/schema.ts' {
  interface Schema {
    assignment: AssignmentTable
    assignment_user: AssignmentUserTable
    batch: BatchTable
    batch_document: BatchDocumentTable
  }
}

/** Documents of a search, frozen and split into batches by the job that was begun with it. */
export interface AssignmentTable {
  assignment_id: Generated<number>
  project_id: number
  job_id: number
  name: string
  /** Lower-case trimmed name: unique in the project among those that are not deleted. */
  name_key: string
  /** JSON of the query; null where documents were named. */
  search: Json | null
  families: Flag
  batch_size: number
  group_by: string
  /** What stays together as far as a batch holds it. */
  group_threads: Generated<Flag>
  group_near_duplicates: Generated<Flag>
  coding_form_id: number | null
  /** Whose value means that a document is reviewed; null: anything coded in a form, or a tag, does. */
  reviewed_field_id: number | null
  created_by: number
  created_at: Instant
  deleted_at: Instant | null
}

/** Who may check out an assignment's batches; nobody named: every reviewer. */
export interface AssignmentUserTable {
  assignment_id: number
  user_id: number
}

export interface BatchTable {
  batch_id: Generated<number>
  project_id: number
  assignment_id: number
  number: number
  size: number
  status: string
  /** Who holds it, or checked it in as completed. */
  holder: number | null
  /** Since when it stands so. */
  at: Instant
}

/** What is in a batch: never changes. */
export interface BatchDocumentTable {
  batch_id: number
  /** In reading order, from 0. */
  position: number
  document_id: number
}
