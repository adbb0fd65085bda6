/** Clients. */
import type { Generated } from 'kysely'
import type { Flag, Instant, Json } from '../../platform/records/schema.ts'

declare module '../../platform/records/schema.ts' {
  interface Schema {
    company: CompanyTable
  }
}

export interface CompanyTable {
  company_id: Generated<number>
  name: string
  mfa_required: Flag
  qa_copilot: Flag
  slack_collection: Flag
  /** Whether the provider's staff may open an access to its projects' documents. */
  support_allowed: Generated<Flag>
  /** JSON: [{name, address, phone}], at most 5. */
  contacts: Generated<Json>
  /** Minutes without a request after which a session of its people ends, and hours after which each does. */
  idle_minutes: Generated<number>
  session_hours: Generated<number>
  /** JSON: what a new project starts with (contracts/client-settings.ts). */
  defaults: Generated<Json>
  /** Counts up with each change of its settings. */
  settings_version: Generated<number>
  /** When it was deleted: nobody finds it any more, and its record stays. */
  deleted_at: Generated<Instant | null>
  created_at: Instant
}
