/** Jobs, and the items that they could not process. */
import type { Generated, Insertable } from 'kysely'
import type { Flag, Instant, Json } from '../records/schema.ts'

declare module '../records/schema.ts' {
  interface Schema {
    job: JobTable
    exception: ExceptionTable
  }
}

export interface JobTable {
  job_id: Generated<number>
  project_id: number
  kind: string
  title: string
  state: string
  /** JSON of what the job needs (its upload, custodian, options). */
  input: Json
  /** JSON of where it stands, so that it goes on after a crash without repeating what is done. */
  cursor: Json
  /** 1 where the run is to do again only what failed. */
  retry: Flag
  /** JSON: exceptions that such a run is about; null: all of the job. */
  retry_only: Generated<Json | null>
  items_total: number
  items_done: number
  exceptions: number
  bytes_done: number
  bytes_total: number
  promoted: number
  duplicates: number
  de_nisted: number
  containers: number
  /** Of an import documents that a filter has set aside. */
  filtered: number
  /** Of an import images that are recorded with their messages. */
  inline_images: Generated<number>
  /** Documents of an import that are processed, and neither promoted nor filtered out. */
  waiting: Generated<number>
  items_in: number
  /** Items a second over the last seconds, and seconds left by that rate; null while it does not run. */
  rate: number | null
  seconds_left: number | null
  /** What is worked on now: a line for each worker. */
  now_at: string | null
  message: string | null
  created_by: number
  created_at: Instant
  started_at: Instant | null
  ended_at: Instant | null
  /** Who works on it, and until when that is believed without a beat. */
  lease_owner: string | null
  lease_until: Instant | null
  priority: number
  /** What it processes, or collects into; null for other jobs. */
  source_id: number | null
}

export interface ExceptionTable {
  exception_id: Generated<number>
  project_id: number
  job_id: number
  document_id: number | null
  code: string
  reason: string
  stage: string
  path: Json
  size: number
  sha256: string | null
  at: Instant
  /** `open`, `replaced` (by a file that came later) or `accepted` (with a note). */
  resolution: Generated<string>
  note: Generated<string>
  /** Who did that, and when; null while it is open, and for what was replaced before this was kept. */
  resolved_by: Generated<number | null>
  resolved_at: Generated<Instant | null>
  /** 1 where it is a container in which something was taken before it failed. */
  begun: Generated<Flag>
  /** Where it lies below the folder of its collection, by its bytes (base64); null for all else, and before this was kept. */
  raw_path: string | null
}

/** A row of `exception` as it is written: open, without a note. */
export type NewException = Insertable<ExceptionTable>
