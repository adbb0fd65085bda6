/** What people write to support, and feedback, with the files that go with it. */
import type { Generated } from 'kysely'
import type { Instant } from '../../platform/records/schema.ts'

declare module '../../platform/records/schema.ts' {
  interface Schema {
    support_request: SupportRequestTable
    support_file: SupportFileTable
  }
}

export interface SupportRequestTable {
  request_id: Generated<number>
  user_id: number
  /** `support` or `feedback`. */
  kind: string
  /** Of feedback: empty. */
  subject: string
  words: string
  facts: string
  rating: number | null
  at: Instant
  /** When the mail server took it; null: it has not, or nowhere is to be mailed to. */
  mailed_at: Instant | null
}

export interface SupportFileTable {
  file_id: Generated<number>
  user_id: number
  /** Null until it is sent with a request. */
  request_id: number | null
  name: string
  size: number
  sha256: string
  at: Instant
}
