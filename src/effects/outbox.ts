/**
 * Delivery of what must reach the server exactly once: the rows that an append put into its log's outbox, sent by
 * the leading tab, in order per key, with the command's id as idempotency key, and asked for again by that key for
 * as long as nobody knows what became of them.
 */
import * as z from 'zod/mini'
import type { Envelope } from '../events/envelope.ts'
import type { AnyEffect } from './define.ts'

const sentCall = z.object({ call: z.string(), said: z.record(z.string(), z.unknown()) })
/** What was sent for a row, so that asking again says the same to the letter under the same key. */
export type Sent = readonly z.infer<typeof sentCall>[]

/** As the log gives it back; what cannot be read counts as never sent. */
export const readSent = (value: unknown): Sent => z.array(sentCall).safeParse(value).data ?? []

export interface OutboxRow {
  /** The envelope's id. */
  readonly id: string
  /** Names the log that holds it. */
  readonly log: string
  readonly envelope: Envelope
  /** What was said to the server for it so far; null: nothing. */
  readonly sent: unknown
}

/** The outboxes of all logs of the account, as the log keeps them. Writes are fenced by the leader's epoch. */
export interface OutboxPort {
  /** All rows, each log's in the order of its seq. */
  readonly rows: () => Promise<readonly OutboxRow[]>
  /** Remembers what is about to be sent. False where a newer leader has taken over. */
  readonly markSent: (row: OutboxRow, sent: Sent, epoch: number) => Promise<boolean>
  /** Removes a row whose outcome is in the log; fine where it has gone already. False as above. */
  readonly settle: (row: OutboxRow, epoch: number) => Promise<boolean>
  /** Calls back when rows may have come or gone (an append of this tab, a hint of another). */
  readonly subscribe: (changed: () => void) => () => void
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
