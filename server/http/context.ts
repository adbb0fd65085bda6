/** What every handler and command gets first: who asks, for what, with which means. */

import type { Logger } from 'pino'
import type { Stage } from '#contracts/auth.ts'
import type { Capability } from '#contracts/permission.ts'
import type { Signer } from '../audit/signer.ts'
import type { Verifying } from '../audit/verifying.ts'
import type { Mailer } from '../auth/mailer.ts'
import type { Blobs } from '../blobs/blobs.ts'
import type { Config } from '../config.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { ChildPool } from '../jobs/pool.ts'
import type { Pages } from '../pages/pages.ts'
import type { Records } from '../records/records.ts'
import type { Search } from '../search/search.ts'
import type { Sheets } from '../sheets/sheets.ts'

/** The services of one server process, made once in main.ts. */
export interface Services {
  readonly config: Config
  readonly records: Records
  readonly blobs: Blobs
  readonly search: Search
  readonly jobs: Jobs
  /** Child processes for what must not be trusted; they can write to `spool` only. */
  readonly children: ChildPool
  /** The same for work of hours (recognising text), so that nobody waits for it who waits for a page. */
  readonly slowChildren: ChildPool
  /** Page images, drawn when they are asked for. */
  readonly pages: Pages
  /** A folder for this process's unfinished files, beside the blobs; emptied when it ends. */
  readonly spool: string
  /** Spreadsheets that have been read, and their reading. */
  readonly sheets: Sheets
  readonly mailer: Mailer
  /** Signs the heads of audit chains. */
  readonly signer: Signer
  /** Verifies audit chains beside everything else. */
  readonly verifying: Verifying
  readonly log: Logger
  /** Injected, so that tests can set the time. */
  readonly now: () => Date
}

export interface Caller {
  readonly userId: number
  readonly name: string
  readonly email: string
  readonly role: string
  readonly companyId: number | null
  readonly stage: Stage
  /** SHA-256 of the token, hex: names the session. */
  readonly sessionId: string
}

export interface ProjectScope {
  readonly projectId: number
  readonly companyId: number
  readonly prefix: string
  readonly timeZone: string
  /** The caller's effective permission level here. */
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
  readonly can: (capability: Capability) => boolean
}
/** Calls of need `session` and stronger. */
export interface CallerContext extends Context {
  readonly caller: Caller
}
/** Calls of scope `project`: membership and capability have been checked. */
export interface ProjectContext extends CallerContext {
  readonly project: ProjectScope
}
