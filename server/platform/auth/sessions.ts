/**
 * Sessions. The browser holds a random cookie; the access token follows from it (HMAC), so that every tab gets the same
 * token again while the server keeps only hashes of both and a page that saw the token cannot make the cookie.
 */

import type { FastifyRequest } from 'fastify'
import type { Stage } from '#contracts/auth.ts'
import { type AnyCall, headers } from '#contracts/call.ts'
import { messages } from '#contracts/errors.ts'
import type { Caller } from '../http/context.ts'
import { ApiError } from '../http/error.ts'
import { flag, slices } from '../records/dialect.ts'
import type { Reader, Writer } from '../records/records.ts'
import type { Services } from '../services.ts'
import { readCookies } from './cookies.ts'
import { derive, fingerprint, newSecret, sameSecret } from './secrets.ts'
import { currentTerms } from './terms.ts'

export const sessionLife = {
  idleMs: 60 * 60_000,
  fullMs: 8 * 3_600_000,
  /** Between the password and the second step. */
  mfaMs: 10 * 60_000,
} as const

/** How long sessions of somebody's client last. */
export interface SessionLength {
  readonly idleMs: number
  readonly fullMs: number
}

/** The length by a client's row; the longest for whoever has no client. Never longer than `sessionLife`. */
export const lengthOf = (client: {
  readonly idle_minutes: number | null
  readonly session_hours: number | null
}): SessionLength => ({
  idleMs: Math.min(sessionLife.idleMs, (client.idle_minutes ?? Number.POSITIVE_INFINITY) * 60_000),
  fullMs: Math.min(sessionLife.fullMs, (client.session_hours ?? Number.POSITIVE_INFINITY) * 3_600_000),
})

/** When a session ends by its client's length: its row is written with the longest. */
export const endOf = (expiresAt: string, stage: string, { fullMs }: SessionLength): string =>
  stage === 'mfa' ? expiresAt : new Date(Date.parse(expiresAt) - (sessionLife.fullMs - fullMs)).toISOString()

/** Activity is put on the record at most this often: a durable write a request would cost more than it tells. */
const seenEveryMs = 30_000
/** Ended sessions are told apart from unknown ones for this long. */
const keptMs = 7 * 24 * 3_600_000

/** A session as the browser gets it, once. */
export interface Opened {
  readonly cookie: string
  readonly token: string
  readonly xsrf: string
  readonly sessionId: string
  readonly expiresAt: string
}

export interface Credentials {
  readonly token: string | null
  readonly cookie: string | null
  readonly xsrfHeader: string | null
  readonly xsrfCookie: string | null
}

/** What a request brings to show who it is. */
export function credentialsOf(request: FastifyRequest): Credentials {
  const sent = readCookies(request)
  return {
    token: headerOf(request, headers.token),
    cookie: sent.session,
    xsrfHeader: headerOf(request, headers.xsrf),
    xsrfCookie: sent.xsrf,
  }
}

/** What the browser says of itself; nobody needs to believe it, and it may be as long as it likes. */
export const agentOf = (request: FastifyRequest): string | null =>
  headerOf(request, 'user-agent')?.slice(0, 300) ?? null

/** The token that goes with a session cookie. */
export const tokenOf = (cookie: string): string => derive(cookie, 'access token').toString('base64url')

/** Opens a session at the given stage. */
export async function openSession(
  trx: Writer,
  of: {
    readonly userId: number
    readonly stage: Stage
    readonly ip: string
    readonly agent?: string | null
    /** Somebody came through the identity provider of their client. */
    readonly byProvider?: boolean
  },
  now: Date,
): Promise<Opened> {
  const opened = newSession(of.stage, now)
  const at = now.toISOString()
  const old = new Date(now.getTime() - keptMs).toISOString()
  await trx.deleteFrom('session').where('expires_at', '<', old).execute()
  await trx
    .insertInto('session')
    .values({
      token_hash: opened.sessionId,
      cookie_hash: fingerprint(opened.cookie),
      user_id: of.userId,
      stage: of.stage,
      xsrf: opened.xsrf,
      created_at: at,
      seen_at: at,
      expires_at: opened.expiresAt,
      revoked_at: null,
      ip: of.ip,
      mfa_tries: 0,
      agent: of.agent ?? null,
      sso: flag(of.byProvider === true),
    })
    .execute()
  if (of.stage !== 'mfa') await seen(trx, of.userId, at)
  return opened
}

/** The second step is done: the session gets a new cookie and token, so that what was seen before is worth nothing. */
export async function passMfa(trx: Writer, sessionId: string, now: Date): Promise<Opened> {
  const opened = newSession('full', now)
  const moved = await trx
    .updateTable('session')
    .set({
      token_hash: opened.sessionId,
      cookie_hash: fingerprint(opened.cookie),
      xsrf: opened.xsrf,
      stage: 'full',
      seen_at: now.toISOString(),
      expires_at: opened.expiresAt,
    })
    .where('token_hash', '=', sessionId)
    .where('stage', '=', 'mfa')
    .where('revoked_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  if (moved === undefined) throw tokenNotFound()
  await seen(trx, moved.user_id, now.toISOString())
  return opened
}

/** Sessions are dropped after a week: that their user was here is kept. */
async function seen(trx: Writer, userId: number, at: string): Promise<void> {
  await trx.updateTable('app_user').set({ seen_at: at }).where('user_id', '=', userId).execute()
}

/** Ends one session. */
export async function revokeSession(trx: Writer, sessionId: string, now: Date): Promise<void> {
  await trx
    .updateTable('session')
    .set({ revoked_at: now.toISOString() })
    .where('token_hash', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Ends the sessions of a client's people that did not begin at its provider, but for those of some; answers how many there were. */
export async function revokePasswordSessions(
  trx: Writer,
  companyId: number,
  exceptions: readonly number[],
  now: Date,
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('session')
    .set({ revoked_at: now.toISOString() })
    .where('user_id', 'in', (eb) =>
      eb.selectFrom('app_user').select('user_id').where('company_id', '=', companyId),
    )
    .where('user_id', 'not in', [...exceptions, 0])
    .where('sso', '=', 0)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Ends all sessions of a user, but for the one named; answers how many there were. */
export async function revokeSessionsOf(
  trx: Writer,
  userId: number,
  now: Date,
  except: string | null = null,
): Promise<number> {
  let update = trx
    .updateTable('session')
    .set({ revoked_at: now.toISOString() })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
  if (except !== null) update = update.where('token_hash', '!=', except)
  return Number((await update.executeTakeFirst()).numUpdatedRows)
}

/**
 * Who calls. Throws the 401 that a browser understands as the end of its session, or the 403 of a write without its
 * XSRF pair.
 *
 * `/token` and the GETs of bytes go by the cookie, because there the browser has no token or sends no headers; every
 * other call needs the header.
 */
export async function authenticate(
  services: Pick<Services, 'records' | 'now'>,
  call: AnyCall,
  credentials: Credentials,
): Promise<Caller> {
  const now = services.now()
  const row = await sessionRow(services.records.read, call, credentials)
  if (row === undefined || row.revoked_at !== null || row.active !== 1) throw tokenNotFound()
  if (hasEnded(row, now))
    throw new ApiError('auth.tokenExpired', messages.accessTokenExpired, {
      detail: messages.accessTokenExpired,
    })
  if (call.method !== 'GET') requireXsrf(row.xsrf, credentials)
  if (now.getTime() - Date.parse(row.seen_at) >= seenEveryMs) {
    await services.records.write('interactive', async (trx) => {
      await trx
        .updateTable('session')
        .set({ seen_at: now.toISOString() })
        .where('token_hash', '=', row.token_hash)
        .where('seen_at', '<', now.toISOString())
        .execute()
    })
  }
  return {
    userId: row.user_id,
    name: row.name,
    email: row.email,
    role: row.role,
    companyId: row.company_id,
    stage: stageOf(row.stage, row.accepted_version),
    sessionId: row.token_hash,
  }
}

/** Those of some sessions that were ended, or whose account was closed. */
export async function endedOf(read: Reader, sessionIds: readonly string[]): Promise<string[]> {
  const ended: string[] = []
  for (const slice of slices(sessionIds, 1)) {
    const rows = await read
      .selectFrom('session as s')
      .innerJoin('app_user as u', 'u.user_id', 's.user_id')
      .select('s.token_hash')
      .where('s.token_hash', 'in', slice)
      .where((eb) => eb.or([eb('s.revoked_at', 'is not', null), eb('u.active', '=', 0)]))
      .execute()
    ended.push(...rows.map(({ token_hash }) => token_hash))
  }
  return ended
}

/** Last parts of paths whose requests carry no access token (spec, transport-exempt-*). */
const withoutToken: ReadonlySet<string> = new Set(['token', 'invite-user'])

/** Whether the call is answered to the session cookie alone. */
export const goesByCookie = (call: AnyCall): boolean =>
  withoutToken.has(call.path.split('/').at(-1) ?? '') || (call.method === 'GET' && call.rawReply === true)

/** What stands between a session and the workspace now; new terms put it back before the licence at once. */
export function stageOf(kept: string, acceptedVersion: string | null): Stage {
  if (kept === 'mfa') return 'mfa'
  return acceptedVersion === currentTerms.version ? 'full' : 'licence'
}

/** Refuses a session that is not through all steps of signing in. */
export function requireFullStage(caller: Caller): void {
  requireMfaPassed(caller)
  if (caller.stage === 'licence') throw new ApiError('auth.termsPending', 'Accept the current terms first.')
}

/** Refuses a session whose second step is still open. */
export function requireMfaPassed(caller: Caller): void {
  if (caller.stage === 'mfa')
    throw new ApiError('auth.stagePending', 'Finish signing in first: a code is still needed.')
}

export const tokenNotFound = (): ApiError =>
  new ApiError('auth.tokenNotFound', messages.tokenNotFound, { detail: messages.tokenNotFound })

function newSession(stage: Stage, now: Date): Opened {
  const cookie = newSecret()
  const token = tokenOf(cookie)
  const life = stage === 'mfa' ? sessionLife.mfaMs : sessionLife.fullMs
  return {
    cookie,
    token,
    xsrf: newSecret(),
    sessionId: fingerprint(token),
    expiresAt: new Date(now.getTime() + life).toISOString(),
  }
}

async function sessionRow(read: Reader, call: AnyCall, { token, cookie }: Credentials) {
  const query = read
    .selectFrom('session as s')
    .innerJoin('app_user as u', 'u.user_id', 's.user_id')
    .leftJoin('company as c', 'c.company_id', 'u.company_id')
    .select(['s.token_hash', 's.user_id', 's.stage', 's.xsrf', 's.seen_at', 's.expires_at', 's.revoked_at'])
    .select(['c.idle_minutes', 'c.session_hours'])
    .select(['u.name', 'u.email', 'u.role', 'u.company_id', 'u.active', 'u.accepted_version'])
  if (goesByCookie(call) && cookie !== null)
    return query.where('s.cookie_hash', '=', fingerprint(cookie)).executeTakeFirst()
  if (token !== null) return query.where('s.token_hash', '=', fingerprint(token)).executeTakeFirst()
  if (goesByCookie(call)) throw tokenNotFound()
  throw new ApiError('auth.accessTokenNotFound', messages.accessTokenNotFound, {
    detail: messages.accessTokenNotFound,
  })
}

/** By the client's settings of this moment: shorter ones end sessions at their next request. */
function hasEnded(
  row: {
    readonly seen_at: string
    readonly expires_at: string
    readonly stage: string
    readonly idle_minutes: number | null
    readonly session_hours: number | null
  },
  now: Date,
): boolean {
  const length = lengthOf(row)
  return (
    now.getTime() >= Date.parse(endOf(row.expires_at, row.stage, length)) ||
    now.getTime() - Date.parse(row.seen_at) >= length.idleMs
  )
}

function requireXsrf(expected: string, { xsrfHeader, xsrfCookie }: Credentials): void {
  const right =
    xsrfHeader !== null &&
    xsrfCookie !== null &&
    sameSecret(xsrfHeader, expected) &&
    sameSecret(xsrfCookie, expected)
  if (!right)
    throw new ApiError('auth.xsrf', 'This page is out of date. Load it again, then repeat what you did.', {
      detail: headers.xsrf,
    })
}

function headerOf(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name.toLowerCase()]
  return typeof value === 'string' && value !== '' ? value : null
}
