/** The audit chains. */
import type { Generated } from 'kysely'
import type { Instant, Json } from '../records/schema.ts'

declare module '../records/schema.ts' {
  interface Schema {
    audit: AuditTable
    audit_head: AuditHeadTable
    signed_head: SignedHeadTable
  }
}

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
