/** What people do with their accounts goes into the chain of their company, or the system's where they have none. */

import { appendAudit } from '../audit/append.ts'
import type { AuditEntry, Chain } from '../audit/entry.ts'
import type { Writer } from '../records/records.ts'

/** Who did it, as far as is known. */
export interface Actor {
  readonly userId: number
  readonly name: string
  readonly role: string
  readonly companyId: number | null
  readonly sessionId?: string
}

/** When and from where. */
export interface Occasion {
  readonly now: () => Date
  readonly ip?: string
  /** How, where it was not over the web: `command line, as root`. */
  readonly via?: string
  /** The user at whose request it was done by somebody who is no user. */
  readonly askedBy?: number
}

export const chainOf = (companyId: number | null): Chain =>
  companyId === null ? 'system' : `company:${companyId}`

/** Appends one entry about an account. Call it last in the transaction. The chain is the actor's own unless named. */
export async function record(
  trx: Writer,
  occasion: Occasion,
  actor: Actor | null,
  entry: Omit<AuditEntry, 'at' | 'user' | 'ip' | 'sessionId'>,
  chain: Chain = chainOf(actor?.companyId ?? null),
): Promise<void> {
  const { via, askedBy } = occasion
  const how = { ...(via === undefined ? {} : { via }), ...(askedBy === undefined ? {} : { askedBy }) }
  await appendAudit(trx, chain, [
    {
      ...entry,
      ...(Object.keys(how).length === 0 ? {} : { facts: { ...entry.facts, ...how } }),
      at: occasion.now(),
      user: actor === null ? null : { userId: actor.userId, name: actor.name, role: actor.role },
      ...(occasion.ip === undefined ? {} : { ip: occasion.ip }),
      ...(actor?.sessionId === undefined ? {} : { sessionId: actor.sessionId }),
    },
  ])
}
