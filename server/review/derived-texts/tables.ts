/** Summaries, translations and transcripts under way. */

declare module '../../platform/records/schema.ts' {
  interface Schema {
    derived_document: DerivedDocumentTable
    derived_part: DerivedPartTable
  }
}

/** A document that a job of summaries, translation or transcription is done with. */
export interface DerivedDocumentTable {
  document_id: number
  job_id: number
  /** `done`, `nothing` (there is nothing to make it of), `failed`. */
  outcome: string
}

/** What an endpoint answered to a part of a document's text; dropped once the document is done. */
export interface DerivedPartTable {
  document_id: number
  job_id: number
  part: number
  /** SHA-256 of the part that it is the answer to. */
  sha256: string
  text: string
}
