/** Templates of document lists. */
import type { Generated } from 'kysely'
import type { Instant, Json } from '../../platform/records/schema.ts'

declare module '../../platform/records/schema.ts' {
  interface Schema {
    list_template: ListTemplateTable
  }
}

/** How a document list looks, under a name. */
export interface ListTemplateTable {
  template_id: Generated<number>
  project_id: number
  /** Whose list it is in: its author, or 0 for the shared ones. */
  listed_for: number
  name: string
  /** The name case aside: unique among those that are listed together. */
  name_key: string
  /** JSON (contracts/list-templates.ts, listColumn); names of fields alone as the first version kept them. */
  columns_shown: Json
  /** JSON (contracts/documents.ts, sort). */
  sort: Json
  version: number
  made_by: number
  saved_by: number
  saved_at: Instant
}
