/** What the index has yet to take. */
import type { Generated } from 'kysely'

declare module '../../platform/records/schema.ts' {
  interface Schema {
    index_queue: IndexQueueTable
  }
}

/** Changes that the search index has yet to take: written with the record, taken in order of `change_id`. */
export interface IndexQueueTable {
  change_id: Generated<number>
  project_id: number
  document_id: number
  /** `document` (all of it), `facts` (all but its text) or `coding` (its coded values and tags). */
  what: string
}
