/** Productions, their numbers, and what was made of each of their documents. */
import type { Generated } from 'kysely'
import type { ProductionState } from '#contracts/productions.ts'
import type { Flag, Instant, Json } from '../../platform/records/schema.ts'
import type { Purpose } from '../settings/run-settings.ts'

declare module '../../platform/records/schema.ts' {
  interface Schema {
    production: ProductionTable
    production_check: ProductionCheckTable
    production_list: ProductionListTable
    production_row: ProductionRowTable
    production_sample: ProductionSampleTable
    production_sample_document: ProductionSampleDocumentTable
    production_document: ProductionDocumentTable
    production_template: ProductionTemplateTable
    production_volume: ProductionVolumeTable
    slip_sheet: SlipSheetTable
    bates_prefix: BatesPrefixTable
    bates_range: BatesRangeTable
  }
}

export interface ProductionTable {
  production_id: Generated<number>
  project_id: number
  /** An `export` is made as a production is, and is none: it has no numbers, and its files go after a time (exports/). */
  purpose: Purpose
  name: string
  /** Unique in the project; of an export it names nothing. */
  name_key: string
  /** As it was last written: of one that runs, its job says more (record/state.ts). */
  state: ProductionState
  version: number
  /** JSON (contracts/production-settings.ts; of an export, settings/run-settings.ts). */
  settings: Json
  created_by: number
  created_at: Instant
  /** The version of the settings that was checked last. */
  checked_version: number | null
  checked_at: Instant | null
  checked_documents: number
  checked_pages: number
  job_id: number | null
  /** How the set was read when the list was frozen. */
  reading: string | null
  /** Null until the plan is whole. */
  documents: number | null
  pages: number | null
  /** Null until numbers are taken: that of the first page, or document. */
  first_number: number | null
  /** JSON (contracts/production-volumes.ts): what was found when the volumes were read back. */
  quality: Json | null
  quality_at: Instant | null
  produced_by: number | null
  produced_at: Instant | null
  /** Who said first that it may leave. */
  released_by: number | null
  released_at: Instant | null
  delivered_by: number | null
  delivered_at: Instant | null
  rolled_back_by: number | null
  rolled_back_at: Instant | null
  /** Of an export: when its files go. Rolled back by nobody: they went by themselves. */
  expires_at: Instant | null
}

/** What a check found when the production was validated last. */
export interface ProductionCheckTable {
  production_id: number
  project_id: number
  /** Which check (contracts/production-checks.ts). */
  kind: string
  blocks: Flag
  documents: number
  /** JSON: the first documents, with what is to be said of each. */
  told: Json
  message: string
  accepted_by: number | null
  accepted_at: Instant | null
  reason: string | null
}

/** The documents of a production in their order, as they were when it was run, in slices (planning/list.ts). */
export interface ProductionListTable {
  production_id: number
  project_id: number
  part: number
  entries: Json
}

/** A document of the plan. Its numbers follow from `place`, `pages_before` and the first number of the production. */
export interface ProductionDocumentTable {
  production_id: number
  project_id: number
  document_id: number
  /** From 1. */
  place: number
  family_id: number
  /** The direct parent, where it is in the production too. */
  parent_id: number | null
  treatment: string
  /** JSON (contracts/production-settings.ts): of a document that does not go out as it is; null: it has none. */
  slip_sheet: Json | null
  pages: number
  /** Pages of all documents before it. */
  pages_before: number
  designation: string
  /** Of its redactions when it was planned: a document that was redacted since stops. */
  redaction_revision: number
  redacted: Flag
  /** Of the document's file when it was planned. */
  file_sha256: string
  /** Of the one file with all that was made of it, from just before it is kept; null until then. */
  sha256: string | null
  /** JSON (making/made.ts): where its pages and its text stand in that file. */
  parts: Json | null
  /** JSON (making/made.ts): the file that goes out as it is; null: none does. */
  native: Json | null
  state: 'planned' | 'made' | 'failed'
  /** Why it could not be made. */
  fault: string | null
  /** JSON: of each page a checksum of what it shows without its stamps (making/worker.ts); null: it was not kept. */
  drawn: string | null
}

/** What left of a document, as it is compared with what another production has of it (compare/). Of exports none is kept. */
export interface ProductionRowTable {
  production_id: number
  project_id: number
  document_id: number
  place: number
  /** Of each column of the load file a checksum of its value, one after another (volumes/kept-rows.ts). */
  sums: string
  /** SHA-256 of its text and of its file, or of the rebuilt copy; empty: none left. */
  text_sum: string
  file_sum: string
  /** JSON: the values as they stand in the load file. */
  cells: Json
}

/** The sample of a production that somebody looks at before it may leave (sample/). */
export interface ProductionSampleTable {
  production_id: number
  project_id: number
  /** Documents with redactions or a slip sheet. */
  population: number
  /** Percent. */
  confidence: number
  margin: number
  seed: string
  drawn_by: number
  drawn_at: Instant
}

export interface ProductionSampleDocumentTable {
  production_id: number
  project_id: number
  document_id: number
  place: number
  /** Null: nobody has looked at it. */
  verdict: 'right' | 'wrong' | null
  /** Empty: none. */
  note: string
  looked_by: number | null
  looked_at: Instant | null
}

/** Settings that a project keeps under a name. */
export interface ProductionTemplateTable {
  template_id: Generated<number>
  project_id: number
  name: string
  name_key: string
  /** JSON (contracts/production-settings.ts). */
  settings: Json
  made_by: number
  made_at: Instant
}

/** A volume: what of it is not in the files of documents is kept as one file. */
export interface ProductionVolumeTable {
  production_id: number
  project_id: number
  /** From 1. */
  volume: number
  name: string
  first_place: number
  last_place: number
  files: number
  bytes: number
  /** Of the one file with its load files, one after another. */
  sha256: string
  /** JSON (volumes/layout.ts): where each of these stands in that file. */
  data: Json
}

/** An uploaded page that stands for withheld documents. */
export interface SlipSheetTable {
  project_id: number
  sha256: string
  name: string
  mime_type: string
  at: Instant
  by_user: number
}

/** A prefix of Bates numbers as it was first written, with its digits. */
export interface BatesPrefixTable {
  project_id: number
  /** Ignoring case: `NW` and `nw` are one. */
  prefix_key: string
  prefix: string
  digits: number
}

/** Numbers that are taken; rows are never deleted. */
export interface BatesRangeTable {
  bates_range_id: Generated<number>
  project_id: number
  prefix_key: string
  first_number: number
  last_number: number
  /** Null: taken by hand. */
  production_id: number | null
  name: string
  taken_by: number
  taken_at: Instant
  /** Since when they may be given to something else. */
  released_at: Instant | null
}
