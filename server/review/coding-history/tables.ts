/** The history of coding: derived from the audit rows, and written with them. */
import type { Flag, Instant, Json } from '../../platform/records/schema.ts'

declare module '../../platform/records/schema.ts' {
  interface Schema {
    coding_span: CodingSpanTable
    coding_tally: CodingTallyTable
    coding_hour: CodingHourTable
    choice_span: ChoiceSpanTable
    batch_span: BatchSpanTable
    span_head: SpanHeadTable
  }
}

/** What is coded: a field, a category of tags; `document`: whether it has any value or tag at all. */
export type SubjectKind = 'field' | 'tags' | 'document'

/** A value of a document while it stood: from the row of the chain that set it until the row that replaced it. */
export interface CodingSpanTable {
  project_id: number
  from_seq: number
  kind: SubjectKind
  /** A field's or a tag category's id; 0 for `document`. */
  subject_id: number
  document_id: number
  /** `stands` (server/review/coding-history/open-end.ts) while nothing has replaced it. */
  until_seq: number
  /**
   * JSON of the value in the words of its time. Null where it is longer than an index takes, and for values that people
   * typed: those stand beside the trail alone, where the law can have them erased.
   */
  value: Json | null
  long_value: Json | null
  /** 0: cleared. */
  coded: Flag
  user_id: number | null
  how: string
  at: Instant
  /** The latest `at` of the project's changes up to this one: never goes back, as the server's clock may. */
  moment: Instant
  audit_id: number
  job_id: number | null
}

/** How many more (or fewer) documents had a value after a stretch of the chain than before it. */
export interface CodingTallyTable {
  project_id: number
  bucket: number
  kind: SubjectKind
  subject_id: number
  /** JSON of a choice or tag, in the words of its time; empty: any value at all. */
  value: string
  n: number
}

/** Changes in an hour. */
export interface CodingHourTable {
  project_id: number
  /** `2026-01-05T09`, UTC. */
  hour: string
  /** 0: the product itself. */
  user_id: number
  kind: SubjectKind
  subject_id: number
  how: string
  n: number
}

/**
 * What a choice was called and where it stood, while it did; choice 0 is the field itself. Categories of tags are here too,
 * by the negative of their id, with their tags for choices.
 */
export interface ChoiceSpanTable {
  project_id: number
  field_id: number
  choice_id: number
  from_seq: number
  until_seq: number
  position: number
  text: string
}

/** How a batch stood, and with whom: from the row of the chain that says so until the row that says otherwise. */
export interface BatchSpanTable {
  project_id: number
  batch_id: number
  from_seq: number
  /** `stands` (server/review/coding-history/open-end.ts) while nothing has replaced it. */
  until_seq: number
  /** Null: it is gone. */
  status: string | null
  user_id: number | null
  at: Instant
  moment: Instant
}

/** How far a project's past is worked out. */
export interface SpanHeadTable {
  project_id: number
  /** While it is not complete: the row of the chain up to which it is. */
  seq: number
  /** That of the last change. */
  moment: Instant
  /** 1: whole, and every change is added with its audit row. */
  complete: Flag
}
