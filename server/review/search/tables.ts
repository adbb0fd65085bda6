/** What the index has yet to take, saved searches, and sets of documents that are kept. */
import type { Generated } from 'kysely'
import type { Instant, Json } from '../../platform/records/schema.ts'

declare module '../../platform/records/schema.ts' {
  interface Schema {
    index_queue: IndexQueueTable
    saved_search: SavedSearchTable
    saved_search_opening: SavedSearchOpeningTable
    term_report: TermReportTable
    term_report_term: TermReportTermTable
    random_sample: RandomSampleTable
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

/** A search under a name. */
export interface SavedSearchTable {
  saved_search_id: Generated<number>
  project_id: number
  name: string
  /** The name case aside: unique among those that are listed together. */
  name_key: string
  /** The folder of searches; empty: in none. */
  folder: string
  /** Whose list it is in: its author, or 0 for the shared ones. */
  listed_for: number
  /** The search, as JSON (contracts/saved-searches.ts, searchSettings). */
  settings: Json
  /** How its query was read when it was saved. */
  reading: string
  version: number
  made_by: number
  saved_by: number
  saved_at: Instant
}

/** What somebody found when they last opened one. */
export interface SavedSearchOpeningTable {
  saved_search_id: number
  user_id: number
  project_id: number
  opened_at: Instant
  /** Ids of the documents, packed (documents-kept.ts). */
  documents: string
}

/** A search term report that was run by somebody, as they saw the project. */
export interface TermReportTable {
  term_report_id: Generated<number>
  project_id: number
  made_by: number
  made_at: Instant
  name: string
  /** What of the project its maker saw, as JSON (kept-sets.ts, viewKey). */
  view: string
  /** The set, as JSON (contracts/document-sets.ts, keptSet). */
  of_set: Json
  /** Ids of the documents of the set, packed (documents-kept.ts). */
  documents: string
  /** Figures of the whole, as JSON (term-reports/reports.ts). */
  figures: Json
}

/** A term of a report. */
export interface TermReportTermTable {
  term_report_term_id: Generated<number>
  project_id: number
  term_report_id: number
  /** In the order of the lines. */
  position: number
  /** The term and what it finds, as JSON (term-reports/reports.ts). */
  figures: Json
  /** Ids of the documents that no other term of the report finds, packed. */
  alone: string
}

/** A sample that was drawn by somebody, as they saw the project. */
export interface RandomSampleTable {
  random_sample_id: Generated<number>
  project_id: number
  made_by: number
  made_at: Instant
  name: string
  /** What of the project its maker saw, as JSON (kept-sets.ts, viewKey). */
  view: string
  /** The set, as JSON (contracts/document-sets.ts, keptSet). */
  of_set: Json
  /** Ids of the documents that were drawn, packed. */
  documents: string
  /** How its size was asked for, as JSON (contracts/samples.ts, sizeBy). */
  size_by: Json
  seed: string
  /** Documents of the set when it was drawn. */
  population: number
  size: number
}
