/** Projects, who works in them, and whose data they hold. */
import type { Generated } from 'kysely'
import type { Flag, Instant, Json } from '../../platform/records/schema.ts'

declare module '../../platform/records/schema.ts' {
  interface Schema {
    project: ProjectTable
    project_user: ProjectUserTable
    support_access: SupportAccessTable
    securable_group: SecurableGroupTable
    securable_group_user: SecurableGroupUserTable
    securable_group_part: SecurableGroupPartTable
    custodian: CustodianTable
    project_hold: ProjectHoldTable
    project_deletion: ProjectDeletionTable
    project_month: ProjectMonthTable
  }
}

export interface ProjectTable {
  project_id: Generated<number>
  company_id: number
  name: string
  prefix: string
  time_zone: string
  precedence: string
  /** Noise words of its own, one a line; null: the usual ones. */
  noise: Generated<string | null>
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
  /** Counts up with each change of its securable groups; 0: it never had any. */
  walls_version: Generated<number>
  /** How often what is in a folder of a wall has changed. */
  wall_filings: Generated<number>
  /** Whether reviewers see only what they hold. */
  batches_only: Generated<Flag>
  /** Since when it is read only; null: it is worked on. */
  archived_at: Generated<Instant | null>
  /** When its documents were deleted: nobody finds it any more; its audit record and its certificate stay. */
  deleted_at: Generated<Instant | null>
}

/** Legal holds: while one stands that is not released, nothing deletes the project. */
export interface ProjectHoldTable {
  hold_id: Generated<number>
  project_id: number
  reason: string
  set_by: number
  set_at: Instant
  /** Who asked for its release, and why; another person releases it. */
  release_reason: Generated<string | null>
  release_asked_by: Generated<number | null>
  release_asked_at: Generated<Instant | null>
  released_by: Generated<number | null>
  released_at: Generated<Instant | null>
}

/** Requests to delete a project; at most one of a project is neither taken back nor done. */
export interface ProjectDeletionTable {
  deletion_id: Generated<number>
  project_id: number
  asked_by: number
  asked_at: Instant
  approved_by: Generated<number | null>
  approved_at: Generated<Instant | null>
  /** From when on it is done; until then it can be taken back. */
  due_at: Generated<Instant | null>
  taken_back_by: Generated<number | null>
  taken_back_at: Generated<Instant | null>
  /** JSON: what there was, counted before the first row went; from then on it cannot be taken back. */
  begun: Generated<Json | null>
  done_at: Generated<Instant | null>
  /** JSON: contracts/project-end.ts. */
  certificate: Generated<Json | null>
}

/** What a project was when it was measured last in a month (UTC). */
export interface ProjectMonthTable {
  project_id: number
  /** `2026-11`. */
  month: string
  /** Of the files that its documents stand on. */
  bytes: number
  documents: number
  measured_at: Instant
}

export interface ProjectUserTable {
  project_id: number
  user_id: number
  role: string
  /** JSON: capabilities that the project has granted besides the role. */
  granted: Generated<Json>
  /** Since when they have this role; null: from before this was kept. */
  given_at: Generated<Instant | null>
  /** Null also where no user gave it. */
  given_by: Generated<number | null>
}

/** Accesses of the provider's staff to a project's documents. */
export interface SupportAccessTable {
  access_id: Generated<number>
  project_id: number
  user_id: number
  reason: string
  opened_at: Instant
  ends_at: Instant
  /** When it was ended before its time. */
  closed_at: Instant | null
  closed_by: number | null
}

export interface CustodianTable {
  custodian_id: Generated<number>
  project_id: number
  name: string
}

/** Groups of people of a project; once it has one, they say who sees which part of it. */
export interface SecurableGroupTable {
  group_id: Generated<number>
  project_id: number
  name: string
  created_at: Instant
}

export interface SecurableGroupUserTable {
  group_id: number
  user_id: number
}

/** A part of the project that a group may see, or must not. */
export interface SecurableGroupPartTable {
  group_id: number
  /** `custodian` or `source`. */
  kind: string
  /** Of that kind. */
  part_id: number
  /** `allow` or `deny`. */
  access: string
}
