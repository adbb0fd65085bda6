/** Page images. */
import type { Json } from '../../platform/records/schema.ts'

declare module '../../platform/records/schema.ts' {
  interface Schema {
    document_pages: DocumentPagesTable
  }
}

/** What is known of a document's pages: found out when they are first asked for. */
export interface DocumentPagesTable {
  document_id: number
  project_id: number
  /** Of what found it out (server/review/pages/sets.ts): an older one's answer is asked for anew. */
  version: number
  /** JSON: width, height and dpi of each page's image; null where none can be shown. */
  sizes: Json | null
  /** JSON: pages that cannot be drawn, and why. */
  faults: Json
  /** Why none can be shown, or not all. */
  code: string | null
  reason: string | null
}
