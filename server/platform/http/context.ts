/** What every handler and command gets first: who asks, for what, with which means. */

import type { Stage } from '#contracts/auth.ts'
import type { Capability, Extent, Holder, RoleName } from '#contracts/permission.ts'
import type { Records } from '../records/records.ts'
import type { Services } from '../services.ts'
import type { View } from './view.ts'

export interface Caller {
  readonly userId: number
  readonly name: string
  readonly email: string
  readonly role: string
  readonly companyId: number | null
  readonly stage: Stage
  /** SHA-256 of the token, hex: names the session. Of a caller by a key: `key:` and the id of the key. */
  readonly sessionId: string
  /** The key by which a program calls in this person's name; absent: they have signed in. */
  readonly key?: KeyOfCaller
}

/** A key for other applications: what it takes away from its owner's rights. */
export interface KeyOfCaller {
  readonly keyId: number
  /** Not stronger than this; null: as its owner. */
  readonly role: RoleName | null
  readonly readOnly: boolean
  /** Null: all of its owner's. */
  readonly projectIds: readonly number[] | null
}

export interface ProjectScope {
  readonly projectId: number
  readonly companyId: number
  readonly prefix: string
  readonly timeZone: string
  /** What the caller is here: decides what they may do. */
  readonly holder: Holder
  /** What the caller sees of its documents; null: all. */
  readonly view: View | null
  /** Since when nothing of it changes; null: it is worked on. */
  readonly archivedAt: string | null
  /** The rank of the role that counts here. For showing, and for who stands above whom; it allows nothing. */
  readonly level: number
  readonly roleName: string
}

export interface Context extends Services {
  readonly requestId: string
  readonly ip: string
  /** IANA name from the Time-Zone header, or UTC: for showing system times, never document dates. */
  readonly timeZone: string
  /** Null where none was sent, and where the call takes none. */
  readonly idempotencyKey: string | null
  /** As it was sent; what it must say is the call's own matter. */
  readonly ifMatch: string | null
  /** The token of the secret link, for calls that go by one; empty for all others. */
  readonly linkToken: string
  /** SHA-256 of what the request asks for: method, path, project and body. Names it among those of the same key. */
  readonly fingerprint: () => string
  /** Aborts when the caller has gone away before the answer. */
  readonly signal: AbortSignal
  /** How far the caller may use it, in the project that the call names or else by their account. */
  readonly reach: (capability: Capability) => Extent
  readonly can: (capability: Capability) => boolean
}
/** Calls of need `session` and stronger. */
export interface CallerContext extends Context {
  readonly caller: Caller
}
/** Calls of scope `project`: membership and capability have been checked. `records` holds what the caller sees of it. */
export interface ProjectContext extends CallerContext {
  readonly project: ProjectScope
  /** The records of everybody: for who sees what (review/walls), and which batches hide something from somebody. */
  readonly whole: Records
}
