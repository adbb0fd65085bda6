/** Clients. */
import type { Generated } from 'kysely'
import type { Flag, Instant } from '../../platform/records/schema.ts'

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
  created_at: Instant
}
