/**
 * Delivery of what must reach the server exactly once: the rows that an append put into its log's outbox, sent by
 * the leading tab, in order per key, with the command's id as idempotency key, and asked for again by that key for
 * as long as nobody knows what became of them.
 */
import type { Envelope } from '../events/envelope.ts'
import type { AnyEffect } from './define.ts'

export interface OutboxRow {
  /** The envelope's id. */
  readonly id: string
  /** Names the log that holds it. */
  readonly log: string
  readonly envelope: Envelope
}

/** The outboxes of all logs of the account, as the log keeps them. Writes are fenced by the leader's epoch. */
export interface OutboxPort {
  /** All rows, each log's in the order of its seq. */
  readonly rows: () => Promise<readonly OutboxRow[]>
  /** Removes a row whose outcome is in the log; fine where it has gone already. False where a newer leader has taken over. */
  readonly settle: (row: OutboxRow, epoch: number) => Promise<boolean>
  /**
   * Calls back when rows may have come or gone. `come`: all that has changed is that this tab has appended these, so
   * the log need not be read; it says nothing where there may be more (a hint of another tab).
   */
  readonly subscribe: (changed: (come?: readonly OutboxRow[]) => void) => () => void
}

/** Whether this tab leads: one at a time per browser, each with a higher epoch than the one before. */
export interface Leadership {
  /** Null: another tab leads. */
  readonly epoch: () => number | null
  readonly subscribe: (changed: () => void) => () => void
}

/** Types of events whose append must write an outbox row: those that an effect delivers once. */
export function outboxTypes(effects: readonly AnyEffect[]): ReadonlySet<string> {
  const types = new Set<string>()
  for (const { on, delivery, name } of effects) {
    if (delivery !== 'once') continue
    if (types.has(on)) throw new Error(`${name}: ${on} is delivered by another effect already`)
    types.add(on)
  }
  return types
}
