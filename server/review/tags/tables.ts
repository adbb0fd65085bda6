/** Tags. */
import type { Generated } from 'kysely'
import type { Flag, Instant } from '../../platform/records/schema.ts'

declare module '../../platform/records/schema.ts' {
  interface Schema {
    tag_category: TagCategoryTable
    tag: TagTable
    document_tag: DocumentTagTable
    gone_tag: GoneTagTable
    gone_tag_category: GoneTagCategoryTable
    tag_merge: TagMergeTable
  }
}

export interface TagCategoryTable {
  tag_category_id: Generated<number>
  project_id: number
  name: string
  position: number
  exclusive: Flag
  /** Grows with each change. */
  version: Generated<number>
  /** Who changed it last; null: nobody since the project was started. */
  changed_by: number | null
  changed_at: Instant | null
}

export interface TagTable {
  tag_id: Generated<number>
  tag_category_id: number
  name: string
  position: number
  quick_key: number | null
  version: Generated<number>
  changed_by: number | null
  changed_at: Instant | null
}

export interface DocumentTagTable {
  document_id: number
  tag_id: number
  project_id: number
  by_user: number
  at: Instant
}

/** A tag that was deleted, or merged into another: its name for what tells of it, its id for an undo. */
export interface GoneTagTable {
  tag_id: number
  tag_category_id: number
  project_id: number
  name: string
  position: number
  quick_key: number | null
}

export interface GoneTagCategoryTable {
  tag_category_id: number
  project_id: number
  name: string
  exclusive: Flag
}

/** A bulk change that puts one tag in the place of another. While it is under way the first is put on nothing. */
export interface TagMergeTable {
  job_id: number
  project_id: number
  tag_id: number
  into_tag_id: number
}
