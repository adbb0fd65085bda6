/** Invitations of people into clients. */
import type { Generated } from 'kysely'
import type { Instant, Json } from '../../platform/records/schema.ts'

declare module '../../platform/records/schema.ts' {
  interface Schema {
    invitation: InvitationTable
  }
}

export interface InvitationTable {
  invitation_id: Generated<number>
  company_id: number
  /** Lower case. */
  email: string
  /** As whoever invites knows it; may be empty. */
  name: string
  /** Of the account. */
  role: string
  /** JSON: [{projectId, role, granted}]. */
  projects: Json
  /** SHA-256 of the secret that stands in the mail, and nowhere on the server. */
  secret_hash: string
  made_by: number | null
  made_at: Instant
  ends_at: Instant
  sent_at: Instant | null
  /** The last time that it could not be sent. */
  failed_at: Instant | null
  /** When the invited asked for another one, because this had ended. */
  asked_at: Instant | null
  accepted_at: Instant | null
  /** The account that came of it. */
  user_id: number | null
  revoked_at: Instant | null
}
