/**
 * The tables of the system of record, as Kysely sees them. One declaration for both databases; the codecs are
 * fixed by convention (see dialect.ts): instants are ISO 8601 text in UTC with milliseconds, flags are 0 or 1, JSON is text.
 */
import type { Generated, Insertable } from 'kysely'
import type { DocumentState } from '#contracts/documents.ts'

/** ISO 8601, UTC, milliseconds: 24 characters, so that text order is time order. */
export type Instant = string
export type Flag = 0 | 1
export type Json = string

// ── audit, idempotency, jobs, files ─────────────────────────────────────────────────────────────────────────────

/** Append-only. `text` is the exact text that was hashed; the other columns are there to be searched. */
export interface AuditTable {
  audit_id: Generated<number>
  /** `project:7`, `company:2` or `system`. */
  chain: string
  /** Position in the chain, from 1, gapless. */
  seq: number
  at: Instant
  user_id: number | null
  action: string
  project_id: number | null
  document_id: number | null
  field_id: number | null
  job_id: number | null
  command_id: string | null
  correlation_id: string | null
  text: string
  /** Values that may have to be erased by law: `{name: {value, salt}}`; `text` holds only their commitments. */
  erasable: Json | null
  hash: string
}

/** The head of each chain: the last row's number and link. */
export interface AuditHeadTable {
  chain: string
  seq: number
  hash: string
}

/** Append-only: what the head of a chain was at a time, signed by the installation's key. */
export interface SignedHeadTable {
  signed_head_id: Generated<number>
  chain: string
  seq: number
  hash: string
  at: Instant
  /** Fingerprint of the key. */
  key: string
  /** Hex. */
  signature: string
}

export interface IdempotencyTable {
  user_id: number
  key: string
  /** SHA-256 of method, path, project and body (not of If-Match, which is taken when the request is sent). */
  fingerprint: string
  status: number
  reply: Json
  at: Instant
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

/** A file kept by its content, and since when. */
export interface BlobTable {
  sha256: string
  size: number
  at: Instant
}

// ── people ──────────────────────────────────────────────────────────────────────────────────────────────────────

export interface UserTable {
  user_id: Generated<number>
  email: string
  name: string
  phone: string
  /** Account role; SystemAdmin … Default. */
  role: string
  company_id: number | null
  /** argon2id in PHC form. */
  password: string
  mfa_required: Flag
  /** Base32; null until enrolled. */
  totp_secret: string | null
  /** The last time step that was used, so that a code works once. */
  totp_last_step: number | null
  sso: Flag
  active: Flag
  /** JSON of viewerSetting. */
  setting: Json
  accepted_version: string | null
  accepted_at: Instant | null
  created_at: Instant
}

export interface RecoveryCodeTable {
  user_id: number
  hash: string
  used_at: Instant | null
}

export interface SessionTable {
  /** SHA-256 of the token; the token itself is nowhere on the server. */
  token_hash: string
  /** SHA-256 of the cookie's value. */
  cookie_hash: string
  user_id: number
  stage: string
  xsrf: string
  created_at: Instant
  seen_at: Instant
  expires_at: Instant
  revoked_at: Instant | null
  ip: string
  mfa_tries: number
}

/** Failed sign-ins by account name (known or not) for the back-off. */
export interface LoginFailureTable {
  email: string
  failures: number
  last_at: Instant
  locked_until: Instant | null
  /** Tries that were refused during this wait. */
  refused: number
}

export interface ResetTable {
  token_hash: string
  user_id: number
  expires_at: Instant
  used_at: Instant | null
}

// ── clients and projects ────────────────────────────────────────────────────────────────────────────────────────

export interface CompanyTable {
  company_id: Generated<number>
  name: string
  mfa_required: Flag
  qa_copilot: Flag
  slack_collection: Flag
  created_at: Instant
}

export interface ProjectTable {
  project_id: Generated<number>
  company_id: number
  name: string
  prefix: string
  time_zone: string
  precedence: string
  /** JSON: [{name, enabled}]. */
  features: Json
  max_text_size: number
  propagation_enabled: Flag
  reviewer_tracking_enabled: Flag
  coding_idle_timeout: number
  /** Whether documents may be sent to the endpoint that the installation names. */
  ai_sending_allowed: Generated<Flag>
  /** JSON: how it processes what comes (contracts/processing.ts); what is not there is as it is by default. */
  processing: Generated<Json>
  /** Counts up with each change of how it processes, the length of searchable text included. */
  processing_version: Generated<number>
  /** JSON: fields that leave it by no export and no sync, besides those of every project (settings/excluded-fields.ts). */
  excluded_fields: Generated<Json>
  excluded_fields_version: Generated<number>
  /** The last control number given; never goes back. */
  last_control: number
  created_at: Instant
  last_activity_at: Instant | null
}

export interface ProjectUserTable {
  project_id: number
  user_id: number
  role: string
}

export interface CustodianTable {
  custodian_id: Generated<number>
  project_id: number
  name: string
}

// ── documents ───────────────────────────────────────────────────────────────────────────────────────────────────

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
}

/** Text and HTML of a document: read alone, so that lists stay narrow. */
export interface DocumentTextTable {
  document_id: number
  text: string
  html: string | null
}

/** A text of a document besides the extracted one: recognised, transcribed, translated, or a summary. */
export interface DocumentVariantTable {
  document_id: number
  /** `ocr`, `transcribed`, `translated`, `summary`, `extractive`. */
  origin: string
  /** ISO 639-1; `und` where it is not known. */
  language: string
  /** Pages are separated by a form feed. */
  text: string
  truncated: Flag
  /** 0 to 100; null where whatever made it does not say. */
  confidence: number | null
  /** What made it, with its version. */
  engine: string
  job_id: number
  at: Instant
  /** JSON: which text it was made of (origin, language, sha256), and where an extractive summary's sentences stand in that. */
  source: Json | null
}

/** What the analysis of its project found about a document; derived, and worked out again at any time. */
export interface DocumentAnalysisTable {
  document_id: number
  project_id: number
  /** Of which text, and by which rules, the languages and the personal data are; null until they were looked for. */
  text_key: string | null
  /** JSON: [{code, share, confidence}], the most common first; before rule 4 of the analysis without the confidence. */
  languages: Json
  /** JSON: how often each kind of personal data is in it; likely ones, and those of which only the form speaks. */
  pii_likely: Json
  pii_potential: Json
  /** Among all documents, whether in review or not. The lowest id of its conversation; members of a message's family have the message's. Null for what is no mail. */
  thread_id: number | null
  /** Documents that have it. */
  thread_count: number | null
  /** The message that it answers, or the nearest above that one that is there. */
  thread_parent: number | null
  /** 1: what it answers was not collected. */
  thread_missing: Flag
  /** `inclusive`, `repeated` or `spare`; null for all but messages. */
  thread_inclusive: string | null
  /** The group's principal, in the principal too; null where nothing is nearly the same. */
  near_dup_group: number | null
  /** Documents that have it. */
  near_dup_count: number | null
  /** In percent of the principal. */
  near_dup_similarity: number | null
  /** 1: the analysis has come by since it is in review, and what follows is as it says; the same among what is in review. */
  review_known: Flag
  review_thread_id: number | null
  review_thread_count: number | null
  review_thread_parent: number | null
  review_thread_missing: Flag
  review_thread_inclusive: string | null
  review_near_dup_group: number | null
  review_near_dup_count: number | null
  review_near_dup_similarity: number | null
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

/** Where material comes from, and whose it is. */
export interface SourceTable {
  source_id: Generated<number>
  project_id: number
  custodian_id: number
  name: string
  /** Lower-case trimmed name: unique in the project. */
  name_key: string
  auto_process: Flag
  auto_promote: Flag
  /** Counts up with each change. */
  version: Generated<number>
  created_by: number
  created_at: Instant
}

/** A file that came into a source. A job takes files in the order of their ids; its positions begin with their rank. */
export interface SourceFileTable {
  source_file_id: Generated<number>
  project_id: number
  source_id: number
  /** JSON array: folders and name, outermost first. */
  path: Json
  sha256: string
  size: number
  modified_at: Instant | null
  at: Instant
  /** Null until a job takes it. */
  job_id: number | null
  /** The collection that it came by; null where it was uploaded, or brought by the command line. */
  collected_by: Generated<number | null>
  /** The document whose file it becomes; null where what is in it are documents of their own. */
  document_id: Generated<number | null>
}

/** A list of known files; it can be searched once `entries` and `sha256` are set. */
export interface HashListTable {
  hash_list_id: Generated<number>
  project_id: number
  name: string
  version: string
  file_name: string
  size: number
  received: number
  entries: number | null
  /** Lines in which no hash was found. */
  rejected: number
  /** Of the sorted file. */
  sha256: string | null
  /** That makes the sorted file; null until the upload is whole. */
  job_id: number | null
  created_by: number
  created_at: Instant
}

/** The lists that a job tests files against. */
export interface JobHashListTable {
  job_id: number
  hash_list_id: number
}

/** A row of `exception` as it is written: open, without a note. */
export type NewException = Insertable<ExceptionTable>

/** What is known of a document's pages: found out when they are first asked for. */
export interface DocumentPagesTable {
  document_id: number
  project_id: number
  /** Of what found it out (server/pages/sets.ts): an older one's answer is asked for anew. */
  version: number
  /** JSON: width, height and dpi of each page's image; null where none can be shown. */
  sizes: Json | null
  /** JSON: pages that cannot be drawn, and why. */
  faults: Json
  /** Why none can be shown, or not all. */
  code: string | null
  reason: string | null
}

/** Which fields a document list shows: everybody has their own. */
export interface DocumentListTemplateTable {
  template_id: Generated<number>
  project_id: number
  user_id: number
  name: string
  /** Lower-case name: unique among those of a person in a project. */
  name_key: string
  /** JSON list of names of fields, in order. */
  fields: Json
  at: Instant
}

/** What is saved under a name for all of a project. */
export interface TemplateTable {
  template_id: Generated<number>
  project_id: number
  /** What `content` is. */
  kind: 'filter'
  name: string
  /** The name case aside: unique among those of a kind in a project. */
  name_key: string
  content: Json
  version: number
  made_by: number
  saved_by: number
  saved_at: Instant
}

/** A named list of terms, each a query. What they hit is kept nowhere. */
export interface KeywordListTable {
  keyword_list_id: Generated<number>
  project_id: number
  name: string
  /** The name case aside: unique in a project. */
  name_key: string
  /** JSON list of the terms, in order, as they were written. */
  terms: Json
  version: number
  made_by: number
  saved_by: number
  saved_at: Instant
}

/** A file that a document had before another was put in its place. */
export interface ReplacedFileTable {
  replaced_file_id: Generated<number>
  project_id: number
  document_id: number
  /** Of contracts/files.ts; a text is kept as UTF-8. */
  file_type: number
  sha256: string
  size: number
  file_name: string
  by_user: number
  at: Instant
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

/** Changes that the search index has yet to take: written with the record, taken in order of `change_id`. */
export interface IndexQueueTable {
  change_id: Generated<number>
  project_id: number
  document_id: number
  /** `document` (all of it), `facts` (all but its text) or `coding` (its coded values and tags). */
  what: string
}

// ── coding and tags ─────────────────────────────────────────────────────────────────────────────────────────────

/** A coding field of the project; forms show it, values belong to it. */
export interface FieldTable {
  field_id: Generated<number>
  project_id: number
  name: string
  type_id: number
}

export interface FieldChoiceTable {
  choice_id: Generated<number>
  field_id: number
  position: number
  text: string
  /** JSON list of the names that it had before, oldest first. */
  former: Generated<Json>
}

export interface CodingFormTable {
  coding_form_id: Generated<number>
  project_id: number
  name: string
  /** Lower-case trimmed name: unique in the project. */
  name_key: string
  selected: Flag
  revision: number
  modify_action_type: number
}

export interface CodingFormSectionTable {
  section_id: Generated<number>
  coding_form_id: number
  position: number
  name: string
}

export interface CodingFormFieldTable {
  coding_form_field_id: Generated<number>
  section_id: number
  field_id: number
  position: number
  required: Flag
  read_only: Flag
}

export interface CodingValueTable {
  document_id: number
  field_id: number
  project_id: number
  /** JSON of a CodedValue; `null` is a value too: cleared. */
  value: Json
  version: number
  by_user: number
  at: Instant
}

export interface TagCategoryTable {
  tag_category_id: Generated<number>
  project_id: number
  name: string
  position: number
  exclusive: Flag
}

export interface TagTable {
  tag_id: Generated<number>
  tag_category_id: number
  name: string
  position: number
  quick_key: number | null
}

export interface DocumentTagTable {
  document_id: number
  tag_id: number
  project_id: number
  by_user: number
  at: Instant
}

// ── the past of coding: derived from the audit rows, and written with them (server/audit/spans.ts) ──────────────────

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
  /** `stands` (server/audit/stands.ts) while nothing has replaced it. */
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

/** What a choice was called and where it stood, while it did; choice 0 is the field itself. */
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
  /** `stands` (server/audit/stands.ts) while nothing has replaced it. */
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

// ── reconciliation ──────────────────────────────────────────────────────────────────────────────────────────────

/** A browser's log of a project, as it has reported last. */
export interface ClientLogTable {
  client_log_id: Generated<number>
  project_id: number
  user_id: number
  /** The browser's own id, and that of the log in it. */
  browser: string
  log: string
  machine: string
  seq: number
  version: string
  clock_offset: number | null
  reconciled_at: Instant | null
  reconciled_to: number
  /** Its entries by how they stand. */
  acknowledged: number
  matched: number
  differs: number
  missing: number
  unsent: number
  local_only: number
  /** JSON: the entries that differ or are missing. */
  odd: Json
  first_at: Instant
  last_at: Instant
}

/** What it reported before. */
export interface ClientLogReportTable {
  client_log_id: number
  seq: number
  at: Instant
  acknowledged: number
  matched: number
  differs: number
  missing: number
  unsent: number
  local_only: number
}

// ── bulk changes ────────────────────────────────────────────────────────────────────────────────────────────────

/** A bulk change, by the job that does it: the head of its receipt. Kept as long as the project. */
export interface BulkTable {
  job_id: number
  project_id: number
  /** `do`, `undo`, `redo`. */
  kind: string
  /** The change that all of it began with. */
  root_id: number
  /** The bulk change that this one takes back: each is taken back once at most. */
  reverses: number | null
  command_id: string
  correlation_id: string
  /** The role in which it was asked for. */
  role: string
  /** `coding`, `tags` or `customIds`. */
  what: string
  /** JSON of what was asked. */
  changes: Json
  families: Flag
  written_documents: number
  written: number
  already_so: number
}

/** The documents that a job is about (a bulk change, an assignment), in slices. */
export interface JobDocumentsTable {
  job_id: number
  part: number
  /** JSON list of ids. */
  ids: Json
}

/** What a bulk change has for each document of its own, in slices: read from a file, and fixed when it was asked for. */
export interface BulkValuesTable {
  job_id: number
  part: number
  /** JSON: [document, [[field, value] …]] …; a custom id stands in the place of field 0. */
  rows: Json
}

/** A file of values that somebody brought, as it was looked at before it is loaded. */
export interface OverlayTable {
  overlay_id: Generated<number>
  project_id: number
  user_id: number
  /** `fields` or `customIds`. */
  kind: string
  sha256: string
  /** The column that says which documents, as it was named; null: found by its name. */
  key_column: string | null
  /** What it holds, where that was said. */
  key_field: string | null
  /** What an empty cell means: `keep` or `clear`. */
  blank: string
  created_at: Instant
  /** The bulk change that loads it. */
  job_id: number | null
}

/** The receipt: what a bulk change wrote, and what it left as it was. */
export interface BulkRowTable {
  job_id: number
  document_id: number
  /** The field, or the category of tags; 0 for custom ids, and where the document is not there. */
  target_id: number
  /** `written`, or why it was left. */
  outcome: string
  /** JSON of the value before; of what it should have become where it was left. */
  before: Json
  before_version: number
  /** JSON of the value after; of what stood there where it was left. */
  after: Json
  after_version: number
  /** Who wrote the value of `after`, and when. */
  by_user: number | null
  at: Instant | null
}

// ── assignments ─────────────────────────────────────────────────────────────────────────────────────────────────

/** Documents of a search, frozen and split into batches by the job that was begun with it. */
export interface AssignmentTable {
  assignment_id: Generated<number>
  project_id: number
  job_id: number
  name: string
  /** Lower-case trimmed name: unique in the project among those that are not deleted. */
  name_key: string
  /** JSON of the query; null where documents were named. */
  search: Json | null
  families: Flag
  batch_size: number
  group_by: string
  /** What stays together as far as a batch holds it. */
  group_threads: Generated<Flag>
  group_near_duplicates: Generated<Flag>
  coding_form_id: number | null
  /** Whose value means that a document is reviewed; null: anything coded in a form, or a tag, does. */
  reviewed_field_id: number | null
  created_by: number
  created_at: Instant
  deleted_at: Instant | null
}

/** Who may take an assignment's batches; nobody named: every reviewer. */
export interface AssignmentUserTable {
  assignment_id: number
  user_id: number
}

export interface BatchTable {
  batch_id: Generated<number>
  project_id: number
  assignment_id: number
  number: number
  size: number
  status: string
  /** Who holds it, or checked it in as completed. */
  holder: number | null
  /** Since when it stands so. */
  at: Instant
}

/** What is in a batch: never changes. */
export interface BatchDocumentTable {
  batch_id: number
  /** In reading order, from 0. */
  position: number
  document_id: number
}

// ── text recognition ────────────────────────────────────────────────────────────────────────────────────────────

/** A document that a job of text recognition is done with. */
export interface OcrDocumentTable {
  document_id: number
  job_id: number
  pages: number
  /** `recognised`, `nothing` (there is no text on it), `failed` (in part or altogether). */
  outcome: string
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

/** A page that was looked at; those of a document's newest job stay, for the places of words. */
export interface OcrPageTable {
  document_id: number
  job_id: number
  page: number
  /** Until it is part of the document's text; null afterwards. */
  text: string | null
  /** 0 to 100; null where the page was left alone because it has text of its own, and where it failed. */
  confidence: number | null
  /** Quarters by which the page has to be turned clockwise to be read. */
  turn: number
  /** Of the image in which the words have their places. */
  width: number
  height: number
  dpi: number
  /** JSON: [start and length in the page's text, confidence, left, top, width, height] of each word. */
  words: Json
  /** Why it failed. */
  reason: string | null
}

export interface Schema {
  audit: AuditTable
  audit_head: AuditHeadTable
  signed_head: SignedHeadTable
  idempotency: IdempotencyTable
  job: JobTable
  blob: BlobTable
  app_user: UserTable
  recovery_code: RecoveryCodeTable
  session: SessionTable
  login_failure: LoginFailureTable
  reset: ResetTable
  company: CompanyTable
  project: ProjectTable
  project_user: ProjectUserTable
  custodian: CustodianTable
  document: DocumentTable
  document_text: DocumentTextTable
  document_variant: DocumentVariantTable
  document_analysis: DocumentAnalysisTable
  document_custodian: DocumentCustodianTable
  document_copy: DocumentCopyTable
  exception: ExceptionTable
  left_out: LeftOutTable
  source: SourceTable
  source_file: SourceFileTable
  document_pages: DocumentPagesTable
  hash_list: HashListTable
  job_hash_list: JobHashListTable
  document_list_template: DocumentListTemplateTable
  template: TemplateTable
  keyword_list: KeywordListTable
  replaced_file: ReplacedFileTable
  upload: UploadTable
  index_queue: IndexQueueTable
  field: FieldTable
  field_choice: FieldChoiceTable
  coding_form: CodingFormTable
  coding_form_section: CodingFormSectionTable
  coding_form_field: CodingFormFieldTable
  coding_value: CodingValueTable
  tag_category: TagCategoryTable
  tag: TagTable
  document_tag: DocumentTagTable
  coding_span: CodingSpanTable
  coding_tally: CodingTallyTable
  coding_hour: CodingHourTable
  choice_span: ChoiceSpanTable
  batch_span: BatchSpanTable
  span_head: SpanHeadTable
  client_log: ClientLogTable
  client_log_report: ClientLogReportTable
  bulk: BulkTable
  job_documents: JobDocumentsTable
  bulk_values: BulkValuesTable
  overlay: OverlayTable
  bulk_row: BulkRowTable
  assignment: AssignmentTable
  assignment_user: AssignmentUserTable
  batch: BatchTable
  batch_document: BatchDocumentTable
  ocr_document: OcrDocumentTable
  derived_document: DerivedDocumentTable
  derived_part: DerivedPartTable
  ocr_page: OcrPageTable
}
