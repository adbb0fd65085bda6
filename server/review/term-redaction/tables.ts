/** Searches for what is to be redacted, and what they found. */
import type { Generated } from 'kysely'
import type { Flag, Instant, Json } from '../../platform/records/schema.ts'

declare module '../../platform/records/schema.ts' {
  interface Schema {
    term_redaction: TermRedactionTable
    term_redaction_document: TermRedactionDocumentTable
    term_redaction_place: TermRedactionPlaceTable
  }
}

/** By the job that searches. Kept as long as the project: the undo of what was covered names it. */
export interface TermRedactionTable {
  job_id: number
  project_id: number
  asked_by: number
  asked_at: Instant
  /** JSON (asked.ts). */
  terms: Json
  /** JSON list of the noise words that the terms were read by; null: none. */
  noise: Json | null
  /** More than one document. */
  many: Flag
  /** How many places are kept. */
  places: number
  label: string
  reason: string
  /** Of all redactions that are made of it. */
  gesture: string
  apply_job: number | null
  made: number
  undo_job: number | null
  removed: number
  changed: number
  /** How often what was taken back was put back. */
  redone: number
  /** Since when its places are not kept any more. */
  forgotten_at: Instant | null
}

/** A document in which something was found, or which could not be searched. */
export interface TermRedactionDocumentTable {
  job_id: number
  document_id: number
  project_id: number
  /** Of its file, and of its pages, when they were searched. */
  sha256: string
  pages_version: number | null
  /** JSON: what cannot be covered (contracts/term-redactions.ts). */
  uncovered: Json
  /** Why its pages could not be searched. */
  not_searched: string | null
  /** Why not all that was ticked is covered. */
  not_covered: string | null
}

export interface TermRedactionPlaceTable {
  place_id: Generated<number>
  job_id: number
  document_id: number
  project_id: number
  /** From 1. */
  page: number
  /** JSON list, as of a redaction. */
  boxes: Json
  /** Place in the list of terms. */
  term: number
  ticked: Flag
  /** By a redaction that was in force when it was found. */
  covered: Flag
  before: string
  found: string
  after: string
  /** `written` or `left`; null: nothing has become of it. */
  outcome: string | null
}
