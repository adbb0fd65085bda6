/** Replies that are kept for repeated calls. */
import type { Instant, Json } from '../records/schema.ts'

declare module '../records/schema.ts' {
  interface Schema {
    idempotency: IdempotencyTable
  }
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
