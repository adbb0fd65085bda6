/** Files on their way in. */
import type { Instant } from '../../platform/records/schema.ts'

declare module '../../platform/records/schema.ts' {
  interface Schema {
    upload: UploadTable
  }
}

export interface UploadTable {
  upload_id: string
  project_id: number
  user_id: number
  source_id: number
  /** Folders and name, with `/` between. */
  file_name: string
  modified_at: Instant | null
  /** An exception whose file this one takes the place of. */
  replaces: number | null
  size: number
  received: number
  created_at: Instant
}
