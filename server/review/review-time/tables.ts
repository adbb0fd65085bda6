/** How long people have worked on documents. */
import type { Instant } from '../../platform/records/schema.ts'

declare module '../../platform/records/schema.ts' {
  interface Schema {
    review_time: ReviewTimeTable
  }
}

/** The seconds that somebody was at work on a document, added up from what their browsers report. */
export interface ReviewTimeTable {
  project_id: number
  document_id: number
  user_id: number
  seconds: number
  /** Of the last report. */
  at: Instant
}
