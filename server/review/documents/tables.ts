/** Documents, and what jobs are about. */
import type { Generated } from 'kysely'
import type { DocumentState } from '#contracts/documents.ts'
import type { Flag, Instant, Json } from '../../platform/records/schema.ts'

declare module '../../platform/records/schema.ts' {
  interface Schema {
    document: DocumentTable
    document_text: DocumentTextTable
    document_custodian: DocumentCustodianTable
    document_copy: DocumentCopyTable
    job_documents: JobDocumentsTable
    laid_over: LaidOverTable
    left_out: LeftOutTable
  }
}

/** A document that a load was laid over; one that it made names the load as its job. */
export interface LaidOverTable {
  job_id: number
  document_id: number
  project_id: number
}

export interface DocumentTable {
  document_id: Generated<number>
  project_id: number
  /** Number behind the project's prefix; eight digits when shown. Negative, and without meaning, until it is promoted. */
  control: number
  /** The top parent's id; its own for a parent. */
  family_id: number
  /** Direct parent. */
  parent_id: number | null
  /** Position in the family's reading order; 0 is the top parent. */
  ordinal: number
  depth: number
  custodian_id: number
  job_id: number
  record_type: string
  file_category: string
  title: string
  file_name: string
  extension: string
  mime_type: string
  size: number
  md5: string
  sha1: string
  sha256: string
  /** EH-1 for mail, SHA-256 for loose files; set on family parents only. */
  dedupe_hash: string | null
  /** Best date of the top parent, copied to every member. */
  parent_date: Instant | null
  /** Fixed-order sort key of the parent's date: nulls last. */
  sort_key: string
  sent_at: Instant | null
  sent_original: string
  from_text: string
  /** JSON: {from,to,cc,bcc: [{name,address}]}; null for other than mail. */
  addresses: Json | null
  message_id: string
  in_reply_to: string
  references: Json
  /** Path inside its containers, JSON array, outermost first. */
  source_path: Json
  attachment_count: number
  text_size: number
  text_truncated: Flag
  has_text: Flag
  no_text_reason: string | null
  /** JSON: other metadata, name → values. */
  metadata: Json
  created_at: Instant
  /** The same for all members of a family. */
  state: Generated<DocumentState>
  /** When a job promoted it; null where it was promoted as it came in, and until it is. */
  promoted_at: Instant | null
  /** That job. */
  promote_job: number | null
  /** The job that filtered it out, while it is. */
  filter_job: number | null
  /** When a custodian was added to those who have it. */
  custodians_at: Instant | null
  /** What it is called by whom it came from: an earlier control number, a number of their own. Unique in the project. */
  custom_id: string | null
  /** Grows with each change of its redactions. */
  redaction_revision: Generated<number>
}

/** All columns of `document`, for whoever puts others in the place of some. */
export const documentColumns = Object.keys({
  document_id: null,
  project_id: null,
  control: null,
  family_id: null,
  parent_id: null,
  ordinal: null,
  depth: null,
  custodian_id: null,
  job_id: null,
  record_type: null,
  file_category: null,
  title: null,
  file_name: null,
  extension: null,
  mime_type: null,
  size: null,
  md5: null,
  sha1: null,
  sha256: null,
  dedupe_hash: null,
  parent_date: null,
  sort_key: null,
  sent_at: null,
  sent_original: null,
  from_text: null,
  addresses: null,
  message_id: null,
  in_reply_to: null,
  references: null,
  source_path: null,
  attachment_count: null,
  text_size: null,
  text_truncated: null,
  has_text: null,
  no_text_reason: null,
  metadata: null,
  created_at: null,
  state: null,
  promoted_at: null,
  promote_job: null,
  filter_job: null,
  custodians_at: null,
  custom_id: null,
  redaction_revision: null,
} satisfies Record<keyof DocumentTable, null>) as (keyof DocumentTable)[]

/** Text and HTML of a document: read alone, so that lists stay narrow. */
export interface DocumentTextTable {
  document_id: number
  text: string
  html: string | null
}

/** Custodians whose copy was suppressed as a duplicate (the survivor's own included, first). */
export interface DocumentCustodianTable {
  document_id: number
  custodian_id: number
  /** Order in All_Custodian; 0 is the survivor's own. */
  position: number
  job_id: number
}

/** A suppressed copy of a family: who had it and where. The survivor's own place is with its document. */
export interface DocumentCopyTable {
  copy_id: Generated<number>
  /** The family's top parent. */
  document_id: number
  custodian_id: number
  job_id: number
  /** JSON. */
  source_path: Json
}

/** The documents that a job is about (a bulk change, an assignment), in slices. */
export interface JobDocumentsTable {
  job_id: number
  part: number
  /** JSON list of ids. */
  ids: Json
}

/** An item that is no document: a known file that was left out, or a container that was taken apart. */
export interface LeftOutTable {
  left_out_id: Generated<number>
  project_id: number
  job_id: number
  /** What it was attached to or stood in, or is a copy of; null where it came by itself. */
  document_id: number | null
  /** One of the contract's kinds. */
  kind: string
  path: Json
  size: number | null
  sha256: string | null
  /** As `sha1`, of a copy alone; null where an earlier version of the program took it and its bytes are other ones. */
  md5: string | null
  sha1: string | null
  /** JSON: whom a copy names by BCC; null for all else. */
  bcc: Json | null
  hash_list_id: number | null
  at: Instant
}
