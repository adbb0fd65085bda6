/** Columns of document lists. */
import type { Generated } from 'kysely'
import type { Instant, Json } from '../../platform/records/schema.ts'

declare module '../../platform/records/schema.ts' {
  interface Schema {
    document_list_template: DocumentListTemplateTable
  }
}

/** Which fields a document list shows: everybody has their own. */
export interface DocumentListTemplateTable {
  template_id: Generated<number>
  project_id: number
  user_id: number
  name: string
  /** Lower-case name: unique among those of a person in a project. */
  name_key: string
  /** JSON list of names of fields, in order. */
  fields: Json
  at: Instant
}
