/** Files by their content. */
import type { Instant } from '../records/schema.ts'

declare module '../records/schema.ts' {
  interface Schema {
    blob: BlobTable
  }
}

/** A file kept by its content, and since when. */
export interface BlobTable {
  sha256: string
  size: number
  at: Instant
}
