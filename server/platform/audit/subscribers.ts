/** What is derived from the rows of a project's chain is written in the transaction that appends them. */
import type { Writer } from '../records/records.ts'
import type { AuditEntry } from './entry.ts'

/** An entry with its place in the chain. */
export interface AppendedEntry {
  readonly auditId: number
  readonly seq: number
  readonly entry: AuditEntry
}

/**
 * Hears of all that one transaction appends to a project's chain: of the entries before they are written, so that it can
 * ask at once for what it will have to know, and through the function that it answers with of the rows, in their order.
 */
export type AuditSubscriber = (
  trx: Writer,
  projectId: number,
  entries: readonly AuditEntry[],
) => (rows: readonly AppendedEntry[]) => Promise<void>

let registered: readonly AuditSubscriber[] | null = null

/** Registers all of them, once for the process, before anything is appended (server/areas.ts). */
export function registerSubscribers(all: readonly AuditSubscriber[]): void {
  registered = all
}

/** Throws where none were registered: rows that nobody heard of would be missing in what is derived. */
export function subscribers(): readonly AuditSubscriber[] {
  if (registered === null)
    throw new Error('Nobody has registered for audit rows: call registerAreas() first.')
  return registered
}
