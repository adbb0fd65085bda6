/** Saved filters. */
import type { Generated } from 'kysely'
import type { Instant, Json } from '../../platform/records/schema.ts'

declare module '../../platform/records/schema.ts' {
  interface Schema {
    template: TemplateTable
  }
}

/** What is saved under a name for all of a project. */
export interface TemplateTable {
  template_id: Generated<number>
  project_id: number
  /** What `content` is. */
  kind: 'filter'
  name: string
  /** The name case aside: unique among those of a kind in a project. */
  name_key: string
  content: Json
  version: number
  made_by: number
  saved_by: number
  saved_at: Instant
}
