/** Tags. */
import type { Generated } from 'kysely'
import type { Flag, Instant } from '../../platform/records/schema.ts'

declare module '../../platform/records/schema.ts' {
  interface Schema {
    tag_category: TagCategoryTable
    tag: TagTable
    document_tag: DocumentTagTable
  }
}

export interface TagCategoryTable {
  tag_category_id: Generated<number>
  project_id: number
  name: string
  position: number
  exclusive: Flag
}

export interface TagTable {
  tag_id: Generated<number>
  tag_category_id: number
  name: string
  position: number
  quick_key: number | null
}

export interface DocumentTagTable {
  document_id: number
  tag_id: number
  project_id: number
  by_user: number
  at: Instant
}
