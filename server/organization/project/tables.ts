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
  }
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
  /** Counts up with each change of its securable groups; 0: it never had any. */
  walls_version: Generated<number>
  /** Whether reviewers see only what they hold. */
  batches_only: Generated<Flag>
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
